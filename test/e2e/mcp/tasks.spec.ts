import { setTimeout as sleep } from 'node:timers/promises';
import { Caller, newOrganization, serviceA, serviceB, unique } from '../../support/client.js';
import { rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { dropDatabases, newPerforming, type Performing, UPDATE } from '../../support/performing.js';
import { ask, type Called, closeClients, extensionClient, heard, taskClient } from './support/task-clients.js';

afterEach(closeClients);
afterAll(async () => {
  await dropDatabases();
  await rows.end();
});

const TOOL = 'postgres_rows_update';
const EXTENSION = { 'io.modelcontextprotocol/tasks': {} };
const READ = { sql: 'SELECT name FROM customers WHERE id = 1' };

/** An organization whose updates need an approval. */
async function newAsking() {
  const world = await newPerforming();
  await world.operator.post('/policies', { apiNamePattern: UPDATE.apiName, action: 'REQUIRE_APPROVAL' });
  return world;
}
const approvals = async ({ operator }: Performing) => (await operator.get('/approvals?status=ALL')).body.data;
type Waiting = { readonly id: string; readonly actionId: string };
const waiting = async ({ operator }: Performing, count = 1) =>
  (await eventually(
    async () => (await operator.get('/approvals')).body.data,
    (all: Waiting[]) => all.length >= count,
  )) as [Waiting, ...Waiting[]];
/** Decides on the oldest waiting call. */
const decide = async (world: Performing, decision: 'approve' | 'reject', body?: object) => {
  const [{ id }] = await waiting(world);
  expect((await world.operator.post(`/approvals/${id}/${decision}`, body)).status).toBe(200);
};
const INVALID = expect.objectContaining({ code: -32602 });

describe('A task at /mcp', () => {
  it('is a call that waits for a person, and has its result after the approval', async () => {
    const world = await newAsking();
    const { call } = await taskClient(world.agent);
    const hearing = heard(call(TOOL, UPDATE.payload));
    await decide(world, 'approve');
    const all = await hearing;
    const [{ id }] = await approvals(world);
    expect(all[0]).toMatchObject({ type: 'taskCreated', task: { status: 'working', ttl: null } });
    expect(all.find(({ type }) => type === 'taskStatus')).toMatchObject({
      task: { status: 'working', statusMessage: expect.stringContaining(`/approvals/${id}`), pollInterval: 5_000 },
    });
    expect(all.at(-1)).toMatchObject({ type: 'result', result: { content: [{ type: 'text' }] } });
    expect((await world.credits())[0]).toBe('1:99');
  });

  it('is found by a client that comes back, in two processes at one moment, and its call is made once', async () => {
    const world = await newAsking();
    const first = await taskClient(world.agent);
    const { taskId } = await first.begin(TOOL, UPDATE.payload);
    await first.client.close();
    const [here, there] = [await taskClient(world.agent), await taskClient(world.agent.at(serviceB))];
    expect(await there.tasks.getTask(taskId)).toMatchObject({ taskId, status: 'working' });
    const results = [here.result(taskId), there.result(taskId)];
    await decide({ ...world, operator: world.operator.at(serviceB) }, 'approve');
    const [one, other] = await Promise.all(results);
    expect(one).toEqual(other);
    expect(one).toMatchObject({
      content: [{ type: 'text' }],
      _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
    });
    expect(await there.tasks.getTask(taskId)).toMatchObject({ status: 'completed' });
    expect((await world.credits())[0]).toBe('1:99');
    expect(await approvals(world)).toHaveLength(1);
  });

  it('fails with the code and the words of a refusal, whoever refused', async () => {
    const world = await newAsking();
    const { begin, call, result, tasks } = await taskClient(world.agent);
    const { taskId } = await begin(TOOL, UPDATE.payload);
    await decide(world, 'reject', { reason: 'Ask the customer first.' });
    expect(await tasks.getTask(taskId)).toMatchObject({
      status: 'failed',
      statusMessage: expect.stringContaining('Ask the customer first.'),
    });
    expect(await result(taskId)).toMatchObject({ isError: true, structuredContent: { code: 'rejected' } });
    const condition = { field: 'payload.table', operator: 'eq', value: 'customers' };
    await world.operator.post('/policies', { apiNamePattern: UPDATE.apiName, action: 'BLOCK', condition });
    const all = await heard(call(TOOL, UPDATE.payload));
    expect(all.map(({ type }) => type)).toEqual(['taskCreated', 'taskStatus', 'error']);
    expect(all[1]).toMatchObject({ task: { status: 'failed', statusMessage: expect.stringContaining('A rule') } });
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it('is cancelled with its approval, once, and not after it has ended or begun', async () => {
    const world = await newAsking();
    const { begin, result, tasks } = await taskClient(world.agent);
    const { taskId } = await begin(TOOL, UPDATE.payload);
    expect(await tasks.cancelTask(taskId)).toMatchObject({ taskId, status: 'cancelled' });
    expect(await approvals(world)).toMatchObject([{ status: 'REJECTED', code: 'cancelled' }]);
    expect(await result(taskId)).toMatchObject({ isError: true, structuredContent: { code: 'cancelled' } });
    await expect(tasks.cancelTask(taskId)).rejects.toEqual(INVALID);

    const lock = await world.database.pool.connect();
    await lock.query('BEGIN; SELECT * FROM customers WHERE id = 1 FOR UPDATE');
    const running = await begin(TOOL, UPDATE.payload);
    await decide(world, 'approve');
    const { actionId } = (await approvals(world))[0];
    await eventually(
      async () => (await rows.query('SELECT state FROM performed_calls WHERE action_id = $1', [actionId])).rows[0],
      (row: { state: string } | undefined) => row?.state === 'running',
    );
    await expect(tasks.cancelTask(running.taskId)).rejects.toEqual(INVALID);
    expect((await tasks.getTask(running.taskId)).status).toBe('working');
    await lock.query('ROLLBACK');
    lock.release();
    expect((await result(running.taskId)).isError).toBeUndefined();
    await expect(tasks.cancelTask(running.taskId)).rejects.toEqual(INVALID);
    expect((await world.credits())[0]).toBe('1:99');
  });

  it('is either cancelled or made where its cancellation meets the approval in another process', async () => {
    const world = await newAsking();
    const { begin, tasks, result } = await taskClient(world.agent.at(serviceB));
    for (let round = 1; round <= 6; round++) {
      const payload = { ...UPDATE.payload, values: { credit: 100 + round } };
      const before = (await world.credits())[0];
      const { taskId } = await begin(TOOL, payload);
      const [{ id }] = await waiting(world);
      const [cancelled, approved] = await Promise.all([
        tasks.cancelTask(taskId).then(
          ({ status }) => status,
          ({ code }) => code,
        ),
        sleep(round % 3).then(() => world.operator.post(`/approvals/${id}/approve`)),
      ]);
      const { isError = false } = await result(taskId);
      const { status } = await tasks.getTask(taskId);
      const ended = cancelled === 'cancelled' ? ['cancelled', true, before] : ['completed', false, `1:${100 + round}`];
      expect([status, isError, (await world.credits())[0]]).toEqual(ended);
      expect(['cancelled', -32602]).toContain(cancelled);
      expect([200, 409]).toContain(approved.status);
    }
  });

  it('is no task for another key, agent, mode or organization, nor by a guess', async () => {
    const world = await newAsking();
    const { taskId } = await (await taskClient(world.agent)).begin(TOOL, UPDATE.payload);
    const newKey = async (more: object) =>
      new Caller(
        serviceA,
        (await world.operator.post('/api-keys', { name: 'k', kind: 'live', ...more })).body.data.key,
      );
    const strangers = [
      await newKey({}),
      await newKey({ agentId: unique('bound') }),
      world.testAgent,
      (await newOrganization()).agent,
    ];
    const refusedTo = async (caller: Caller, id: string) => {
      const { tasks, result } = await taskClient(caller);
      await expect(tasks.getTask(id)).rejects.toEqual(INVALID);
      await expect(result(id)).rejects.toEqual(INVALID);
      await expect(tasks.cancelTask(id)).rejects.toEqual(INVALID);
    };
    for (const stranger of strangers) {
      await refusedTo(stranger, taskId);
      expect((await ask(stranger, 'tasks/get', { taskId }, EXTENSION)).error).toEqual(INVALID);
      expect((await ask(stranger, 'tasks/cancel', { taskId }, EXTENSION)).error).toEqual(INVALID);
    }
    const [actionId, signature = ''] = taskId.split('.');
    const other = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const guess of ['', 'x'.repeat(10_000), String(actionId), `${actionId}.${other}`])
      await refusedTo(world.agent, guess);
    expect(await approvals(world)).toMatchObject([{ status: 'PENDING' }]);
  });

  it('is a read, too, and lives as long as its call in the ledger, whatever time the client wants', async () => {
    const world = await newPerforming();
    const { begin, call, client, result, tasks } = await taskClient(world.agent);
    const all = await heard(call('postgres_query', READ));
    expect(all.at(-1)).toMatchObject({ type: 'result', result: { structuredContent: { rowCount: 1 } } });
    for (const ttl of [0, -1, 1e308]) {
      const { taskId } = await begin('postgres_query', READ, { ttl });
      expect((await result(taskId)).structuredContent).toMatchObject({ rowCount: 1 });
      expect(await tasks.getTask(taskId)).toMatchObject({ status: 'completed', ttl: null });
    }
    const wrong = { name: 'postgres_query', arguments: READ, task: { ttl: 'for ever' } };
    const raw = { method: 'tools/call', params: wrong } as unknown as Parameters<typeof client.request>[0];
    await expect(client.request(raw, {} as never)).rejects.toEqual(INVALID);
  });

  it('is what the session lists, a page at a time', async () => {
    const world = await newAsking();
    const { begin, tasks } = await taskClient(world.agent);
    expect(await tasks.listTasks()).toEqual({ tasks: [] });
    const begun: string[] = [(await begin(TOOL, UPDATE.payload)).taskId];
    for (let n = 0; n < 20; n++) begun.push((await begin('postgres_query', READ)).taskId);
    const first = await tasks.listTasks();
    const second = await tasks.listTasks(first.nextCursor);
    expect([...first.tasks, ...second.tasks].map(({ taskId }) => taskId)).toEqual(begun);
    expect([first.tasks.length, second.nextCursor]).toEqual([20, undefined]);
    expect(first.tasks[0]).toMatchObject({ status: 'working' });
    expect((await (await taskClient(world.agent)).tasks.listTasks()).tasks).toEqual([]);
    await expect(tasks.listTasks('-1')).rejects.toEqual(INVALID);
  });

  it('is offered for what the service performs, and begins only where the call is kept', async () => {
    const world = await newPerforming(['postgres.rows.*']);
    const { client, begin, tools } = await taskClient(world.agent);
    for (const { name, execution } of tools)
      expect([name, execution?.taskSupport]).toEqual([name, name.startsWith('backstop_') ? undefined : 'optional']);
    expect(client.getServerCapabilities()?.tasks).toEqual({ list: {}, cancel: {}, requests: { tools: { call: {} } } });
    const messageOf = (name: string, given: object) =>
      begin(name, given).then(
        () => 'a task',
        ({ message }: Error) => message,
      );
    expect(await messageOf('backstop_session', { intent: 'Look' })).toContain('-32601');
    expect(await messageOf('postgres_query', READ)).toContain('There is no tool');
    expect(await messageOf(TOOL, { table: 7 })).toContain('payload');
    expect((await world.operator.get('/approvals?status=ALL')).body.data).toEqual([]);
  });

  it('is answered again after a cut stream, at another process, with its result as well', async () => {
    const world = await newAsking();
    const { transport } = await taskClient(world.agent);
    const headers = {
      authorization: `Bearer ${world.agent.credential}`,
      'mcp-session-id': transport.sessionId ?? '',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    };
    /** Sends a request, reads the first event alone, and answers its id. */
    const cut = async (id: number, method: string, params: object) => {
      const abort = new AbortController();
      const answer = await fetch(`${serviceA.url}/mcp`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        signal: abort.signal,
      });
      const read = new TextDecoder().decode((await answer.body?.getReader().read())?.value);
      abort.abort();
      return /^id: (.+)$/m.exec(read)?.[1] ?? '';
    };
    const resume = async (lastEventId: string) => {
      const answer = await fetch(`${serviceB.url}/mcp`, { headers: { ...headers, 'last-event-id': lastEventId } });
      return JSON.parse(/^data: (.+)$/m.exec(await answer.text())?.[1] ?? '{}');
    };
    const lastEventId = await cut(71, 'tools/call', { name: TOOL, arguments: UPDATE.payload, task: {} });
    await waiting(world);
    const begun = await resume(lastEventId);
    expect(begun).toMatchObject({ id: 71, result: { task: { status: 'working' } } });
    const { taskId } = begun.result.task;
    const resumed = resume(await cut(72, 'tasks/result', { taskId }));
    await decide(world, 'approve');
    expect(await resumed).toMatchObject({ id: 72, result: { content: [{ type: 'text' }] } });
    expect(await approvals(world)).toHaveLength(1);
    expect((await world.credits())[0]).toBe('1:99');
  });
});

describe('The extension of protocol 2026-07-28', () => {
  it('answers a task where a call waits for a person, and a result at once where it does not', async () => {
    const world = await newAsking();
    const session = await extensionClient(world.agent);
    const read = await session.callTool('postgres_query', READ);
    expect(read.kind).toBe('immediate');
    const execution = await session.callTool(TOOL, UPDATE.payload);
    expect(execution.kind).toBe('task');
    const settling = execution.settle();
    await decide(world, 'approve');
    const { outcome } = await settling;
    expect(outcome).toMatchObject({ status: 'completed', result: { content: [{ type: 'text' }] } });
    expect((await world.credits())[0]).toBe('1:99');
  });

  it('finds a task again in another process after its client has gone, with the words of the refusal', async () => {
    const world = await newAsking();
    const execution = await (await extensionClient(world.agent)).callTool(TOOL, UPDATE.payload);
    const taskId = execution.handle?.taskId ?? '';
    await execution.detach();
    const controller = (await extensionClient(world.agent.at(serviceB))).task(taskId as never);
    expect(await controller.snapshot()).toMatchObject({ status: 'working' });
    await decide(world, 'reject', { reason: 'Ask the customer first.' });
    const outcome = (await controller.result()) as unknown as { status: string; result: Called };
    expect([outcome.status, outcome.result.isError]).toEqual(['completed', true]);
    expect(outcome.result.content[0]?.text).toContain('Ask the customer first.');
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it('cancels a task with its approval, and acknowledges a cancellation that comes too late', async () => {
    const world = await newAsking();
    const execution = await (await extensionClient(world.agent)).callTool(TOOL, UPDATE.payload);
    const taskId = execution.handle?.taskId ?? '';
    await execution.cancel();
    expect(await approvals(world)).toMatchObject([{ status: 'REJECTED', code: 'cancelled' }]);
    const { result } = await ask(world.agent, 'tasks/get', { taskId }, EXTENSION);
    expect([result.status, 'result' in result]).toEqual(['cancelled', false]);
    for (const method of ['tasks/cancel', 'tasks/update']) {
      const late = await ask(world.agent, method, { taskId, inputResponses: {} }, EXTENSION);
      expect([method, late.error, late.result?.resultType]).toEqual([method, undefined, 'complete']);
    }
  });

  it('is for clients that declare it', async () => {
    const world = await newAsking();
    const arguments_ = { name: TOOL, arguments: UPDATE.payload };
    const { result } = await ask(world.agent, 'tools/call', arguments_, EXTENSION);
    expect(result).toMatchObject({ resultType: 'task', status: 'working' });
    const { taskId } = result;
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
      const { error } = await ask(world.agent, method, { taskId, inputResponses: {} }, {});
      expect([method, error]).toEqual([
        method,
        expect.objectContaining({ code: -32021, data: { requiredCapabilities: { extensions: EXTENSION } } }),
      ]);
    }
    const answering = ask(
      world.agent,
      'tools/call',
      { name: TOOL, arguments: { ...UPDATE.payload, match: { id: 2 } } },
      {},
    );
    for (const { id } of await waiting(world, 2)) await world.operator.post(`/approvals/${id}/approve`);
    expect((await answering).result).toMatchObject({ resultType: 'complete', content: [{ type: 'text' }] });
    // The call of the task is made beside the answer.
    const made = await eventually(world.credits, ([first]) => first === '1:99');
    expect(made).toEqual(['1:99', '2:99', '3:10']);
    const discovered = await ask(world.agent, 'server/discover', {}, EXTENSION);
    expect(discovered.result.capabilities).toMatchObject({ extensions: EXTENSION });
    expect(discovered.result.capabilities).not.toHaveProperty('tasks');
  });
});
