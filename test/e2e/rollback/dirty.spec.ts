import { type Caller, newOrganization, newSession, type Organization, serviceB, unique } from '../../support/client.js';
import { changeNote, withNotes } from '../../support/held-rollback.js';
import { errorOf, expectConsistent, gated, logged, rows, setPlan } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';

let organization: Organization;
let operator: Caller;
let agent: Caller;
beforeEach(async () => {
  organization = await newOrganization();
  ({ operator, agent } = organization);
});
afterAll(() => rows.end());

interface Reason {
  reason: string;
  actions: number;
  actionIds: string[];
}

const dirtOf = async (session: string): Promise<Reason[]> => {
  const { status, body } = await operator.get(`/sessions/${session}/dirty`);
  expect(status).toBe(200);
  expect(body.data.dirty).toBe(body.data.reasons.length > 0);
  return body.data.reasons;
};
const dirtyIds = async (query = '') =>
  (await operator.get(`/sessions/dirty${query}`)).body.data.map((one: { sessionId: string }) => one.sessionId);
const rollBack = (session: string) => operator.post(`/sessions/${session}/rollback`);
const confirm = (session: string, action: string, status = 'SUCCESS') =>
  agent.patch(`/sessions/${session}/actions/${action}`, { status });

/** The reasons for which a session is dirty, each alone, with the actions it concerns. */
const WAYS: [string, (session: string) => Promise<Reason[]>][] = [
  [
    'what nothing undoes is left after a rollback',
    async (session) => {
      const left = [
        await logged(agent, session, { status: 'SUCCESS' }),
        await logged(agent, session, { status: 'SUCCESS' }),
      ];
      await logged(agent, session, { status: 'SUCCESS', operationType: 'READ' });
      expect((await rollBack(session)).body.data.displayStatus).toBe('ROLLBACK_FAILED');
      return [{ reason: 'not-undone', actions: 2, actionIds: left }];
    },
  ],
  [
    'the undo was tried and failed',
    async (session) => {
      const id = await logged(agent, session, { status: 'SUCCESS' });
      await rollBack(session);
      await rows.query("UPDATE actions SET status = 'ROLLBACK_FAILED' WHERE id = $1", [id]);
      await rows.query('UPDATE sessions SET success = 0, rollback_failed = 1 WHERE id = $1', [session]);
      return [{ reason: 'rollback-incomplete', actions: 1, actionIds: [id] }];
    },
  ],
  [
    'a call was approved and its agent reports no outcome',
    async (session) => {
      const { actionId, approvalId } = await gated(agent, session);
      await gated(agent, session);
      await operator.post(`/approvals/${approvalId}/approve`, {});
      return [{ reason: 'unconfirmed-approval', actions: 1, actionIds: [actionId] }];
    },
  ],
  [
    'something happened against the rules',
    async (session) => {
      await agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
      const id = await logged(agent, session, { status: 'SUCCESS' });
      return [{ reason: 'violation', actions: 1, actionIds: [id] }];
    },
  ],
  [
    'an outcome is unknown',
    async (session) => {
      const id = await logged(agent, session);
      await rows.query("UPDATE actions SET status = 'UNKNOWN' WHERE id = $1", [id]);
      await rows.query('UPDATE sessions SET cleared = 0, unknown = 1 WHERE id = $1', [session]);
      return [{ reason: 'unknown-outcome', actions: 1, actionIds: [id] }];
    },
  ],
];

/** Sessions that no operator needs to look at. */
const CLEAN: [string, (session: string) => Promise<unknown>][] = [
  ['nothing has happened in', async () => undefined],
  ['everything went well in', (session) => logged(agent, session, { status: 'SUCCESS' })],
  [
    'a call failed in, was rejected or waits',
    async (session) => {
      await logged(agent, session, { status: 'FAILED' });
      const { approvalId } = await gated(agent, session);
      await gated(agent, session);
      expect((await operator.post(`/approvals/${approvalId}/reject`, {})).status).toBe(200);
    },
  ],
  [
    'a READ has any outcome, or none, in',
    async (session) => {
      const read = { operationType: 'READ' };
      for (const status of ['SUCCESS', 'FAILED']) await logged(agent, session, { ...read, status });
      await confirm(session, await logged(agent, session, read), 'UNKNOWN');
      const { actionId, approvalId } = await gated(agent, session, read);
      await operator.post(`/approvals/${approvalId}/approve`, {});
      const shown = (await agent.get(`/sessions/${session}`)).body.data;
      expect(shown.actions.map(({ status }: { status: string }) => status)).toEqual([
        ...['SUCCESS', 'FAILED', 'UNKNOWN', 'CLEARED'],
      ]);
      expect([shown.counters.unknown, shown.allowedCommands.rollbackSession]).toEqual([1, false]);
      await expectConsistent(session);
      await confirm(session, actionId, 'UNKNOWN');
      await expectConsistent(session);
    },
  ],
  ['a call was cleared without a gate', (session) => logged(agent, session)],
  [
    'an approved call was confirmed',
    async (session) => {
      for (const outcome of ['SUCCESS', 'FAILED']) {
        const { actionId, approvalId } = await gated(agent, session);
        await operator.post(`/approvals/${approvalId}/approve`, {});
        expect((await confirm(session, actionId, outcome)).status).toBe(200);
      }
    },
  ],
];

describe('a session', () => {
  it.each(WAYS)('is dirty, alone and in the list, when %s', async (_, make) => {
    const agentId = unique('agent');
    const session = await newSession(agent, agentId);
    const reasons = await make(session);
    const { body } = await operator.get(`/sessions/${session}/dirty`);
    const shown = (await operator.get(`/sessions/${session}`)).body.data;
    const view = {
      sessionId: session,
      agentId,
      intent: 'look after customers',
      displayStatus: shown.displayStatus,
      simulated: false,
      dirty: true,
      reasons,
      createdAt: shown.createdAt,
      lastActivityAt: shown.lastActivityAt,
    };
    expect(body.data).toEqual(view);
    expect((await operator.at(serviceB).get('/sessions/dirty')).body.data).toEqual([view]);
  });

  it.each(CLEAN)('is clean, and not in the list, when %s', async (_, make) => {
    const session = await newSession(agent);
    await make(session);
    expect(await dirtOf(session)).toEqual([]);
    expect(await dirtyIds()).toEqual([]);
  });

  it('that was rolled back completely is clean, until a call takes effect late', async () => {
    const database = await withNotes(organization);
    try {
      const session = await newSession(agent);
      await changeNote(agent, session, database.pool);
      expect((await rollBack(session)).body.data.displayStatus).toBe('REVERTED');
      expect([await dirtOf(session), await dirtyIds()]).toEqual([[], []]);
      const { rows: kept } = await rows.query('SELECT dirty, display_status FROM sessions WHERE id = $1', [session]);
      expect(kept).toEqual([{ dirty: false, display_status: 'REVERTED' }]);
      const late = { actions: 1, actionIds: [await logged(agent, session, { status: 'SUCCESS' })] };
      expect(await dirtOf(session)).toEqual([
        { reason: 'not-undone', ...late },
        { reason: 'violation', ...late },
      ]);
      expect(await dirtyIds()).toEqual([session]);
    } finally {
      await database.drop();
    }
  });

  it('with a rollback of one action alone is dirty as long as another effect is left', async () => {
    const database = await withNotes(organization);
    try {
      const session = await newSession(agent);
      const undone = await changeNote(agent, session, database.pool);
      await operator.post(`/sessions/${session}/actions/${undone}/rollback`);
      expect([await dirtOf(session), await dirtyIds()]).toEqual([[], []]);
      const left = await logged(agent, session, { status: 'SUCCESS' });
      expect((await operator.get(`/sessions/${session}`)).body.data.displayStatus).toBe('PARTIALLY_REVERTED');
      expect(await dirtOf(session)).toEqual([{ reason: 'not-undone', actions: 1, actionIds: [left] }]);
      expect(await dirtyIds()).toEqual([session]);
    } finally {
      await database.drop();
    }
  });

  it('is REVERTED and clean after a rollback although a READ of it stays UNKNOWN', async () => {
    const database = await withNotes(organization);
    try {
      const session = await newSession(agent);
      await changeNote(agent, session, database.pool);
      await confirm(session, await logged(agent, session, { operationType: 'READ' }), 'UNKNOWN');
      const { displayStatus, counters } = (await rollBack(session)).body.data;
      expect([displayStatus, counters.unknown]).toEqual(['REVERTED', 1]);
      expect([await dirtOf(session), await dirtyIds()]).toEqual([[], []]);
      await expectConsistent(session);
    } finally {
      await database.drop();
    }
  });

  it('is dirty for a READ that ran against the rules, which is no outcome', async () => {
    const session = await newSession(agent);
    await agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    const id = await logged(agent, session, { operationType: 'READ', status: 'SUCCESS' });
    expect(await dirtOf(session)).toEqual([{ reason: 'violation', actions: 1, actionIds: [id] }]);
  });

  it('lists a call whose outcome could not be determined beside the remaining effects', async () => {
    const session = await newSession(agent);
    await logged(agent, session, { status: 'SUCCESS', operationType: 'READ' });
    const asked = await logged(agent, session);
    const effect = await logged(agent, session, { status: 'SUCCESS' });
    await rollBack(session);
    expect(await dirtOf(session)).toEqual([
      { reason: 'not-undone', actions: 1, actionIds: [effect] },
      { reason: 'unknown-outcome', actions: 1, actionIds: [asked] },
    ]);
    expect(await dirtyIds()).toEqual([session]);
  });

  it('names a running rollback, and the actions that it has not reached yet', async () => {
    const session = await newSession(agent);
    const ids = [
      await logged(agent, session, { status: 'SUCCESS' }),
      await logged(agent, session, { status: 'SUCCESS' }),
    ];
    await rollBack(session);
    const [open] = ids;
    // The rows look as if its process had died before the last step, and no other process were free to take it over.
    await rows.query(
      "UPDATE rollbacks SET status = 'RUNNING', leased_until = now() + interval '1 hour' WHERE session_id = $1",
      [session],
    );
    await rows.query("UPDATE rollback_steps SET state = 'attempting' WHERE action_id = $1", [open]);
    await rows.query("UPDATE sessions SET rollback_state = 'RUNNING' WHERE id = $1", [session]);
    expect(await dirtOf(session)).toEqual([{ reason: 'rollback-incomplete', actions: 1, actionIds: [open] }]);
    expect(await dirtyIds()).toEqual([session]);
    await rows.query("UPDATE rollback_steps SET state = 'impossible' WHERE action_id = $1", [open]);
    expect(await dirtOf(session)).toEqual([{ reason: 'rollback-incomplete', actions: 0, actionIds: [] }]);
    expect(await dirtyIds()).toEqual([session]);
    await rows.query("UPDATE rollbacks SET status = 'FINISHED' WHERE session_id = $1", [session]);
  });

  it('of a test key has no effects, but lists its violations', async () => {
    const { testAgent } = organization;
    const session = await newSession(testAgent);
    await logged(testAgent, session, { status: 'SUCCESS' });
    expect((await rollBack(session)).body.data.displayStatus).toBe('REVERTED');
    expect([await dirtOf(session), await dirtyIds()]).toEqual([[], []]);
    const late = await logged(testAgent, session, { status: 'SUCCESS' });
    expect(await dirtOf(session)).toEqual([{ reason: 'violation', actions: 1, actionIds: [late] }]);
    expect(await dirtyIds()).toEqual([session]);
  });

  it('names at most twenty actions of a reason, the first, and counts them all', async () => {
    const session = await newSession(agent);
    await agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    const ids: string[] = [];
    for (let count = 0; count < 23; count++) ids.push(await logged(agent, session, { status: 'SUCCESS' }));
    expect(await dirtOf(session)).toEqual([{ reason: 'violation', actions: 23, actionIds: ids.slice(0, 20) }]);
  });

  it('returns 404 when it is absent, foreign or malformed, and refuses an API key', async () => {
    const session = await newSession(agent);
    const stranger = await newOrganization();
    const absent = '01890a5d-ac96-774b-bcce-b302099a8057';
    for (const answer of [
      await operator.get(`/sessions/${absent}/dirty`),
      await operator.get('/sessions/nonsense/dirty'),
      await stranger.operator.get(`/sessions/${session}/dirty`),
    ]) {
      expect([answer.status, errorOf(answer)]).toEqual([404, 'not-found']);
    }
    expect(errorOf(await agent.get(`/sessions/${session}/dirty`))).toBe('operator-required');
    await setPlan(organization.id, 'FREE');
    await eventually(
      () => operator.get('/sessions/dirty'),
      (answer) => answer.status === 403,
    );
    expect((await operator.get(`/sessions/${session}/dirty`)).status).toBe(200);
  });
});

describe('the list of dirty sessions', () => {
  it('holds the dirty sessions, newest first, page by page', async () => {
    const made: { session: string; dirty: boolean }[] = [];
    for (const [, make] of [...WAYS, ...CLEAN, ...WAYS]) {
      const session = await newSession(agent);
      await make(session);
      made.push({ session, dirty: (await dirtOf(session)).length > 0 });
    }
    const expected = made.flatMap(({ session, dirty }) => (dirty ? session : [])).reverse();
    expect(expected).toHaveLength(10);
    expect(await dirtyIds()).toEqual(expected);
    const seen: string[] = [];
    for (let path: string | undefined = '/sessions/dirty?limit=3'; path; ) {
      const { body, headers } = await operator.get(path);
      expect(body.data.length).toBeLessThanOrEqual(3);
      seen.push(...body.data.map((one: { sessionId: string }) => one.sessionId));
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(expected);
    const stranger = await newOrganization();
    expect((await stranger.operator.get('/sessions/dirty')).body.data).toEqual([]);
  });

  it('needs the PRO plan, an operator, and a query that fits', async () => {
    expect(errorOf(await agent.get('/sessions/dirty'))).toBe('operator-required');
    expect(errorOf(await operator.get('/sessions/dirty?limit=0'))).toBe('validation-failed');
    await setPlan(organization.id, 'FREE');
    const refused = await eventually(
      () => operator.get('/sessions/dirty'),
      ({ status }) => status === 403,
    );
    expect(errorOf(refused)).toBe('plan-required');
  });
});
