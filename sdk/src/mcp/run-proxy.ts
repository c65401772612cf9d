import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Backstop } from '../backstop.js';
import { sleep } from '../runtime.js';
import type { Session } from '../session.js';
import type { ProxyOptions } from './arguments.js';
import { serverTransport } from './connect.js';
import { Journal } from './journal.js';
import { ToolGate } from './tool-gate.js';

/** What a client leaves a server to end by itself, and half of that for the rest. */
const LAST_WORDS_MS = 1_000;

/** Runs until the client or the server is gone. @returns the exit code */
export async function runProxy(options: ProxyOptions): Promise<number> {
  const { baseUrl, apiKey, agentId, intent, sessionId } = options;
  const backstop = new Backstop({ baseUrl, apiKey });
  let session: Promise<Session> | undefined;
  const openSession = () => {
    session ??= (
      sessionId === null ? backstop.createSession({ agentId, intent }) : backstop.openSession(sessionId)
    ).catch((error) => {
      session = undefined;
      throw error;
    });
    return session;
  };
  const client = new StdioServerTransport();
  const server = serverTransport(options);
  const gate = new ToolGate(client, server, openSession, new Journal(options.journal, baseUrl, apiKey), options);
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
  await Promise.race([gate.abandon(), sleep(LAST_WORDS_MS)]);
  await Promise.allSettled([
    server.close(),
    complete(backstop, sessionId === null && options.completes ? session : undefined),
  ]);
  return code;
}

async function complete(backstop: Backstop, session: Promise<Session> | undefined): Promise<void> {
  try {
    if (session) await (await session).complete();
    else await backstop.flush();
  } catch (error) {
    process.stderr.write(`backstop-mcp: ${error instanceof Error ? error.message : error}\n`);
  }
}
