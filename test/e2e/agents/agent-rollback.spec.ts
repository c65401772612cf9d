import { Caller, newOrganization, serviceA, serviceB, unique } from '../../support/client.js';
import { call, errorOf, expectConsistent, gated, logged, rows, setPlan } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import {
  actionsOf,
  backwards,
  creditOf,
  endings,
  forgetWrites,
  LONG_AGO,
  newSetting,
  outcomesOf,
  rollBack,
  type Setting,
  set,
  takeTurns,
  type Worker,
  writesOf,
} from './support/one-agent.js';

afterAll(async () => {
  for (const end of endings.reverse()) await end();
  await rows.end();
});

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const planOf = async ({ operator, agentId }: Setting, more = '', since = LONG_AGO) => {
  const { status, body } = await operator.get(`/agents/${agentId}/rollback?since=${since}${more}`);
  expect(status).toBe(200);
  return body.data;
};

/** The actions that were undone, in their order. */
const undoneOf = async ({ agentId }: Setting): Promise<string[]> => {
  const steps = await rows.query(
    `SELECT t.action_id AS id FROM rollback_steps t JOIN agent_rollbacks r ON r.id = t.agent_rollback_id
     WHERE r.agent_id = $1 ORDER BY t.position`,
    [agentId],
  );
  return steps.rows.map(({ id }) => id);
};

describe('rolling an agent back', () => {
  it('undoes its calls across its sessions strictly newest first', async () => {
    const setting = await newSetting();
    const [one, two, three] = setting.workers;
    await takeTurns(setting, 1, 22);
    await set(two, 2, 0);
    await three.pool.query('DELETE FROM customers WHERE id = 2');
    await one.pool.query('INSERT INTO customers (id, credit) VALUES (2, 5)');
    await forgetWrites(setting);
    const planned = await planOf(setting);
    const answer = await rollBack(setting, LONG_AGO);
    expect(answer.status).toBe(200);
    expect(planned).toMatchObject({ agentId: setting.slug, since: LONG_AGO, state: 'planned', skipped: [] });
    expect([planned.sessions, planned.total]).toEqual([3, 15]);
    expect(planned.effects.map(({ actionId }: { actionId: string }) => actionId)).toEqual(await undoneOf(setting));
    expect(planned.effects[0]).toEqual({
      ...{ sessionId: one.session.id, actionId: expect.any(String), apiName: 'postgres.rows.insert' },
      ...{ summary: 'Insert into customers: id=2, credit=5', status: 'SUCCESS', at: TIME },
      captured: true,
    });
    expect(outcomesOf(answer)).toEqual(Array(15).fill('ROLLED_BACK'));
    expect(await writesOf(setting)).toEqual(['2=null', '2=0', '2=10', ...backwards(1, 22)]);
    expect([await creditOf(setting, 1), await creditOf(setting, 2)]).toEqual([10, 10]);
    expect(answer.body.data).toEqual({
      id: expect.any(String),
      agentId: setting.slug,
      since: LONG_AGO,
      skipped: [],
      state: 'finished',
      startedAt: TIME,
      rollbacks: [one, three, two].map(({ session }) =>
        expect.objectContaining({ sessionId: session.id, displayStatus: 'REVERTED', state: 'finished' }),
      ),
    });
    const [shown] = answer.body.data.rollbacks;
    expect((await setting.operator.get(`/sessions/${one.session.id}/rollback`)).body.data).toEqual(shown);
    for (const { session } of setting.workers) await expectConsistent(session.id);
  });

  it('is planned in parts, with the calls since the given time that are left to undo, and changes nothing', async () => {
    const setting = await newSetting();
    const [one, two] = setting.workers;
    await set(one, 1, 11);
    await set(two, 2, 12);
    const [first] = await actionsOf(setting, one);
    const [second] = await actionsOf(setting, two);
    const actionsIn = ({ effects }: { effects: { actionId: string }[] }) => effects.map(({ actionId }) => actionId);
    expect(actionsIn(await planOf(setting))).toEqual([second.id, first.id]);
    expect(actionsIn(await planOf(setting, '&limit=1'))).toEqual([second.id]);
    expect(actionsIn(await planOf(setting, '&after=1'))).toEqual([first.id]);
    const { total, effects, sessions } = await planOf(setting, '', second.updatedAt);
    expect([total, sessions, actionsIn({ effects })]).toEqual([1, 1, [second.id]]);
    const ahead = new Date(Date.now() + 60_000).toISOString();
    for (const since of ['', 'yesterday', ahead]) {
      const refused = await setting.operator.get(`/agents/${setting.agentId}/rollback?since=${since}`);
      expect([since, refused.status, errorOf(refused)]).toEqual([since, 400, 'validation-failed']);
    }
    expect((await setting.operator.get(`/sessions/${one.session.id}`)).body.data.displayStatus).toBe('ACTIVE');
    await rollBack(setting, LONG_AGO);
    expect(await planOf(setting)).toMatchObject({ sessions: 0, total: 0, effects: [] });
  });

  it('leaves earlier calls, also in a session that continued after the given time', async () => {
    const setting = await newSetting();
    const [one, two, three] = setting.workers;
    await set(one, 1, 11);
    await set(three, 3, 33);
    await set(one, 1, 12);
    await set(two, 1, 13);
    await set(one, 4, 44);
    const [, first] = await actionsOf(setting, one);
    const answer = await rollBack(setting, first.updatedAt);
    expect(outcomesOf(answer)).toEqual(Array(3).fill('ROLLED_BACK'));
    expect([await creditOf(setting, 1), await creditOf(setting, 3), await creditOf(setting, 4)]).toEqual([11, 33, 10]);
    expect(answer.body.data.rollbacks).toMatchObject([
      { sessionId: one.session.id, displayStatus: 'PARTIALLY_REVERTED', progress: { finished: 2, total: 2 } },
      { sessionId: two.session.id, displayStatus: 'REVERTED', progress: { finished: 1, total: 1 } },
    ]);
    const ask = (worker: Worker) => setting.agent.post(`/sessions/${worker.session.id}/actions`, call());
    expect([await ask(one), await ask(two), await ask(three)].map(errorOf)).toEqual([
      'session-rolled-back',
      'session-rolled-back',
      null,
    ]);
  });

  it('continues where the first left off when it is requested again', async () => {
    const setting = await newSetting();
    await takeTurns(setting, 1, 18);
    const all = (await Promise.all(setting.workers.map((worker) => actionsOf(setting, worker)))).flat();
    const since = all.map(({ updatedAt }) => updatedAt).sort()[4];
    expect(outcomesOf(await rollBack(setting, since))).toEqual(Array(4).fill('ROLLED_BACK'));
    expect(await creditOf(setting, 1)).toBe(14);
    expect(outcomesOf(await rollBack(setting, LONG_AGO))).toEqual(Array(4).fill('ROLLED_BACK'));
    expect(await creditOf(setting, 1)).toBe(10);
  });

  it('touches no other agent, no simulated session and none without an effect', async () => {
    const setting = await newSetting();
    const other = await setting.open(unique('agent'));
    await set(other, 5, 50);
    await set(setting.workers[0], 6, 60);
    await setting.workers[1].pool.query('SELECT 1');
    const { body } = await setting.testAgent.post('/sessions', { agentId: setting.slug, intent: 'pretend' });
    await logged(setting.testAgent, body.data.id, { status: 'SUCCESS' });
    const answer = await rollBack(setting, LONG_AGO);
    expect(answer.body.data.rollbacks.map(({ sessionId }: { sessionId: string }) => sessionId)).toEqual([
      setting.workers[0].session.id,
    ]);
    expect([await creditOf(setting, 5), await creditOf(setting, 6)]).toEqual([50, 10]);
    for (const id of [other.session.id, setting.workers[1].session.id, body.data.id]) {
      const session = (await setting.operator.get(`/sessions/${id}`)).body.data;
      expect(session).toMatchObject({ status: 'ACTIVE', displayStatus: 'ACTIVE' });
    }
  });

  it('probes unconfirmed effects first, and rejects calls that wait for an approval', async () => {
    const setting = await newSetting();
    const [one, two] = setting.workers;
    await set(one, 1, 11);
    const payload = { table: 'customers', match: { id: 2 }, values: { credit: 12 }, rowCount: 1 };
    const ask = { apiName: 'postgres.rows.update', payload };
    const actions = `/sessions/${two.session.id}/actions`;
    const { precaptureId } = (await setting.agent.post(`${actions}/precapture`, ask)).body.data;
    await setting.agent.post(actions, { ...ask, operationType: 'UPDATE', precaptureId });
    const { approvalId } = await gated(setting.agent, two.session.id);
    await setting.database.pool.query('UPDATE customers SET credit = 12 WHERE id = 2');
    await setting.operator.put(`/agents/${setting.agentId}`, { status: 'PAUSED' });
    const answer = await rollBack(setting, LONG_AGO);
    // A row that reads as the call would have left it proves nothing.
    expect(outcomesOf(answer).sort()).toEqual(['ROLLED_BACK', 'UNKNOWN']);
    expect([await creditOf(setting, 1), await creditOf(setting, 2)]).toEqual([10, 12]);
    expect((await setting.operator.get(`/approvals/${approvalId}`)).body.data.status).toBe('REJECTED');
  });

  it('includes a permitted call without a confirmation, because it may have run after that moment', async () => {
    const setting = await newSetting();
    const [one] = setting.workers;
    const payload = { table: 'customers', match: { id: 1 }, values: { credit: 12 }, rowCount: 1 };
    const ask = { apiName: 'postgres.rows.update', payload };
    const actions = `/sessions/${one.session.id}/actions`;
    const { precaptureId } = (await setting.agent.post(`${actions}/precapture`, ask)).body.data;
    await setting.agent.post(actions, { ...ask, operationType: 'UPDATE', precaptureId });
    const since = new Date().toISOString();
    await setting.database.pool.query('UPDATE customers SET credit = 12 WHERE id = 1');
    expect(outcomesOf(await rollBack(setting, since))).toEqual(['UNKNOWN']);
    expect(await creditOf(setting, 1)).toBe(12);
    expect((await setting.agent.post(actions, ask)).status).not.toBe(201);
  });

  it('leaves a session whose own rollback runs to that rollback, and reports it', async () => {
    const setting = await newSetting();
    const [one, two] = setting.workers;
    await set(one, 1, 11);
    await set(two, 2, 22);
    const blocker = await setting.database.pool.connect();
    await blocker.query('BEGIN; SELECT id FROM customers WHERE id = 1 FOR UPDATE');
    const running = setting.operator.post(`/sessions/${one.session.id}/rollback`);
    const seen = await eventually(
      () => setting.operator.get(`/sessions/${one.session.id}`),
      ({ body }) => body.data.displayStatus === 'ROLLING_BACK',
    );
    expect(seen.body.data.displayStatus).toBe('ROLLING_BACK');
    const answer = await rollBack(setting, LONG_AGO);
    expect(answer.body.data).toMatchObject({
      state: 'finished',
      skipped: [one.session.id],
      rollbacks: [{ sessionId: two.session.id, displayStatus: 'REVERTED' }],
    });
    await blocker.query('ROLLBACK');
    blocker.release();
    expect((await running).body.data.displayStatus).toBe('REVERTED');
  });

  it('continues after an effect that another client has changed since', async () => {
    const setting = await newSetting();
    const [one, two, three] = setting.workers;
    await set(one, 1, 11);
    await set(two, 2, 22);
    await set(three, 3, 33);
    await setting.database.pool.query('UPDATE customers SET credit = 99 WHERE id = 2');
    const answer = await rollBack(setting, LONG_AGO);
    expect(outcomesOf(answer)).toEqual(['ROLLED_BACK', 'CONFLICT', 'ROLLED_BACK']);
    expect([await creditOf(setting, 1), await creditOf(setting, 2), await creditOf(setting, 3)]).toEqual([10, 99, 10]);
  });

  it('is done once for one Idempotency-Key, and audited with each of its sessions', async () => {
    const setting = await newSetting();
    await takeTurns(setting, 1, 15);
    await forgetWrites(setting);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        rollBack(setting, LONG_AGO, 'once', setting.operator.at(index % 2 ? serviceA : serviceB)),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(7);
    expect(await writesOf(setting)).toEqual(backwards(1, 15));
    const { id } = answers[0]?.body.data ?? {};
    const entries: { action: string; after: object; target: object }[] = (await setting.operator.get('/audit-logs'))
      .body.data;
    expect(entries.filter(({ action }) => action === 'agent.rollback-started')).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ kind: 'USER', label: setting.email }),
        target: { type: 'agent', id: setting.agentId },
        before: null,
        after: {
          id,
          agentId: setting.slug,
          since: LONG_AGO,
          skipped: [],
          sessions: setting.workers.map(({ session }) => session.id).sort(),
          steps: 5,
          requestedBy: setting.email,
        },
      }),
    ]);
    for (const action of ['rollback.started', 'rollback.finished'])
      expect(entries.filter((entry) => entry.action === action)).toHaveLength(3);
  });

  it('with nothing to undo does nothing', async () => {
    const setting = await newSetting();
    await set(setting.workers[0], 1, 11);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const since = new Date().toISOString();
    const answer = await rollBack(setting, since);
    expect([answer.status, answer.body.data]).toMatchObject([200, { state: 'finished', skipped: [], rollbacks: [] }]);
    expect(await creditOf(setting, 1)).toBe(11);
  });

  it.each([
    ['no moment', {}],
    ['words', { since: 'yesterday' }],
    ['a day without a time', { since: '2026-01-01' }],
    ['a moment without a zone', { since: '2026-01-01T00:00:00' }],
    ['a day there is not', { since: '2026-02-30T00:00:00Z' }],
    ['what has not come yet', { since: '2999-01-01T00:00:00Z' }],
    ['a number', { since: 1_700_000_000 }],
    ['something else too', { since: LONG_AGO, onConflict: 'force' }],
  ])('is refused with %s', async (_, body) => {
    const { operator } = await newOrganization();
    const { id } = (await operator.post('/agents', { slug: 'shared-name' })).body.data;
    const answer = await operator.post(`/agents/${id}/rollback`, body);
    expect([answer.status, errorOf(answer)]).toEqual([400, 'validation-failed']);
  });

  it('is for operators of PRO, and for agents of their own', async () => {
    const one = await newOrganization();
    const other = await newOrganization();
    const { id } = (await one.operator.post('/agents', { slug: 'shared-name' })).body.data;
    const ask = (caller: Caller) => caller.post(`/agents/${id}/rollback`, { since: LONG_AGO });
    expect([await ask(other.operator), await ask(one.agent)].map(errorOf)).toEqual(['not-found', 'operator-required']);
    await setPlan(one.id, 'FREE');
    const refused = await eventually(
      () => ask(one.operator),
      ({ status }) => status === 403,
    );
    expect(errorOf(refused)).toBe('plan-required');
    await setPlan(one.id, 'PRO');
    const allowed = await eventually(
      () => ask(one.operator),
      ({ status }) => status === 200,
    );
    expect(allowed.body.data.rollbacks).toEqual([]);
  });
});
