import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, patience } from '../../test/support/patience.mjs';
import { dropDatabases, newPerforming } from '../../test/support/performing.js';
import { rollBack } from '../../test/support/roll-back.js';
import {
  ApprovalRejectedError,
  Backstop,
  BackstopProblemError,
  BackstopUnavailableError,
  CallFailedError,
  PolicyBlockedError,
} from '../src/index.js';

afterAll(dropDatabases);

async function newWorld({ offered, fetch }: { offered?: readonly string[]; fetch?: typeof globalThis.fetch } = {}) {
  const world = await newPerforming(offered);
  const backstop = new Backstop({
    baseUrl: world.agent.service.url,
    apiKey: world.agent.credential ?? '',
    outbox: false,
    ...(fetch && { fetch }),
  });
  return { ...world, session: await backstop.openSession(world.session) };
}

/** The network between the SDK and the service, which can fail. */
function newNetwork() {
  /** The requests that the SDK has sent, with the status of the answer; 0: it was lost. */
  const seen: string[] = [];
  let down = new AbortController();
  let losesAnswers = false;
  let afterLoss = async () => {};
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(String(input));
    const note = (status: number) => void seen.push(`${init.method} ${pathname}${search} ${status}`);
    try {
      const signals = [down.signal, ...(init.signal ? [init.signal] : [])];
      const answer = await globalThis.fetch(input, { ...init, signal: AbortSignal.any(signals) });
      const body = await answer.text();
      if (losesAnswers) {
        await afterLoss();
        throw new TypeError('The answer was lost.');
      }
      note(answer.status);
      return new Response(body, { status: answer.status, headers: answer.headers });
    } catch (error) {
      note(0);
      throw error;
    }
  };
  return {
    seen,
    fetch,
    /** Requests under way fail, too. */
    fail: () => down.abort(),
    loseAnswers: () => {
      losesAnswers = true;
    },
    /** Loses one answer; `then` runs before the next attempt. */
    loseOne: (then: () => Promise<unknown>) => {
      losesAnswers = true;
      afterLoss = async () => {
        losesAnswers = false;
        await then();
      };
    },
    mend: () => {
      down = new AbortController();
      losesAnswers = false;
    },
  };
}

const UPDATE = { table: 'customers', match: { id: 1 }, values: { credit: 99 } } as const;

/** A call that waits for a person, over a network of its own. */
async function waiting(policy: object = {}, sql?: string) {
  const network = newNetwork();
  const world = await newWorld({ fetch: network.fetch });
  const { session, operator } = world;
  await operator.post('/policies', { apiNamePattern: 'postgres.*', action: 'REQUIRE_APPROVAL', ...policy });
  network.seen.splice(0);
  const answer = sql ? session.perform('postgres.query', { sql }) : session.perform('postgres.rows.update', UPDATE);
  const ended = answer.then(
    () => true,
    () => true,
  );
  const asked = () => eventually(async () => (await operator.get('/approvals')).body.data[0]);
  const approval = `/approvals/${(await asked()).id}`;
  await eventually(() => network.seen.some((request) => request.startsWith('POST')));
  return {
    ...{ ...world, network, answer, asked, approval },
    hasEnded: () => Promise.race([ended, sleep(0, false)]),
    approve: async () => expect((await operator.post(`${approval}/approve`)).status).toBe(200),
    actions: async () => (await operator.get(`/sessions/${session.id}`)).body.data.actions,
  };
}

describe('session.perform', () => {
  it('answers what the provider answered, without a credential of the agent', async () => {
    const { session, credits } = await newWorld();
    const answer = await session.perform('postgres.rows.update', UPDATE);
    expect(answer).toMatchObject({ rowCount: 1, rows: [{ id: 1, credit: 99 }] });
    await rollBack(session);
    expect(await credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it("rejects with the provider's words where it refuses, and with the policy's where one blocks", async () => {
    const { session, operator } = await newWorld();
    const refused = session.perform('postgres.query', { sql: 'SELECT 1 / 0' });
    await expect(refused).rejects.toThrow(CallFailedError);
    await expect(refused).rejects.toMatchObject({
      code: 'call-refused',
      message: expect.stringContaining('division by zero'),
    });
    await operator.post('/policies', { apiNamePattern: 'postgres.rows.delete', action: 'BLOCK', reason: 'never' });
    const blocked = session.perform('postgres.rows.delete', { table: 'customers', match: {} });
    await expect(blocked).rejects.toThrow(PolicyBlockedError);
  });

  it('waits for a person, and rejects where they reject', async () => {
    const { session, operator } = await newWorld();
    await operator.post('/policies', { apiNamePattern: 'postgres.rows.*', action: 'REQUIRE_APPROVAL' });
    const decided = async (how: 'approve' | 'reject') => {
      const call = session.perform('postgres.rows.update', UPDATE);
      call.catch(() => undefined);
      let [waiting] = (await operator.get('/approvals')).body.data;
      while (!waiting) [waiting] = (await operator.get('/approvals')).body.data;
      await operator.post(`/approvals/${waiting.id}/${how}`, {});
      return call;
    };
    expect(await decided('approve')).toMatchObject({ rowCount: 1 });
    await expect(decided('reject')).rejects.toThrow(ApprovalRejectedError);
  });

  it('waits for a person in requests that the service holds', async () => {
    const { network, answer, approval, approve } = await waiting();
    await sleep(2_000);
    await approve();
    expect(await answer).toMatchObject({ rowCount: 1 });
    const [ask, ...reads] = network.seen;
    expect(ask).toMatch(/^POST .*\/actions\?wait=25 201$/);
    expect(reads[0]).toBe(`GET ${approval}?wait=25 200`);
    const others = reads.filter((read) => !read.includes('/actions/'));
    expect(new Set(others)).toEqual(new Set([reads[0]]));
  });

  it('waits for a person through an outage of the service, and the call is made once', async () => {
    const { network, answer, hasEnded, approve, actions, credits } = await waiting();
    network.fail();
    const failed = () => network.seen.filter((request) => request.endsWith(' 0')).length;
    await eventually(async () => (await hasEnded()) || failed() > 5);
    network.mend();
    await approve();
    expect(await answer).toMatchObject({ rowCount: 1 });
    expect(await actions()).toMatchObject([{ status: 'SUCCESS' }]);
    expect((await credits())[0]).toBe('1:99');
  });

  it('waits again where the person is asked again', async () => {
    const { database, network, answer, asked, approval, approve, credits } = await waiting({ onChange: 'ask' });
    await database.pool.query("UPDATE customers SET name = 'Other' WHERE id = 1");
    await approve();
    await eventually(async () => (await asked()).performance.attempts === 1);
    await approve();
    expect(await answer).toMatchObject({ rows: [{ name: 'Other', credit: 99 }] });
    expect(network.seen).toContain(`GET ${approval}?wait=25 200`);
    expect((await credits())[0]).toBe('1:99');
  });

  it('answers a call that had begun when its agent was paused', async () => {
    const world = await waiting({}, 'UPDATE customers SET credit = 99 WHERE id = 1');
    const { database, network, answer, approval, approve, agent, operator, actions } = world;
    const blocker = await database.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM customers WHERE id = 1 FOR UPDATE');
    network.fail();
    await approve();
    await eventually(actions, ([action]) => action.performance.state === 'running');
    const [{ id }] = (await operator.get('/agents')).body.data;
    const pausing = operator.put(`/agents/${id}`, { status: 'PAUSED' });
    await eventually(async () => (await agent.get(approval)).status === 403);
    network.mend();
    await eventually(() => network.seen.includes(`GET ${approval}?wait=25 403`));
    await blocker.query('COMMIT');
    blocker.release();
    expect(await answer).toMatchObject({ rowCount: 1 });
    await pausing;
  });

  it('says that the outcome is unknown where the ask got no answer, and once() finds the call again', async () => {
    const network = newNetwork();
    const { session, operator, credits } = await newWorld({ fetch: network.fetch });
    const run = () => session.once('credit of 1', () => session.perform('postgres.rows.update', UPDATE));
    network.loseAnswers();
    const lost = run();
    await expect(lost).rejects.toThrow(CallFailedError);
    await expect(lost).rejects.toMatchObject({
      code: 'outcome-unknown',
      isRetryable: false,
      cause: expect.any(BackstopUnavailableError),
      message: expect.stringMatching(/^postgres\.rows\.update: .*may have made it.*session\.once/),
    });
    expect((await credits())[0]).toBe('1:99');
    network.mend();
    expect(await run()).toMatchObject({ rowCount: 1 });
    const { actions } = (await operator.get(`/sessions/${session.id}`)).body.data;
    expect(actions).toMatchObject([{ status: 'SUCCESS' }]);
  });

  it('answers with the call that the lost ask made, although a new one would be refused', async () => {
    const network = newNetwork();
    const { session, operator, database, credits } = await newWorld({ fetch: network.fetch });
    const credential = { values: { connectionString: database.url }, agentOperations: [] };
    network.loseOne(() => operator.put('/settings/credentials/postgres', credential));
    expect(await session.perform('postgres.rows.update', UPDATE)).toMatchObject({ rowCount: 1 });
    expect((await credits())[0]).toBe('1:99');
    await expect(session.perform('postgres.rows.update', UPDATE)).rejects.toMatchObject({
      code: 'operation-not-offered',
    });
    const { actions } = (await operator.get(`/sessions/${session.id}`)).body.data;
    expect(actions).toMatchObject([{ status: 'SUCCESS' }]);
  });

  it('says that the outcome is unknown where an answer was lost and the next attempt is refused unread', async () => {
    const network = newNetwork();
    const { session, operator, agent, credits } = await newWorld({ fetch: network.fetch });
    network.loseOne(async () => {
      for (const { id } of (await operator.get('/api-keys')).body.data) await operator.delete(`/api-keys/${id}`);
      await eventually(
        () => agent.get(`/sessions/${session.id}`),
        ({ status }) => status === 401,
      );
    });
    const lost = session.perform('postgres.rows.update', UPDATE);
    await expect(lost).rejects.toMatchObject({
      name: 'CallFailedError',
      code: 'outcome-unknown',
      status: 401,
      isRetryable: false,
      cause: expect.any(BackstopProblemError),
    });
    expect((await credits())[0]).toBe('1:99');
  });

  it('rejects with the reason of its caller where that gives up before the ask is answered', async () => {
    const network = newNetwork();
    const { session } = await newWorld({ fetch: network.fetch });
    network.loseAnswers();
    const gone = session.perform('postgres.rows.update', UPDATE, { signal: AbortSignal.abort(new Error('enough')) });
    await expect(gone).rejects.toThrow('enough');
  });

  it('withdraws the question where its caller gives up while it waits', async () => {
    const { session, operator, credits } = await newWorld();
    await operator.post('/policies', { apiNamePattern: 'postgres.rows.*', action: 'REQUIRE_APPROVAL' });
    const signal = AbortSignal.timeout(patience(1_000));
    await expect(session.perform('postgres.rows.update', UPDATE, { signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    const { actions = [] } = await session.read();
    expect(actions).toMatchObject([{ status: 'REJECTED', refusal: { code: 'withdrawn' } }]);
    expect((await operator.get('/approvals')).body.data).toEqual([]);
    expect(await credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it('is continued by another process, which gets the answer of the provider', async () => {
    const { session, agent, operator } = await newWorld();
    const update = { apiName: 'postgres.rows.update', payload: UPDATE, perform: true };
    await operator.post('/policies', { apiNamePattern: 'postgres.rows.*', action: 'REQUIRE_APPROVAL' });
    const asked = (await agent.post(`/sessions/${session.id}/actions?wait=0`, update)).body.data;
    await operator.post(`/approvals/${asked.approval.id}/approve`);
    expect(await session.resume(asked.id)).toMatchObject({ rowCount: 1, rows: [{ id: 1, credit: 99 }] });
  });

  it('rejects where nothing is offered', async () => {
    const { session } = await newWorld({ offered: [] });
    const refused = session.perform('postgres.rows.update', UPDATE);
    await expect(refused).rejects.toThrow(BackstopProblemError);
    await expect(refused).rejects.toMatchObject({ code: 'operation-not-offered', status: 403 });
  });
});
