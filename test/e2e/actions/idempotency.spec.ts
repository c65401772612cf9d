import {
  type Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../support/client.js';
import { call, errorOf, expectConsistent, gated, logged, rows, tally } from '../../support/ledger.js';

interface Trigger {
  readonly caller: Caller;
  readonly path: string;
  readonly body: object;
  readonly other: object;
  readonly status: number;
  /** The member of the answer that identifies the resource. */
  readonly identity: string;
  /** Counts the resources that exist now. */
  readonly count: () => Promise<number>;
}

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent);
});
afterAll(() => rows.end());

const countOf = async (table: string, column: string, value: string) => {
  const { rows: found } = await rows.query(`SELECT count(*)::int AS count FROM ${table} WHERE ${column} = $1`, [value]);
  return found[0].count as number;
};

const triggers: Record<string, () => Promise<Trigger>> = {
  'POST /sessions': async () => ({
    caller: organization.agent,
    path: '/sessions',
    body: { agentId: 'once', intent: 'one' },
    other: { agentId: 'once', intent: 'two' },
    status: 201,
    identity: 'id',
    count: async () => (await countOf('sessions', 'organization_id', organization.id)) - 1,
  }),
  'POST /sessions/:id/actions': async () => ({
    caller: organization.agent,
    path: `/sessions/${session}/actions`,
    body: call(),
    other: call({ payload: { id: 8 } }),
    status: 201,
    identity: 'id',
    count: () => countOf('actions', 'session_id', session),
  }),
  'POST /sessions/:id/actions/precapture': async () => ({
    caller: organization.agent,
    path: `/sessions/${session}/actions/precapture`,
    body: { apiName: 'crm.customer.update', payload: { id: 7 } },
    other: { apiName: 'crm.customer.update', payload: { id: 8 } },
    status: 200,
    identity: 'precaptureId',
    count: () => countOf('snapshots', 'session_id', session),
  }),
  'POST /policies': async () => ({
    caller: organization.operator,
    path: '/policies',
    body: { apiNamePattern: 'crm.*', action: 'BLOCK' },
    other: { apiNamePattern: 'crm.*', action: 'ALLOW' },
    status: 201,
    identity: 'id',
    count: () => countOf('policies', 'organization_id', organization.id),
  }),
  'POST /agents': async () => ({
    caller: organization.operator,
    path: '/agents',
    body: { slug: 'once' },
    other: { slug: 'twice' },
    status: 201,
    identity: 'id',
    count: async () => (await countOf('agents', 'organization_id', organization.id)) - 1,
  }),
  'POST /approvals/:id/approve': async () => {
    const { approvalId } = await gated(organization.agent, session);
    return {
      caller: organization.operator,
      path: `/approvals/${approvalId}/approve`,
      body: {},
      other: { payload: { id: 8 } },
      status: 200,
      identity: 'decidedAt',
      count: async () => (await organization.operator.get('/approvals?status=APPROVED')).body.data.length,
    };
  },
  'POST /approvals/:id/reject': async () => {
    const { approvalId } = await gated(organization.agent, session);
    return {
      caller: organization.operator,
      path: `/approvals/${approvalId}/reject`,
      body: { reason: 'no' },
      other: { reason: 'never' },
      status: 200,
      identity: 'decidedAt',
      count: async () => (await organization.operator.get('/approvals?status=REJECTED')).body.data.length,
    };
  },
  'POST /sessions/:id/rollback': async () => {
    await logged(organization.agent, session, { status: 'SUCCESS' });
    return {
      caller: organization.agent,
      path: `/sessions/${session}/rollback`,
      body: {},
      other: { onConflict: 'skip' },
      status: 200,
      identity: 'rollbackId',
      count: () => countOf('rollbacks', 'session_id', session),
    };
  },
  'POST /sessions/:id/actions/:actionId/rollback': async () => {
    const id = await logged(organization.agent, session, { status: 'SUCCESS' });
    return {
      caller: organization.operator,
      path: `/sessions/${session}/actions/${id}/rollback`,
      body: {},
      other: { onConflict: 'force' },
      status: 200,
      identity: 'rollbackId',
      count: () => countOf('rollbacks', 'session_id', session),
    };
  },
};

const at = (caller: Caller, index: number) => caller.at(index % 2 ? serviceA : serviceB);

describe('an Idempotency-Key', () => {
  it('is tried on nine routes', () => expect(Object.keys(triggers)).toHaveLength(9));

  it.each(Object.keys(triggers))('makes one resource of sixteen requests to two processes: %s', async (route) => {
    const { caller, path, body, other, status, identity, count } = await (triggers[route] as () => Promise<Trigger>)();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => at(caller, index).post(path, body, 'the-key')),
    );
    expect(tally(answers)).toEqual({ [status]: 16 });
    expect(new Set(answers.map((answer) => answer.body.data[identity])).size).toBe(1);
    expect(answers[0]?.body.data[identity]).toEqual(expect.any(String));
    expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === 'true')).toHaveLength(15);
    expect(await count()).toBe(1);
    const later = await caller.post(path, body, 'the-key');
    expect([later.status, later.headers.get('idempotency-replayed')]).toEqual([status, 'true']);
    expect(later.body.data[identity]).toEqual(answers[0]?.body.data[identity]);
    const conflict = await at(caller, 1).post(path, other, 'the-key');
    expect([conflict.status, errorOf(conflict)]).toEqual([409, 'idempotency-conflict']);
    expect(await count()).toBe(1);
    await expectConsistent(session);
  });

  it.each(Object.keys(triggers))(
    'returns 400 when it is not visible ASCII of at most 255 characters: %s',
    async (route) => {
      const { caller, path, body, count } = await (triggers[route] as () => Promise<Trigger>)();
      const bad = ['a b', 'x'.repeat(256), 'caf\u00e9'];
      for (const key of bad) {
        const answer = await caller.post(path, body, key);
        expect([key, answer.status, errorOf(answer)]).toEqual([key, 400, 'validation-failed']);
      }
      expect(bad).toHaveLength(3);
      expect(await count()).toBe(0);
    },
  );

  it('belongs to one of two requests with different bodies', async () => {
    const path = `/sessions/${session}/actions`;
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        at(organization.agent, index >> 1).post(path, call({ payload: { id: index % 2 } }), 'contested'),
      ),
    );
    expect(tally(answers)).toEqual({ 201: 8, 409: 8 });
    expect(await countOf('actions', 'session_id', session)).toBe(1);
    await expectConsistent(session);
  });

  it('returns the same resource in its present state', async () => {
    const path = `/sessions/${session}/actions`;
    const { id } = (await organization.agent.post(path, call(), 'k')).body.data;
    const done = await organization.agent.patch(`${path}/${id}`, { status: 'SUCCESS', response: 1 });
    expect((await organization.agent.at(serviceB).post(path, call(), 'k')).body.data).toEqual(done.body.data);
  });

  it.each<[string, (path: string) => string]>([
    ['percent-encoded', (path) => path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
    ['with a query', (path) => `${path}?again=1`],
  ])('belongs to the route, however the path is spelled: %s', async (_, spelled) => {
    for (const [path, body] of [
      [`/sessions/${session}/actions`, call()],
      [`/sessions/${session}/actions/precapture`, { apiName: 'a.b', payload: {} }],
    ] as const) {
      const first = await organization.agent.post(path, body, 'k');
      const again = await organization.agent.post(spelled(path), body, 'k');
      expect([again.headers.get('idempotency-replayed'), again.body.data]).toEqual(['true', first.body.data]);
    }
    expect(await countOf('actions', 'session_id', session)).toBe(1);
    expect(await countOf('snapshots', 'session_id', session)).toBe(1);
  });

  it('ignores the order of the members of a body', async () => {
    const path = `/sessions/${session}/actions`;
    const first = await organization.agent.post(
      path,
      { apiName: 'a.b', operationType: 'READ', payload: { x: 1, y: 2 } },
      'k',
    );
    const second = await organization.agent.post(
      path,
      { payload: { y: 2, x: 1 }, operationType: 'READ', apiName: 'a.b' },
      'k',
    );
    expect(second.body.data.id).toBe(first.body.data.id);
  });

  it.each([
    ['policy-blocked', 403, { apiName: 'block.call' }],
    ['policy-blocked', 403, { apiName: 'block.call', status: 'SUCCESS' }],
    ['session-closed', 409, { status: 'SUCCESS' }],
  ])('repeats a recorded refusal with the same answer: %s, %i, %j', async (error, status, more) => {
    const { operator, agent } = organization;
    await operator.post('/policies', { apiNamePattern: 'block.*', action: 'BLOCK', reason: 'never' });
    if (error === 'session-closed') await agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    const ask = (index: number) => at(agent, index).post(`/sessions/${session}/actions`, call(more), 'k');
    const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => ask(index)));
    await operator.delete(`/policies/${(await operator.get('/policies')).body.data[0].id}`);
    answers.push(await ask(0));
    expect(tally(answers)).toEqual({ [status]: 17 });
    expect(new Set(answers.map(errorOf))).toEqual(new Set([error]));
    expect(new Set(answers.map(({ body }) => body.error.detail)).size).toBe(1);
    const kept = new Set(answers.map(({ body }) => body.error.actionId));
    expect([...kept]).toEqual([expect.any(String)]);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(16);
    expect(await countOf('actions', 'session_id', session)).toBe(1);
    await expectConsistent(session);
  });

  it('is separate for each principal and each path', async () => {
    const { operator, agent } = organization;
    const other = await newSession(agent);
    const ids = await Promise.all([
      loggedOnce(agent, session),
      loggedOnce(operator, session),
      loggedOnce(agent, other),
      loggedOnce(agent, session),
    ]);
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toBe(ids[3]);
  });

  it('is forgotten after twenty-four hours', async () => {
    const { agent } = organization;
    const before = await loggedOnce(agent, session);
    await rows.query("UPDATE actions SET created_at = created_at - interval '24 hours 1 second' WHERE id = $1", [
      before,
    ]);
    expect(await loggedOnce(agent, session)).not.toBe(before);
    const create = async () =>
      (await agent.post('/sessions', { agentId: unique('a'), intent: 'x' }, 'key')).body.data?.id;
    const first = await create();
    await rows.query(
      "UPDATE idempotency_keys SET created_at = created_at - interval '24 hours 1 second' WHERE resource_id = $1",
      [first],
    );
    expect(await create()).not.toBe(first);
    await expectConsistent(session);
  });
});

const loggedOnce = async (caller: Caller, id: string): Promise<string> =>
  (await caller.post(`/sessions/${id}/actions`, call(), 'shared')).body.data.id;

describe('sixty-four requests to one process', () => {
  it('with one key log one action, and all get its answer', async () => {
    const path = `/sessions/${session}/actions`;
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => organization.agent.post(path, call(), 'one-key-for-all')),
    );
    expect(tally(answers)).toEqual({ 201: 64 });
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await countOf('actions', 'session_id', session)).toBe(1);
  });

  it('confirm one action once, and all get its answer', async () => {
    const asked = await organization.agent.post(`/sessions/${session}/actions`, call());
    const path = `/sessions/${session}/actions/${asked.body.data.id}`;
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => organization.agent.patch(path, { status: 'SUCCESS' })),
    );
    expect(tally(answers)).toEqual({ 200: 64 });
    await expectConsistent(session);
  });
});
