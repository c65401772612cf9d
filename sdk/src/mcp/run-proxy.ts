import { join } from 'node:path';
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { Backstop } from '../backstop.js';
import { WrapOptionsError } from '../errors.js';
import type { Session } from '../session.js';
import { sleep } from '../wire/runtime.js';
import type { ProxyOptions } from './arguments.js';
import { serverTransport } from './connect.js';
import type { Sessions } from './in-its-session.js';
import { Journal, stateDirectory } from './state/journal.js';
import { WaitingCalls } from './state/waiting-calls.js';
import { ToolGate } from './tool-gate.js';

/** The milliseconds that running calls get to end: half of the time that a client gives a server to end by itself. */
const CALLS_END_WITHIN_MS = 1_000;

/** Runs until the client or the server is gone. @returns the exit code */
export async function runProxy(options: ProxyOptions): Promise<number> {
  const { baseUrl, apiKey } = options;
  const backstop = new Backstop({ baseUrl, apiKey });
  let session: Promise<Session> | undefined;
  const sessions: Sessions = {
    open: () => {
      session ??= open(backstop, options).catch((error) => {
        session = undefined;
        throw error;
      });
      return session;
    },
    resume: (id) => backstop.knownSession({ id, agentId: options.agentId, intent: options.intent, simulated: false }),
  };
  const directory = stateDirectory(options.journal, baseUrl, apiKey);
  const waiting = waitingCalls(directory, options);
  const client = new StdioServerTransport();
  const server = serverTransport(options);
  const gate = new ToolGate(client, server, sessions, { journal: new Journal(directory), waiting }, options);
  const say = (who: string) => (error: Error) => process.stderr.write(`backstop-mcp: the ${who}: ${error.message}\n`);
  client.onerror = say('client');
  server.onerror = say('server');
  const ended = new Promise<number>((resolve) => {
    server.onclose = () => resolve(1);
    process.stdin.once('end', () => resolve(0));
    process.stdin.once('close', () => resolve(0));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(0));
  });
  await server.start();
  await client.start();
  const code = await ended;
  await Promise.race([gate.abandon(), sleep(CALLS_END_WITHIN_MS)]);
  await Promise.allSettled([end(server), finishSession(backstop, session, waiting, options)]);
  return code;
}

/** The same call for another agent, another user or another server is another call. */
function waitingCalls(directory: string, options: ProxyOptions): WaitingCalls {
  const { agentId, onBehalfOf, labels, sessionId, server } = options;
  const where = 'url' in server ? [server.url] : [server.command, ...server.args];
  return new WaitingCalls(join(directory, 'waiting'), { agentId, onBehalfOf, labels, sessionId, server: where });
}

/** A session over HTTP is ended, a child process exits. */
async function end(server: Transport): Promise<void> {
  if (server instanceof StreamableHTTPClientTransport) await server.terminateSession().catch(() => undefined);
  await server.close();
}

/** @throws BackstopError */
async function open(backstop: Backstop, options: ProxyOptions): Promise<Session> {
  const { agentId, intent, onBehalfOf, labels, sessionId, connector } = options;
  const session = await (sessionId === null
    ? backstop.createSession({ agentId, intent, labels, ...(onBehalfOf !== null && { onBehalfOf }) })
    : backstop.openSession(sessionId));
  if (session.registry.some((entry) => entry.connector === connector)) {
    throw new WrapOptionsError(`'${connector}' is a connector of the service; name another --connector. Nothing ran.`);
  }
  return session;
}

/** The session is completed by the proxy that opened it, unless a call waits there for another one. */
async function finishSession(
  backstop: Backstop,
  session: Promise<Session> | undefined,
  waiting: WaitingCalls,
  { sessionId, completes }: ProxyOptions,
): Promise<void> {
  try {
    const opened = await session;
    if (!opened) await backstop.flush();
    else if (sessionId === null && completes && !(await waiting.waitIn(opened.id))) await opened.complete();
    else await opened.flush();
  } catch (error) {
    process.stderr.write(`backstop-mcp: ${error instanceof Error ? error.message : error}\n`);
  }
}
