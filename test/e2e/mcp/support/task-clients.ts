import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { createTaskSessionFromClient, type TaskEnabledSession } from '@modelcontextprotocol/ext-tasks/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { type Caller, unique } from '../../../support/client.js';

const PROTOCOL = '2026-07-28';
const META = 'io.modelcontextprotocol';

/** The result of a tool, as tests look into it. */
export type Called = {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into every result.
  readonly [member: string]: any;
};

const open: { close(): Promise<unknown> }[] = [];
/** Closes the clients of a test; a suite calls it in `afterEach`. */
export const closeClients = async () => {
  for (const one of open.splice(0)) await one.close().catch(() => undefined);
};

/** The official client of protocol 2025-11-25, which knows the tools. */
export async function taskClient({ service, credential }: Caller, name = unique('client')) {
  const client = new Client({ name, version: '1.0.0' });
  const headers = { authorization: `Bearer ${credential}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } });
  await client.connect(transport);
  open.push(client);
  const { tasks } = client.experimental;
  const { tools } = await client.listTools();
  const call = (tool: string, given: object, task: { ttl?: number } = {}) =>
    tasks.callToolStream({ name: tool, arguments: { ...given } }, CallToolResultSchema, { task });
  return {
    client,
    transport,
    tools,
    tasks,
    call,
    /** Begins the task of a call, and looks no further. */
    begin: async (tool: string, given: object, task?: { ttl?: number }) => {
      const first = (await call(tool, given, task).next()).value;
      if (first?.type === 'taskCreated') return first.task;
      throw first?.type === 'error' ? first.error : new Error('The call is no task.');
    },
    result: async (taskId: string) => (await tasks.getTaskResult(taskId, CallToolResultSchema)) as Called,
  };
}

/** Everything that the client hears of a task, until its end. */
export async function heard<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of stream) all.push(one);
  return all;
}

/** The official client of the extension of protocol 2026-07-28. */
export async function extensionClient(caller: Caller, name = unique('client')): Promise<TaskEnabledSession> {
  const { service, credential } = caller;
  const clientInfo = { name, version: '1.0.0' };
  const client = new ModernClient(clientInfo, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${credential}` };
  // The package takes no object of another realm for JSON, and those of `fetch` are not of the realm of a test.
  const inRealm = async (url: string | URL, init?: RequestInit) => {
    const response = await fetch(url, init);
    return Object.assign(response, { json: async () => JSON.parse(await response.text()) });
  };
  const transport = new ModernTransport(new URL(`${service.url}/mcp`), { requestInit: { headers }, fetch: inRealm });
  await client.connect(transport);
  open.push(client);
  const session = createTaskSessionFromClient(client, {
    endpointId: service.url,
    v2RequestFraming: { protocolVersion: PROTOCOL, clientInfo, clientCapabilities: {} },
    rawDispatch: async (request, { signal } = {}) => {
      const { result, error } = await send(caller, request as unknown as Message, signal);
      return error ? { kind: 'error', error } : { kind: 'result', result };
    },
  });
  open.unshift(session);
  return session;
}

interface Message {
  readonly method: string;
  readonly params: { readonly name?: string; readonly taskId?: string; readonly _meta: object };
}

/** A request of protocol 2026-07-28 of a client with these extensions. */
export const ask = (caller: Caller, method: string, params: object, extensions: object) =>
  send(caller, {
    method,
    params: {
      ...params,
      _meta: {
        [`${META}/protocolVersion`]: PROTOCOL,
        [`${META}/clientInfo`]: { name: 'by-hand', version: '1.0.0' },
        [`${META}/clientCapabilities`]: { extensions },
      },
    },
  });

async function send({ service, credential }: Caller, { method, params }: Message, signal?: AbortSignal) {
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${credential}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': PROTOCOL,
      'mcp-method': method,
      'mcp-name': params.taskId ?? params.name ?? '',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  const last = text
    .match(/^data: (.+)$/gm)
    ?.at(-1)
    ?.slice('data: '.length);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into every answer.
  return JSON.parse(last ?? text) as { readonly result?: any; readonly error?: any };
}
