import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { type Answer, Caller, newOrganization, serviceA, serviceB, unique } from '../../support/client.js';
import { rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { dropDatabases, newPerforming, type Performing, UPDATE } from '../../support/performing.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
afterAll(async () => {
  await dropDatabases();
  await rows.end();
});

const OWN = ['backstop_session', 'backstop_wait', 'backstop_cancel', 'backstop_rollback'];

/** A client of the protocol with sessions. */
async function connect({ agent }: Performing, name = unique('client'), service = agent.service) {
  const client = new Client({ name, version: '1.0.0' });
  const headers = { authorization: `Bearer ${agent.credential}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } });
  await client.connect(transport);
  open.push(client);
  return { client, transport, name };
}

type Connected = Awaited<ReturnType<typeof connect>>;
type Called = Awaited<ReturnType<Client['callTool']>> & {
  content: { text: string }[];
  structuredContent?: { readonly sessionId?: string };
};
const called = (result: Promise<unknown>) => result as Promise<Called>;
const update = { name: 'postgres_rows_update', arguments: UPDATE.payload };
const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
const sessionsOf = async ({ operator }: Performing, agentId: string) =>
  (await operator.get(`/sessions?agentId=${agentId}`)).body.data;
const waiting = async ({ operator }: Performing) => {
  const [approval] = await eventually(
    async () => (await operator.get('/approvals')).body.data as { id: string; actionId: string }[],
    (all: { id: string; actionId: string }[]) => all.length > 0,
  );
  if (!approval) throw new Error('No call waits.');
  return approval;
};

describe('/mcp', () => {
  it('gives the provider the true arguments, and the client an answer without what the organization redacts', async () => {
    const world = await newPerforming(['postgres.rows.*', 'postgres.query']);
    await world.operator.put('/settings/redaction', { kinds: ['card-number'], rules: [] });
    const [card, mark] = ['5555 5555 5555 4444', '[redacted: card-number]'];
    const { client } = await connect(world);
    const call = (name: string, parameters: object) => called(client.callTool({ name, arguments: { ...parameters } }));
    const made = await call('postgres_rows_update', { table: 'customers', match: { id: 1 }, values: { name: card } });
    const read = await call('postgres_query', { sql: 'SELECT name FROM customers WHERE id = 1' });
    expect(read.content[0]?.text).toContain(mark);
    expect(JSON.stringify([made, read])).not.toContain(card);
    expect((await world.database.pool.query('SELECT name FROM customers WHERE id = 1')).rows).toEqual([{ name: card }]);
    const [session] = (await world.operator.get('/sessions')).body.data;
    expect((await world.operator.post(`/sessions/${session.id}/rollback`)).body.data.displayStatus).toBe('REVERTED');
    expect((await world.database.pool.query('SELECT name FROM customers WHERE id = 1')).rows).toEqual([
      { name: 'Customer 1' },
    ]);
  });

  it('lists what credentials offer and its own tools, with the hints of the registry, and nothing that is blocked', async () => {
    const world = await newPerforming(['postgres.rows.*', 'postgres.query']);
    await world.operator.post('/policies', { apiNamePattern: 'postgres.rows.delete', action: 'BLOCK' });
    const condition = { field: 'payload.table', operator: 'eq', value: 'secrets' };
    await world.operator.post('/policies', { apiNamePattern: 'postgres.rows.insert', action: 'BLOCK', condition });
    const { client } = await connect(world);
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([...OWN, 'postgres_query', 'postgres_rows_update', 'postgres_rows_insert']),
    );
    expect(names.filter((name) => !name.startsWith('postgres_') && !OWN.includes(name))).toEqual([]);
    expect(names).not.toContain('postgres_rows_delete');
    expect(tools.find(({ name }) => name === 'postgres_rows_update')).toMatchObject({
      inputSchema: { type: 'object', required: expect.arrayContaining(['table']) },
      annotations: { readOnlyHint: false, destructiveHint: true },
      description: expect.stringContaining('can undo it'),
    });
    await expect(client.callTool({ name: 'postgres_rows_delete', arguments: {} })).rejects.toThrow('no tool');
    await expect(client.callTool({ name: 'stripe_refunds_create', arguments: {} })).rejects.toThrow('no tool');
  });

  it('makes a call once, in a session of the client with its stated intent, and undoes it', async () => {
    const world = await newPerforming();
    const { client, name } = await connect(world);
    const stated = await called(client.callTool({ name: 'backstop_session', arguments: { intent: 'Raise a credit' } }));
    expect(stated.structuredContent).toMatchObject({ intent: 'Raise a credit' });
    const made = await called(client.callTool(update));
    expect(made.isError).toBeUndefined();
    expect((await world.credits())[0]).toBe('1:99');
    expect(await sessionsOf(world, name)).toMatchObject([
      { id: stated.structuredContent?.sessionId, intent: 'Raise a credit', counters: { success: 1 } },
    ]);
    const undone = await called(client.callTool({ name: 'backstop_rollback', arguments: {} }));
    expect(undone.structuredContent).toMatchObject({ displayStatus: 'REVERTED' });
    expect((await world.credits())[0]).toBe('1:10');
    const after = await called(client.callTool(update));
    expect([after.isError, after.structuredContent]).toEqual([true, expect.objectContaining({ code: 'cancelled' })]);
  });

  it('keeps on whose behalf the session is, its labels, and the trace and tool call of each call', async () => {
    const world = await newPerforming();
    await world.operator.post('/policies', {
      apiNamePattern: 'postgres.*',
      action: 'BLOCK',
      condition: { field: 'onBehalfOf', operator: 'eq', value: 'eve@example.com' },
    });
    const trace = 'a'.repeat(32);
    const stated = async (more: object) => {
      const { client, name } = await connect(world);
      const told = { intent: 'Raise a credit', ...more };
      const answer = await called(client.callTool({ name: 'backstop_session', arguments: told }));
      const call = (meta: object) => called(client.callTool({ ...update, _meta: { ...meta } }));
      return { answer, call, session: async () => (await sessionsOf(world, name))[0] };
    };
    const labels = { tier: 'gold' };
    const ada = await stated({ onBehalfOf: 'ada@example.com', labels });
    expect(ada.answer.structuredContent).toMatchObject({ onBehalfOf: 'ada@example.com', labels });
    const meta = { traceparent: `00-${trace}-${'b'.repeat(16)}-01`, 'backstop/toolCallId': 'call-7' };
    expect((await ada.call(meta)).isError).toBeUndefined();
    // Neither is one, and no call is refused for it.
    expect((await ada.call({ traceparent: 'x', 'backstop/toolCallId': 'x'.repeat(256) })).isError).toBeUndefined();
    const session = await ada.session();
    expect(session).toMatchObject({ onBehalfOf: 'ada@example.com', labels });
    const { actions } = (await world.operator.get(`/sessions/${session.id}`)).body.data;
    expect(actions).toMatchObject([{ toolCallId: 'call-7' }, { toolCallId: null }]);
    expect(actions[0].traceparent).toContain(trace);
    const eve = await stated({ onBehalfOf: 'eve@example.com' });
    expect((await eve.call({})).structuredContent).toMatchObject({ code: 'policy' });
    for (const wrong of [{ onBehalfOf: '' }, { onBehalfOf: 7 }, { labels: { tier: '' } }, { labels: ['gold'] }])
      expect((await stated(wrong)).answer).toMatchObject({
        isError: true,
        structuredContent: { code: 'validation-failed' },
      });
  });

  it('waits for a person, reports progress, and names what the person changed', async () => {
    const world = await newPerforming();
    await world.operator.post('/policies', { apiNamePattern: UPDATE.apiName, action: 'REQUIRE_APPROVAL' });
    const { client } = await connect(world);
    const told: number[] = [];
    const calling = called(client.callTool(update, undefined, { onprogress: ({ progress }) => told.push(progress) }));
    const { id } = await waiting(world);
    const payload = { ...UPDATE.payload, values: { credit: 42 } };
    await world.operator.post(`/approvals/${id}/approve`, { payload, reason: 'At most 50.' });
    const { content } = await calling;
    expect(content[0]?.text).toContain('A person changed the arguments before the call ran.');
    expect(content[0]?.text).toContain('Reason: At most 50.');
    expect(told.length).toBeGreaterThan(0);
    expect((await world.credits())[0]).toBe('1:42');
  });

  it('answers a refusal as isError with its code and the words of the person', async () => {
    const world = await newPerforming();
    await world.operator.post('/policies', { apiNamePattern: UPDATE.apiName, action: 'REQUIRE_APPROVAL' });
    const { client } = await connect(world);
    const calling = called(client.callTool(update));
    const { id, actionId } = await waiting(world);
    await world.operator.post(`/approvals/${id}/reject`, { reason: 'Ask the customer first.' });
    const rejected = { code: 'rejected', reason: 'Ask the customer first.', actionId };
    expect(await calling).toMatchObject({ isError: true, structuredContent: rejected });
    const wrong = await called(client.callTool({ name: 'postgres_rows_update', arguments: { table: 7 } }));
    expect(wrong).toMatchObject({ isError: true, structuredContent: { code: 'validation-failed' } });
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it('takes a call back that the client cancels while it waits, and by backstop_cancel', async () => {
    const world = await newPerforming();
    await world.operator.post('/policies', { apiNamePattern: UPDATE.apiName, action: 'REQUIRE_APPROVAL' });
    const { client } = await connect(world);
    const statusOf = async (id: string) => (await world.operator.get(`/approvals/${id}`)).body.data;
    const abort = new AbortController();
    const calling = client.callTool(update, undefined, { signal: abort.signal }).catch(() => 'aborted');
    const first = await waiting(world);
    abort.abort();
    expect(await calling).toBe('aborted');
    await eventually(
      () => statusOf(first.id),
      ({ status }) => status === 'REJECTED',
    );
    expect(await statusOf(first.id)).toMatchObject({ code: 'cancelled' });
    const again = called(client.callTool(update));
    const second = await waiting(world);
    const taken = await called(client.callTool({ name: 'backstop_cancel', arguments: { actionId: second.actionId } }));
    expect(taken).toMatchObject({ isError: true, structuredContent: { code: 'cancelled' } });
    expect(await again).toMatchObject({ isError: true, structuredContent: { code: 'cancelled' } });
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it('finds a call that waits in a later session of its client, and for no other agent, mode or organization', async () => {
    const world = await newPerforming();
    await world.operator.post('/policies', { apiNamePattern: UPDATE.apiName, action: 'REQUIRE_APPROVAL' });
    const first = await connect(world);
    first.client.callTool(update).catch(() => undefined);
    const { id, actionId } = await waiting(world);
    await first.client.close();
    const bound = await world.operator.post('/api-keys', { name: 'other', kind: 'live', agentId: unique('other') });
    const others: [Caller, string][] = [
      [new Caller(serviceA, bound.body.data.key), 'agent-mismatch'],
      [world.testAgent, 'not-found'],
      [(await newOrganization()).agent, 'not-found'],
    ];
    for (const name of ['backstop_wait', 'backstop_cancel', 'backstop_rollback'])
      for (const [agent, code] of others) {
        const { client } = await connect({ ...world, agent });
        const refused = await called(client.callTool({ name, arguments: { actionId } }));
        expect([name, refused.isError, refused.structuredContent]).toEqual([
          name,
          true,
          expect.objectContaining({ code }),
        ]);
      }
    const { client } = await connect(world);
    const answering = called(client.callTool({ name: 'backstop_wait', arguments: { actionId } }));
    await world.operator.post(`/approvals/${id}/approve`);
    expect((await answering).isError).toBeUndefined();
    expect((await world.credits())[0]).toBe('1:99');
    const undone = await called(client.callTool({ name: 'backstop_rollback', arguments: { actionId } }));
    expect(undone.structuredContent).toMatchObject({ fromActionId: actionId });
    expect((await world.credits())[0]).toBe('1:10');
  });

  it('is the same session at another process, and notifies listening clients when the offer changes', async () => {
    const world = await newPerforming(['postgres.query']);
    const { client, transport, name } = await connect(world);
    const changed = new Promise((resolve) =>
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve('changed')),
    );
    await called(client.callTool({ name: 'backstop_session', arguments: { intent: 'Look' } }));
    expect(await namesOf(client)).not.toContain('postgres_rows_update');
    const values = { connectionString: world.database.url };
    await world.operator.put('/settings/credentials/postgres', { values, agentOperations: ['postgres.*'] });
    expect(await changed).toBe('changed');
    expect(await namesOf(client)).toContain('postgres_rows_update');
    const message = { jsonrpc: '2.0', id: 'other', method: 'tools/call', params: update };
    const answer = await post(world.agent.at(serviceB), message, transport.sessionId);
    expect(await answer.text()).toContain('structuredContent');
    expect((await world.credits())[0]).toBe('1:99');
    expect(await sessionsOf(world, name)).toMatchObject([{ intent: 'Look', counters: { success: 1 } }]);
  });

  it('resumes a stream that was cut, at another process, and makes its call once', async () => {
    const world = await newPerforming();
    await world.operator.post('/policies', { apiNamePattern: UPDATE.apiName, action: 'REQUIRE_APPROVAL' });
    const { transport } = await connect(world);
    const session = transport.sessionId;
    const message = { jsonrpc: '2.0', id: 77, method: 'tools/call', params: update };
    const abort = new AbortController();
    const cut = await post(world.agent, message, session, {}, abort.signal);
    const reader = cut.body?.getReader();
    const text = new TextDecoder().decode((await reader?.read())?.value);
    const lastEventId = /^id: (.+)$/m.exec(text)?.[1] ?? '';
    const { id } = await waiting(world);
    abort.abort();
    const resumed = fetch(`${serviceB.url}/mcp`, {
      headers: { ...headersOf(world.agent, session), 'last-event-id': lastEventId },
    });
    await world.operator.post(`/approvals/${id}/approve`);
    const answer = await (await resumed).text();
    expect(JSON.parse(/^data: (.+)$/m.exec(answer)?.[1] ?? '')).toMatchObject({
      id: 77,
      result: { content: [{ type: 'text' }] },
    });
    expect((await world.credits())[0]).toBe('1:99');
    await (await post(world.agent, message, session)).text();
    expect((await world.operator.get('/approvals?status=ALL')).body.data).toHaveLength(1);
  });

  it('refuses the session of another key, a foreign origin, a missing key and an unknown session', async () => {
    const world = await newPerforming();
    const { transport } = await connect(world);
    const session = transport.sessionId ?? '';
    const other = (await world.operator.post('/api-keys', { name: 'other', kind: 'live' })).body.data.key;
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const statusOf = async (caller: Caller, id?: string, more: object = {}) =>
      (await post(caller, list, id, more)).status;
    expect(await statusOf(world.agent, session)).toBe(200);
    expect(await statusOf(new Caller(serviceA, other), session)).toBe(404);
    expect(await statusOf(world.testAgent, session)).toBe(404);
    expect(await statusOf(world.agent, `${session.slice(0, -1)}${session.endsWith('A') ? 'B' : 'A'}`)).toBe(404);
    expect(await statusOf(world.agent)).toBe(400);
    expect(await statusOf(new Caller(serviceA, null), session)).toBe(401);
    for (const origin of ['http://evil.example', 'http://evil.example:80', 'null'])
      expect([origin, await statusOf(world.agent, session, { origin })]).toEqual([origin, 403]);
    expect(await statusOf(world.agent, session, { origin: new URL(serviceA.url).origin })).toBe(200);
    expect(await statusOf(world.agent, session, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  });

  it('answers a body that is no message with a problem, as every route does', async () => {
    const world = await newPerforming();
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const body of [null, {}, [], [{}], [list, {}], 'text', { ...list, jsonrpc: '1.0' }, { ...list, id: {} }]) {
      const sent = await post(world.agent, body);
      expect([body, sent.status, ((await sent.json()) as { error?: { type?: string } }).error?.type]).toEqual([
        body,
        400,
        expect.any(String),
      ]);
    }
  });

  it('refuses an operator, whose calls belong to no agent', async () => {
    const { operator } = await newPerforming();
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const made = await operator.post('/me/tokens', { name: 'ci', scopes: ['read'], expiresAt });
    const { token } = made.body.data;
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const credential of [operator.credential, token]) {
      const refused = await post(new Caller(serviceA, credential), list);
      expect([refused.status, ((await refused.json()) as Answer['body']).error.type]).toEqual([
        403,
        expect.stringContaining('agent-required'),
      ]);
    }
  });

  it.each([
    ['its client ended', (client: Connected) => client.transport.terminateSession()],
    [
      'was idle for too long',
      ({ transport }: Connected) =>
        rows.query("UPDATE sessions SET status = 'ABANDONED' WHERE id = $1", [transport.sessionId?.split('.')[0]]),
    ],
  ])('answers 404 in a session that %s, so that the client begins another', async (_, end) => {
    const world = await newPerforming();
    const connected = await connect(world);
    const { client, transport } = connected;
    await called(client.callTool({ name: 'backstop_session', arguments: { intent: 'Look' } }));
    const session = transport.sessionId ?? '';
    const list = { jsonrpc: '2.0', id: 9, method: 'tools/list' };
    expect((await post(world.agent, list, session)).status).toBe(200);
    await end(connected);
    expect((await post(world.agent.at(serviceB), list, session)).status).toBe(404);
  });

  it('is the agent of the key where it is bound to one, and completes the session when it ends', async () => {
    const world = await newPerforming();
    const agentId = unique('bound');
    const { key } = (await world.operator.post('/api-keys', { name: 'bound', kind: 'live', agentId })).body.data;
    const bound = { ...world, agent: new Caller(serviceA, key) };
    const { client, transport } = await connect(bound);
    await called(
      client.callTool({ name: 'postgres_query', arguments: { sql: 'SELECT name FROM customers WHERE id = 1' } }),
    );
    await transport.terminateSession();
    expect(await sessionsOf(world, agentId)).toMatchObject([
      { agentId, status: 'COMPLETED', displayStatus: 'COMPLETED' },
    ]);
  });

  it('speaks the protocol without sessions: one session for a client, and a cut request takes its call back', async () => {
    const world = await newPerforming();
    const name = unique('modern');
    const client = new ModernClient({ name, version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    const headers = { authorization: `Bearer ${world.agent.credential}` };
    await client.connect(new ModernTransport(new URL(`${serviceA.url}/mcp`), { requestInit: { headers } }));
    open.push(client);
    const read = await called(
      client.callTool({ name: 'postgres_query', arguments: { sql: 'SELECT count(*) FROM customers' } }),
    );
    expect(read.isError).toBeUndefined();
    await world.operator.post('/policies', { apiNamePattern: UPDATE.apiName, action: 'REQUIRE_APPROVAL' });
    const abort = new AbortController();
    const calling = client.callTool(update, { signal: abort.signal }).catch(() => 'aborted');
    const { id } = await waiting(world);
    abort.abort();
    expect(await calling).toBe('aborted');
    await eventually(
      async () => (await world.operator.get(`/approvals/${id}`)).body.data,
      ({ status }) => status === 'REJECTED',
    );
    expect(await sessionsOf(world, name)).toMatchObject([{ counters: { success: 1 } }]);
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });
});

const headersOf = ({ credential }: Caller, session?: string) => ({
  ...(credential && { authorization: `Bearer ${credential}` }),
  ...(session && { 'mcp-session-id': session }),
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
});

const post = (caller: Caller, message: unknown, session?: string, more: object = {}, signal?: AbortSignal) =>
  fetch(`${caller.service.url}/mcp`, {
    method: 'POST',
    headers: { ...headersOf(caller, session), 'content-type': 'application/json', ...more },
    body: JSON.stringify(message),
    ...(signal && { signal }),
  });
