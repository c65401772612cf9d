import { auditedBy } from '../../support/audit.js';
import {
  type Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
} from '../../support/client.js';
import { creditsOf, newSetting, type Setting } from '../../support/customers.js';
import { holdRollback } from '../../support/held-rollback.js';
import { call, errorOf, expectConsistent, gated, logged, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';

afterAll(() => rows.end());

type StepResult = { actionId: string; outcome: string };
const idsOf = (told: StepResult[]) => told.map(({ actionId }) => actionId);
const outcomesOf = (told: StepResult[]) => told.map(({ outcome }) => outcome);

describe('POST /sessions/:id/rollback { fromActionId } on a database', () => {
  let setting: Setting;
  let ids: string[];
  beforeEach(async () => {
    setting = await newSetting();
  });

  const path = () => `/sessions/${setting.session.id}/rollback`;
  /** Waits for the end also if a busy machine takes longer than one answer may. */
  const rollBack = async (body: object, by: Caller = setting.operator) => {
    const answer = await by.post(path(), body);
    if (answer.body.data?.state !== 'running') return answer;
    expect(await eventually(async () => (await by.get(path())).body.data.state === 'finished')).toBe(true);
    return by.get(path());
  };
  const planFrom = async (id: string | undefined) =>
    (await setting.operator.get(`${path()}?fromActionId=${id}`)).body.data;
  const run = async (...changes: [id: number, credit: number][]) => {
    for (const [id, credit] of changes)
      await setting.pool.query('UPDATE customers SET credit = $2 WHERE id = $1', [id, credit]);
    ids = ((await setting.session.read()).actions ?? []).map((action) => action.id);
  };
  const credits = async (count: number) => (await creditsOf(setting)).slice(0, count);

  it('undoes that call and every later effect, the last one first, and keeps what is older, also of the same row', async () => {
    await run([1, 1], [2, 2], [1, 3], [3, 4]);
    const { value, entries } = await auditedBy(setting, () => rollBack({ fromActionId: ids[1] }));
    expect(value.body.data).toMatchObject({ fromActionId: ids[1], displayStatus: 'PARTIALLY_REVERTED' });
    expect(idsOf(value.body.data.results)).toEqual([ids[3], ids[2], ids[1]]);
    expect(outcomesOf(value.body.data.results)).toEqual(['ROLLED_BACK', 'ROLLED_BACK', 'ROLLED_BACK']);
    expect(await credits(3)).toEqual(['1:1', '2:10', '3:10']);
    expect(entries.find(({ action }) => action === 'rollback.started')?.after).toMatchObject({
      actionId: null,
      fromActionId: ids[1],
    });
    await expectConsistent(setting.session.id);
  });

  it('leaves the session open: it continues, and is rolled back again from a later point or as a whole', async () => {
    await run([1, 1], [2, 2]);
    const { noLonger } = (await rollBack({ fromActionId: ids[1] }, setting.agent)).body.data;
    expect(noLonger).toEqual([{ actionId: ids[1], toolCallId: null, apiName: 'postgres.rows.update' }]);
    expect(await setting.session.readNoLonger()).toEqual(noLonger);
    expect((await setting.session.read()).status).toBe('ACTIVE');
    await run([3, 3], [4, 4]);
    expect((await planFrom(ids[3])).plan.map(({ actionId }: StepResult) => actionId)).toEqual([ids[3]]);
    expect(outcomesOf((await rollBack({ fromActionId: ids[3] })).body.data.results)).toEqual(['ROLLED_BACK']);
    expect(await credits(4)).toEqual(['1:1', '2:10', '3:3', '4:10']);
    expect((await rollBack({})).body.data).toMatchObject({ displayStatus: 'REVERTED', fromActionId: null });
    expect(await credits(4)).toEqual(['1:10', '2:10', '3:10', '4:10']);
    await expectConsistent(setting.session.id);
  });

  it('is planned with the hash of the session, also after another rollback, and refused once the plan changed', async () => {
    await run([1, 1], [2, 2], [3, 3]);
    const whole = (await setting.operator.get(path())).body.data;
    const planned = await planFrom(ids[1]);
    expect([planned.state, planned.hash, idsOf(planned.plan)]).toEqual(['planned', whole.hash, [ids[2], ids[1]]]);
    await run([4, 4]);
    expect(errorOf(await rollBack({ fromActionId: ids[1], planHash: planned.hash }))).toBe('plan-changed');
    expect(await credits(4)).toEqual(['1:1', '2:2', '3:3', '4:4']);
    await rollBack({ fromActionId: ids[3] });
    expect((await setting.operator.get(path())).body.data.state).toBe('finished');
    const again = await planFrom(ids[1]);
    expect(idsOf(again.plan)).toEqual([ids[2], ids[1]]);
    const { status } = await rollBack({ fromActionId: ids[1], planHash: again.hash, force: [ids[2]] });
    expect([status, await credits(4)]).toEqual([200, ['1:1', '2:10', '3:10', '4:10']]);
  });

  it('keeps what another client changed since', async () => {
    await run([1, 1], [2, 2], [3, 3]);
    await setting.database.pool.query('UPDATE customers SET credit = 77 WHERE id = 3');
    const { results } = (await rollBack({ fromActionId: ids[1] })).body.data;
    expect(outcomesOf(results)).toEqual(['CONFLICT', 'ROLLED_BACK']);
    expect(await credits(3)).toEqual(['1:1', '2:10', '3:77']);
    const named = await rollBack({ fromActionId: ids[1], force: [ids[0]] });
    expect([named.status, errorOf(named)]).toEqual([400, 'validation-failed']);
  });

  const inOneTransaction = async (...statements: string[]) => {
    const client = await setting.pool.connect();
    await client.query('BEGIN');
    for (const sql of statements) await client.query(sql);
    await client.query('COMMIT');
    client.release();
    ids = ((await setting.session.read()).actions ?? []).map((action) => action.id);
  };

  it.each([
    ['the same row', 'UPDATE customers SET credit = 1 WHERE id = 1', 'UPDATE customers SET credit = 2 WHERE id = 1'],
    [
      'a sum',
      'UPDATE customers SET credit = credit + 1 WHERE id = 1',
      'UPDATE customers SET credit = credit + 2 WHERE id = 1',
    ],
    [
      'the key of a deleted row',
      'DELETE FROM customers WHERE id = 1',
      "INSERT INTO customers (id, name) VALUES (1, 'New')",
    ],
  ])('does not undo an older call of the same transaction along with the later one: %s', async (_, early, late) => {
    await inOneTransaction(early, late);
    const after = (await setting.database.pool.query('SELECT * FROM customers ORDER BY id')).rows;
    const { results } = (await rollBack({ fromActionId: ids[1] })).body.data;
    expect(results).toMatchObject([
      { actionId: ids[1], outcome: 'CONFLICT', detail: expect.stringMatching(/same transaction|one transaction/) },
    ]);
    expect((await setting.database.pool.query('SELECT * FROM customers ORDER BY id')).rows).toEqual(after);
    expect((await rollBack({ fromActionId: ids[0] })).body.data.displayStatus).toBe('REVERTED');
    expect(await credits(1)).toEqual(['1:10']);
  });

  it('undoes a transaction from its first call on, although older calls of the session stay', async () => {
    await run([5, 5]);
    await inOneTransaction('DELETE FROM customers WHERE id = 1', "INSERT INTO customers (id, name) VALUES (1, 'New')");
    const { results } = (await rollBack({ fromActionId: ids[1] })).body.data;
    expect(outcomesOf(results)).toEqual(['ROLLED_BACK', 'ROLLED_BACK']);
    expect((await creditsOf(setting))[4]).toBe('5:5');
  });
});

describe('POST /sessions/:id/rollback { fromActionId }', () => {
  let organization: Organization;
  let session: string;
  beforeEach(async () => {
    organization = await newOrganization();
    session = await newSession(organization.agent);
  });

  const log = (more: object = {}) => logged(organization.agent, session, more);
  const done = (more: object = {}) => log({ status: 'SUCCESS', ...more });
  const confirm = (id: string, status = 'SUCCESS') =>
    organization.agent.patch(`/sessions/${session}/actions/${id}`, { status });
  const from = (fromActionId: string, by: Caller = organization.operator, body: object = {}) =>
    by.post(`/sessions/${session}/rollback`, { fromActionId, ...body });

  it('counts a call as later when it was logged later, or took effect later', async () => {
    const [older, unknown, slow, point, later] = [await done(), await log(), await log(), await log(), await log()];
    await confirm(unknown, 'UNKNOWN');
    await confirm(later);
    await confirm(point);
    await confirm(slow);
    const { results } = (await from(point)).body.data;
    expect(idsOf(results).sort()).toEqual([slow, point, later].sort());
    expect(idsOf(results)).not.toContain(older);
    await expectConsistent(session);
  });

  it('begins at any call, also one without an effect', async () => {
    const [, read, effect] = [await done(), await done({ operationType: 'READ' }), await done()];
    expect(idsOf((await from(read)).body.data.results)).toEqual([effect]);
  });

  it('rejects what waits for an approval from there on, and leaves older approvals pending', async () => {
    const { agent, operator } = organization;
    const older = await gated(agent, session);
    const point = await done();
    const later = await gated(agent, session);
    await from(point);
    const [early, late] = await Promise.all(
      [older, later].map(async ({ approvalId }) => (await operator.get(`/approvals/${approvalId}`)).body.data),
    );
    expect([early.status, late.status, late.reason]).toEqual(['PENDING', 'REJECTED', 'rolled-back']);
    expect(errorOf(await operator.post(`/approvals/${later.approvalId}/approve`))).toBe('already-decided');
    expect((await operator.post(`/approvals/${older.approvalId}/approve`)).status).toBe(200);
    await expectConsistent(session);
  });

  it('returns 409 without an effect from there on: only reads, refusals and calls that an operator settled', async () => {
    const { operator } = organization;
    await done();
    const point = await done({ operationType: 'READ' });
    await log({ status: 'FAILED', response: { refusal: { status: 403 } } });
    const settled = await done();
    await operator.post(`/sessions/${session}/actions/${settled}/settle`, { as: 'kept', note: 'It stays.' });
    const { approvalId } = await gated(organization.agent, session);
    const refused = await from(point);
    expect([refused.status, errorOf(refused)]).toEqual([409, 'not-rollable']);
    expect((await operator.get(`/approvals/${approvalId}`)).body.data.status).toBe('PENDING');
    expect(errorOf(await operator.post(`/sessions/${session}/rollback`, {}))).toBeNull();
  });

  it('is 404 for an action of another session or organization, 400 for no id, and forced by operators only', async () => {
    const { agent, operator } = organization;
    const point = await done();
    const elsewhere = await logged(agent, await newSession(agent), { status: 'SUCCESS' });
    const stranger = await newOrganization();
    const theirs = await logged(stranger.agent, await newSession(stranger.agent), { status: 'SUCCESS' });
    for (const id of [elsewhere, theirs, session, crypto.randomUUID()]) {
      expect(errorOf(await from(id))).toBe('not-found');
      expect(errorOf(await operator.get(`/sessions/${session}/rollback?fromActionId=${id}`))).toBe('not-found');
    }
    expect(errorOf(await from(point, stranger.operator))).toBe('not-found');
    expect(errorOf(await from('1'))).toBe('validation-failed');
    expect(errorOf(await from(point, agent, { onConflict: 'force' }))).toBe('operator-required');
    const ofOne = `/sessions/${session}/actions/${point}/rollback`;
    expect(errorOf(await operator.post(ofOne, { fromActionId: point }))).toBe('validation-failed');
    const { body } = await operator.get(`/sessions/${session}/rollback`);
    expect(body.data.state).toBe('planned');
  });

  it('leaves to an operator the calls that an agent has no proof of, as every rollback by a key does', async () => {
    await done();
    const point = await done({ apiName: 'postgres.rows.delete', operationType: 'DELETE' });
    const { results } = (await from(point, organization.agent)).body.data;
    expect(results).toMatchObject([{ actionId: point, outcome: expect.stringMatching(/CONFLICT|IRREVERSIBLE/) }]);
  });

  it('skips everything in a simulated session', async () => {
    const { testAgent } = organization;
    session = await newSession(testAgent);
    await logged(testAgent, session, { status: 'SUCCESS' });
    const point = await logged(testAgent, session, { status: 'SUCCESS' });
    expect((await from(point, testAgent)).body.data.results).toMatchObject([{ actionId: point, outcome: 'SKIPPED' }]);
    await expectConsistent(session);
  });

  it('answers a repeated key once, and refuses another extent under the same key', async () => {
    const point = await done();
    const post = (body: object) => organization.operator.post(`/sessions/${session}/rollback`, body, 'one');
    const [first, second] = [await post({ fromActionId: point }), await post({ fromActionId: point })];
    expect(second.body.data.rollbackId).toBe(first.body.data.rollbackId);
    expect(errorOf(await post({}))).toBe('idempotency-conflict');
  });

  it('runs at the same time as no other rollback of its session, and while it runs nothing starts there', async () => {
    const { session: held, action, finish } = await holdRollback(organization, (fromActionId) => ({ fromActionId }));
    session = held;
    const ask = () => organization.agent.post(`/sessions/${held}/actions`, call());
    expect(errorOf(await ask())).toBe('session-rolled-back');
    expect(errorOf(await from(action, organization.operator.at(serviceB)))).toBe('not-rollable');
    expect((await organization.operator.get(`/sessions/${held}/rollback?fromActionId=${action}`)).body.data.state).toBe(
      'running',
    );
    expect((await finish()).body.data.results).toMatchObject([{ actionId: action, outcome: 'ROLLED_BACK' }]);
    expect((await ask()).status).toBe(201);
    await expectConsistent(held);
  });

  it('begins once, whichever of several orders comes first', async () => {
    for (let round = 0; round < 4; round++) {
      session = await newSession(organization.agent);
      const ids = [await done(), await done(), await done()];
      const services = [serviceA, serviceB];
      const { operator } = organization;
      const answers = await Promise.all([
        ...ids.map((id, index) => from(id, operator.at(services[index % 2] ?? serviceA))),
        operator.at(serviceB).post(`/sessions/${session}/rollback`, {}),
        organization.agent.post(`/sessions/${session}/actions`, call()),
      ]);
      expect(answers.slice(0, 4).filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      const { rows: running } = await rows.query(
        "SELECT count(*)::int AS n FROM rollbacks WHERE session_id = $1 AND status = 'RUNNING'",
        [session],
      );
      expect(running).toEqual([{ n: 0 }]);
      await expectConsistent(session);
    }
  });
});
