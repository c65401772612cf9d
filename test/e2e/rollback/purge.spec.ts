import {
  type Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../support/client.js';
import { fullSession, tablesNaming } from '../../support/everything.js';
import { changeNote, holdRollback, withNotes } from '../../support/held-rollback.js';
import { call, errorOf, gated, logged, rows, setPlan, tally } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { arrived, LONGEST_S, whileHeld } from '../../support/while-held.js';

let organization: Organization;
let operator: Caller;
let agent: Caller;
beforeEach(async () => {
  organization = await newOrganization();
  ({ operator, agent } = organization);
});
afterAll(() => rows.end());

const purge = (session: string, caller = operator) => caller.delete(`/sessions/${session}/purge`);
const at = (caller: Caller, index: number) => caller.at(index % 2 ? serviceA : serviceB);

describe('purging a session', () => {
  it('deletes all its records, keeps the counters, and is audited without a payload', async () => {
    const [agentId, marker, othersMarker] = [unique('agent'), unique('marker'), unique('marker')];
    const session = await fullSession(organization, agentId, marker);
    const other = await fullSession(organization, agentId, othersMarker);
    expect(await tablesNaming([session])).toEqual(
      expect.arrayContaining(['actions', 'approvals', 'idempotency_keys', 'rollbacks', 'sessions', 'snapshots']),
    );
    const { rows: inside } = await rows.query(
      `SELECT id FROM actions WHERE session_id = $1 UNION ALL SELECT id FROM approvals WHERE session_id = $1
       UNION ALL SELECT id FROM snapshots WHERE session_id = $1 UNION ALL SELECT id FROM rollbacks WHERE session_id = $1`,
      [session],
    );
    expect(inside).toHaveLength(7);
    const before = (await operator.get(`/sessions/${other}`)).body.data;

    const purged = await purge(session);
    expect([purged.status, purged.body.data]).toEqual([200, { id: session, deleted: true }]);

    expect(await tablesNaming([marker])).toEqual([]);
    expect((await tablesNaming([session])).filter((name) => name !== 'audit_entries')).toEqual([]);
    const ids = inside.map(({ id }) => id);
    expect((await tablesNaming(ids)).filter((name) => name !== 'audit_entries')).toEqual([]);
    expect((await operator.get(`/sessions/${other}`)).body.data).toEqual(before);
    const { rows: agents } = await rows.query('SELECT sessions FROM agents WHERE organization_id = $1', [
      organization.id,
    ]);
    expect(agents).toEqual([{ sessions: 2 }]);
    const { rows: usage } = await rows.query('SELECT actions::int FROM usage_months WHERE organization_id = $1', [
      organization.id,
    ]);
    expect(usage).toEqual([{ actions: 6 }]);

    const { rows: audit } = await rows.query(
      `SELECT actor, action, target, before, after FROM audit_entries WHERE organization_id = $1 AND action = 'session.purged'`,
      [organization.id],
    );
    const { rows: users } = await rows.query('SELECT id FROM users WHERE organization_id = $1', [organization.id]);
    expect(audit).toEqual([
      {
        actor: { kind: 'USER', id: users[0].id, label: organization.email },
        action: 'session.purged',
        target: { type: 'session', id: session },
        before: { agentId, simulated: false, actions: 3, snapshots: 1, approvals: 2, rollbacks: 1 },
        after: null,
      },
    ]);
  });

  it('takes steps and snapshots of a rollback on a real database too', async () => {
    const database = await withNotes(organization);
    try {
      const session = await newSession(agent);
      await changeNote(agent, session, database.pool);
      expect((await operator.post(`/sessions/${session}/rollback`)).body.data.displayStatus).toBe('REVERTED');
      const { rows: steps } = await rows.query('SELECT id FROM rollback_steps WHERE organization_id = $1', [
        organization.id,
      ]);
      expect(steps).toHaveLength(1);
      expect((await purge(session)).status).toBe(200);
      expect(await tablesNaming([steps[0].id])).toEqual([]);
    } finally {
      await database.drop();
    }
  });

  it('makes it absent immediately, in every process, also for callers that knew it', async () => {
    const session = await newSession(agent);
    const action = await logged(agent, session);
    const { approvalId } = await gated(agent, session);
    for (const service of [serviceA, serviceB]) await logged(agent.at(service), session);
    const meanwhile = await whileHeld();
    const held = agent.at(serviceB).get(`/approvals/${approvalId}?wait=${LONGEST_S}`);
    await arrived([agent.at(serviceB)]);
    expect((await purge(session)).status).toBe(200);
    for (const service of [serviceA, serviceB]) {
      const [key, person] = [agent.at(service), operator.at(service)];
      const path = `/sessions/${session}`;
      const answers = [
        await key.get(path),
        await key.patch(path, { status: 'COMPLETED' }),
        await key.post(`${path}/actions`, call()),
        await key.post(`${path}/actions`, call({ status: 'SUCCESS' })),
        await key.patch(`${path}/actions/${action}`, { status: 'SUCCESS' }),
        await key.post(`${path}/actions/precapture`, { apiName: 'a.b', payload: {} }),
        await key.post(`${path}/rollback`),
        await person.get(`${path}/dirty`),
        await person.post(`/approvals/${approvalId}/approve`, {}),
        await purge(session, person),
      ];
      expect(answers.map(errorOf)).toEqual(Array(10).fill('not-found'));
    }
    expect([(await held).status, meanwhile.isHeld()]).toEqual([404, true]);
    meanwhile.end();
  });

  it('makes it absent in every process also to an agent that is paused', async () => {
    const agentId = unique('agent');
    const session = await newSession(agent, agentId);
    for (const service of [serviceA, serviceB]) await logged(agent.at(service), session);
    const { id } = (await operator.post('/agents', { slug: agentId })).body.data;
    await operator.put(`/agents/${id}`, { status: 'PAUSED' });
    for (const service of [serviceA, serviceB]) {
      const asked = await agent.at(service).post(`/sessions/${session}/actions`, call());
      expect(errorOf(asked)).toBe('agent-paused');
    }
    await purge(session);
    for (const service of [serviceA, serviceB]) {
      const answers = [
        await agent.at(service).post(`/sessions/${session}/actions`, call()),
        await agent.at(service).post(`/sessions/${session}/actions/precapture`, { apiName: 'a.b', payload: {} }),
      ];
      expect(answers.map(errorOf)).toEqual(['not-found', 'not-found']);
    }
  });

  it('frees its idempotency key: the same request opens another session', async () => {
    const [key, wanted] = [unique('key'), { agentId: unique('agent'), intent: 'look after customers' }];
    const first = await agent.post('/sessions', wanted, key);
    await purge(first.body.data.id);
    const second = await agent.post('/sessions', wanted, key);
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(second.body.data.id).not.toBe(first.body.data.id);
  });

  it('is refused while a rollback of it runs, changes nothing then, and works afterwards', async () => {
    const { session, finish } = await holdRollback(organization);
    const answers = [await purge(session), await purge(session, operator.at(serviceB))];
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    expect(answers.map(errorOf)).toEqual(['rollback-running', 'rollback-running']);
    const other = await newSession(agent);
    expect((await purge(other)).status).toBe(200);
    const finished = await finish();
    expect(finished.body.data).toMatchObject({ displayStatus: 'REVERTED', results: [{ outcome: 'ROLLED_BACK' }] });
    expect((await purge(session)).status).toBe(200);
  });

  it('is for an operator of that organization, on the PRO plan', async () => {
    const session = await newSession(agent);
    const stranger = await newOrganization();
    expect(errorOf(await purge(session, stranger.operator))).toBe('not-found');
    expect(errorOf(await purge('nonsense'))).toBe('not-found');
    expect(errorOf(await purge(session, agent))).toBe('operator-required');
    await setPlan(organization.id, 'FREE');
    await eventually(
      () => operator.get('/sessions/dirty'),
      ({ status }) => status === 403,
    );
    expect(errorOf(await purge(session))).toBe('plan-required');
    expect((await operator.get(`/sessions/${session}`)).status).toBe(200);
  });
});

describe('a purge at the same time as', () => {
  /** Runs each round in a session of its own, ten at a time, over both processes. */
  async function rounds(count: number, race: (session: string, round: number) => Promise<void>): Promise<void> {
    let ran = 0;
    for (let from = 0; from < count; from += 10) {
      await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          await race(await newSession(agent), from + index);
          ran++;
        }),
      );
    }
    expect(ran).toBe(count);
  }

  async function expectGone(session: string): Promise<void> {
    const { rows: left } = await rows.query(
      `SELECT (SELECT count(*)::int FROM sessions WHERE id = $1) AS sessions, (SELECT count(*)::int FROM actions WHERE session_id = $1) AS actions,
         (SELECT count(*)::int FROM approvals WHERE session_id = $1) AS approvals`,
      [session],
    );
    expect(left).toEqual([{ sessions: 0, actions: 0, approvals: 0 }]);
  }

  it('logging takes all calls, or they find no session', async () => {
    await rounds(40, async (session, round) => {
      const [purged, ...answers] = await Promise.all([
        purge(session, at(operator, round)),
        ...Array.from({ length: 6 }, (_, index) =>
          at(agent, index).post(
            `/sessions/${session}/actions`,
            call({ status: index % 2 ? 'SUCCESS' : 'PENDING_APPROVAL' }),
          ),
        ),
      ]);
      expect(purged.status).toBe(200);
      expect(answers.filter(({ status }) => status !== 201 && status !== 404)).toEqual([]);
      await expectGone(session);
    });
  });

  it('confirmations and decisions takes them too', async () => {
    await rounds(40, async (session, round) => {
      const open = [await logged(agent, session), await logged(agent, session)];
      const { approvalId } = await gated(agent, session);
      const [purged, ...answers] = await Promise.all([
        purge(session, at(operator, round)),
        ...open.map((id, index) => at(agent, index).patch(`/sessions/${session}/actions/${id}`, { status: 'SUCCESS' })),
        at(operator, round + 1).post(`/approvals/${approvalId}/approve`, {}, unique('key')),
      ]);
      expect(purged.status).toBe(200);
      expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
      await expectGone(session);
    });
  });

  it('other purges happens once', async () => {
    await rounds(30, async (session) => {
      await logged(agent, session);
      const answers = await Promise.all(Array.from({ length: 4 }, (_, index) => purge(session, at(operator, index))));
      expect(tally(answers)).toEqual({ 200: 1, 404: 3 });
      await expectGone(session);
    });
    const { rows: audit } = await rows.query(
      `SELECT target->>'id' AS id, count(*)::int AS n FROM audit_entries WHERE organization_id = $1 AND action = 'session.purged' GROUP BY 1`,
      [organization.id],
    );
    expect(audit).toHaveLength(30);
    expect(audit.filter(({ n }) => n !== 1)).toEqual([]);
  });

  it('the same request for the session opens a new one or shows it, and never fails', async () => {
    await rounds(30, async (_, round) => {
      const [key, wanted] = [unique('key'), { agentId: 'again', intent: 'look after customers' }];
      const first = await agent.post('/sessions', wanted, key);
      const answers = await Promise.all([
        purge(first.body.data.id, at(operator, round)),
        ...Array.from({ length: 4 }, (__, index) => at(agent, index).post('/sessions', wanted, key)),
      ]);
      expect(answers.filter(({ status }) => ![200, 201, 404, 503].includes(status))).toEqual([]);
    });
    const [key, wanted] = [unique('key'), { agentId: 'again', intent: 'look after customers' }];
    const { id } = (await agent.post('/sessions', wanted, key)).body.data;
    // The key looks as a request finds it if the session is purged between its two reads.
    await rows.query('UPDATE idempotency_keys SET resource_id = NULL WHERE resource_id = $1', [id]);
    expect(errorOf(await agent.post('/sessions', wanted, key))).toBe('unavailable');
  });
});
