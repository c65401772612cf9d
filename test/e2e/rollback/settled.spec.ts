import { auditedBy } from '../../support/audit.js';
import { type Caller, newOrganization, newSession, type Organization } from '../../support/client.js';
import { creditsOf, newSetting } from '../../support/customers.js';
import { errorOf, expectConsistent, gated, logged, rows, tally } from '../../support/ledger.js';
import { colleagueOf } from '../../support/operators.js';

let organization: Organization;
let operator: Caller;
let agent: Caller;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  ({ operator, agent } = organization);
  session = await newSession(agent);
});
afterAll(() => rows.end());

const WORD = { as: 'undone', note: 'Credit taken back by hand.' };
const pathOf = (action: string, of = session) => `/sessions/${of}/actions/${action}/settle`;
const settle = (action: string, body: object = WORD, by = operator) => by.post(pathOf(action), body);
const confirm = (action: string, status: string, response?: object) =>
  agent.patch(`/sessions/${session}/actions/${action}`, { status, ...(response && { response }) });
const dirt = async () =>
  (await operator.get(`/sessions/${session}/dirty`)).body.data.reasons.map(({ reason }: { reason: string }) => reason);
const shown = async (by = operator) => (await by.get(`/sessions/${session}`)).body.data;
const rollBack = (by = operator) => by.post(`/sessions/${session}/rollback`, {});

async function unknown(): Promise<string> {
  const id = await logged(agent, session);
  await confirm(id, 'UNKNOWN');
  return id;
}

describe('POST /sessions/:id/actions/:actionId/settle', () => {
  it.each(['undone', 'kept'])(
    'takes an UNKNOWN effect settled as %s out of the dirty reasons, and audits it',
    async (as) => {
      const id = await unknown();
      expect(await dirt()).toEqual(['unknown-outcome']);
      const { value, entries } = await auditedBy(organization, () => settle(id, { ...WORD, as }));
      const settled = { settledAs: as, settledBy: organization.email, settledNote: WORD.note, status: 'UNKNOWN' };
      expect([value.status, value.body.data]).toMatchObject([200, { id, ...settled, settledAt: expect.any(String) }]);
      expect(await dirt()).toEqual([]);
      const { actions, counters, displayStatus, allowedCommands } = await shown();
      expect([counters.unknown, displayStatus, allowedCommands]).toEqual([1, 'ACTIVE', { rollbackSession: false }]);
      expect(actions[0]).toMatchObject(settled);
      expect(entries).toMatchObject([
        {
          ...{ action: 'action.settled', target: { type: 'action', id }, actor: { label: organization.email } },
          before: { sessionId: session, status: 'UNKNOWN', settledAs: null },
          after: { sessionId: session, status: 'UNKNOWN', settledAs: as, note: WORD.note },
        },
      ]);
      await expectConsistent(session);
    },
  );

  it('tells an agent that a person settled its call, without the name and the note', async () => {
    const id = await unknown();
    await settle(id);
    const [action] = (await shown(agent)).actions;
    expect(action).toMatchObject({ settledAs: 'undone', settledBy: 'operator' });
    expect(action).not.toHaveProperty('settledNote');
  });

  it('settles the remaining effects of a rollback, and the report says so instead of REVERTED', async () => {
    const id = await logged(agent, session, { status: 'SUCCESS' });
    await rollBack();
    expect(await dirt()).toEqual(['not-undone']);
    expect((await settle(id)).status).toBe(200);
    expect(await dirt()).toEqual([]);
    const report = (await operator.get(`/sessions/${session}/rollback`)).body.data;
    expect([report.displayStatus, report.hash]).toEqual(['ROLLBACK_FAILED', null]);
    expect(report.results).toMatchObject([
      {
        ...{ actionId: id, outcome: 'IRREVERSIBLE', settledAs: 'undone', settledBy: organization.email },
        detail: expect.stringMatching(/^Settled by a person/),
      },
    ]);
    const [result] = (await agent.get(`/sessions/${session}/rollback`)).body.data.results;
    expect(result).toMatchObject({ settledBy: 'operator', detail: 'settled' });
    expect(errorOf(await rollBack())).toBe('not-rollable');
    await expectConsistent(session);
  });

  it('keeps a later rollback, forced or not, from the settled call, which is never ROLLED_BACK', async () => {
    const setting = await newSetting();
    await setting.pool.query('UPDATE customers SET credit = 1 WHERE id = 1');
    await setting.pool.query('UPDATE customers SET credit = 2 WHERE id = 2');
    const path = `/sessions/${setting.session.id}`;
    const [first, second] = ((await setting.session.read()).actions ?? []).map(({ id }) => id);
    const { hash } = (await setting.operator.get(`${path}/rollback`)).body.data;
    const settled = await setting.operator.post(`${path}/actions/${first}/settle`, { as: 'kept', note: 'A gift.' });
    expect(settled.status).toBe(200);
    const alone = await setting.operator.post(`${path}/actions/${first}/rollback`, { onConflict: 'force' });
    expect(errorOf(alone)).toBe('not-rollable');
    expect(errorOf(await setting.operator.post(`${path}/rollback`, { planHash: hash }))).toBe('plan-changed');
    const { plan } = (await setting.operator.get(`${path}/rollback`)).body.data;
    expect(plan[1]).toMatchObject({ class: 'impossible', reason: expect.stringMatching(/^Settled by a person/) });
    const { body } = await setting.operator.post(`${path}/rollback`, { onConflict: 'force' });
    expect(body.data).toMatchObject({
      displayStatus: 'PARTIALLY_REVERTED',
      results: [
        { actionId: second, outcome: 'ROLLED_BACK' },
        { actionId: first, outcome: 'SKIPPED', settledAs: 'kept' },
      ],
    });
    expect((await creditsOf(setting)).slice(0, 2)).toEqual(['1:1', '2:10']);
    expect((await setting.operator.get(`${path}/dirty`)).body.data.dirty).toBe(false);
    await expectConsistent(setting.session.id);
    await expect(rows.query("UPDATE actions SET status = 'ROLLED_BACK' WHERE id = $1", [first])).rejects.toThrow(
      'an action of the type UPDATE with the status ROLLED_BACK cannot be settled',
    );
    const copied = [
      'organization_id',
      'session_id',
      'api_name',
      'operation_type',
      'payload',
      'payload_hash',
      'policy_decision',
    ];
    const copy = [...copied, 'settled_as', 'settled_by', 'settled_note', 'settled_at'].join(', ');
    const inserted = rows.query(
      `INSERT INTO actions (id, sequence, status, ${copy}) SELECT gen_random_uuid(), 1000, 'ROLLED_BACK', ${copy}
       FROM actions WHERE id = $1`,
      [first],
    );
    await expect(inserted).rejects.toThrow('cannot be settled');
  });

  it('stands when the client reports an outcome later, which is recorded', async () => {
    const outcomes = [['SUCCESS'], ['FAILED'], ['FAILED', { refusal: { status: 409 } }]] as const;
    const settled = [];
    for (const [status, response] of outcomes) {
      const id = await unknown();
      await settle(id);
      expect((await confirm(id, status, response)).status).toBe(200);
      settled.push(id);
      await expectConsistent(session);
    }
    const { actions, allowedCommands } = await shown();
    expect(actions.map(({ status, settledAs }: { status: string; settledAs: string }) => [status, settledAs])).toEqual(
      outcomes.map(([status]) => [status, 'undone']),
    );
    expect([await dirt(), allowedCommands]).toEqual([[], { rollbackSession: false }]);
    const left = await logged(agent, session, { status: 'SUCCESS' });
    await rollBack();
    expect(await dirt()).toEqual(['not-undone']);
    const { reasons } = (await operator.get(`/sessions/${session}/dirty`)).body.data;
    expect(reasons).toEqual([{ reason: 'not-undone', actions: 1, actionIds: [left] }]);
  });

  it('settles a violation with its call', async () => {
    await agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    const id = await logged(agent, session, { status: 'SUCCESS' });
    expect(await dirt()).toEqual(['violation']);
    await settle(id, { ...WORD, as: 'kept' });
    expect(await dirt()).toEqual([]);
    await expectConsistent(session);
  });

  it('returns 409 for a call that has no effect, is a READ, or may still run', async () => {
    const { actionId: waiting } = await gated(agent, session);
    const refused = await logged(agent, session, { status: 'FAILED', response: { refusal: { status: 403 } } });
    const read = await logged(agent, session, { operationType: 'READ' });
    await confirm(read, 'UNKNOWN');
    for (const id of [waiting, refused, read, await logged(agent, session)]) {
      const answer = await settle(id);
      expect([answer.status, errorOf(answer)]).toEqual([409, 'not-settleable']);
    }
    await expectConsistent(session);
  });

  it('accepts one of two operators, and a repeated key, but not a second statement', async () => {
    const id = await unknown();
    const colleague = await colleagueOf(organization);
    const both = await Promise.all([settle(id), settle(id, { as: 'kept', note: 'It stays.' }, colleague)]);
    expect(tally(both)).toEqual({ 200: 1, 409: 1 });
    expect(both.flatMap((answer) => (answer.status === 409 ? [errorOf(answer)] : []))).toEqual(['already-settled']);
    const other = await unknown();
    const post = (body: object) => operator.post(pathOf(other), body, 'one');
    const { value, entries } = await auditedBy(organization, async () => [
      ...(await Promise.all([post(WORD), post(WORD)])),
      await post(WORD),
    ]);
    expect([tally(value), entries.length]).toEqual([{ 200: 3 }, 1]);
    expect(errorOf(await post({ ...WORD, as: 'kept' }))).toBe('idempotency-conflict');
    expect(errorOf(await settle(other))).toBe('already-settled');
  });

  it('is 409 while a rollback of the session runs', async () => {
    const id = await unknown();
    await rows.query("UPDATE sessions SET rollback_state = 'RUNNING' WHERE id = $1", [session]);
    expect(errorOf(await settle(id))).toBe('rollback-running');
    await rows.query("UPDATE sessions SET rollback_state = 'NONE' WHERE id = $1", [session]);
  });

  it('is for operators of the organization, with an outcome and a note', async () => {
    const id = await unknown();
    const stranger = await newOrganization();
    expect(errorOf(await settle(id, WORD, agent))).toBe('operator-required');
    expect(errorOf(await settle(id, WORD, stranger.operator))).toBe('not-found');
    expect(errorOf(await operator.post(pathOf(id, await newSession(agent)), WORD))).toBe('not-found');
    expect(errorOf(await settle(crypto.randomUUID()))).toBe('not-found');
    for (const body of [{}, { as: 'undone' }, { ...WORD, as: 'reverted' }, { ...WORD, note: '' }, { ...WORD, by: 'x' }])
      expect(errorOf(await settle(id, body))).toBe('validation-failed');
    expect(await dirt()).toEqual(['unknown-outcome']);
  });
});
