import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartRefusedError } from '../../config/start-refused.error.js';
import { connectionSettings } from './connection.js';
import { sqlState } from './database.js';

/** After this time the process ends, so that the orchestrator notices and starts it again. */
const WAITS_MS = 60_000;
const RETRY_MS = 500;
const CONNECTS_WITHIN_MS = 5_000;

/** No server, name or route yet. */
const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
/** The server starts, stops or recovers, or has no free connection. */
const NOT_YET = ['57P01', '57P02', '57P03', '53300', 'ETIMEDOUT'];
const PASSING: ReadonlySet<string> = new Set([...UNREACHABLE, ...NOT_YET]);
/** The words of the driver for a server that accepts no connection in time, or closes it. */
const CLOSED = /timeout|Connection terminated/;

const isPassing = (error: unknown) =>
  PASSING.has(sqlState(error)) || (sqlState(error) === '' && CLOSED.test(String((error as Error).message)));

/**
 * Waits until PostgreSQL accepts a connection: a process often starts before its database does. A wrong password or a
 * missing database is not waited for.
 * @param report is called once, when the wait begins
 * @throws StartRefusedError after a minute; the error of PostgreSQL when waiting does not help
 */
export async function awaitDatabase(url: string, report: (cause: string) => void, waitsMs = WAITS_MS): Promise<void> {
  const until = performance.now() + waitsMs;
  for (let tries = 1; ; tries++) {
    const error = await refusalOf(url);
    if (error === null) return;
    if (!isPassing(error)) throw error;
    const cause = sqlState(error) || (error as Error).message;
    if (performance.now() >= until) {
      const { host, port } = connectionSettings(url);
      throw new StartRefusedError(
        `PostgreSQL at ${host}:${port} accepted no connection for ${waitsMs / 1_000} seconds (${cause}). ` +
          'Start it, or correct DATABASE_URL.',
      );
    }
    if (tries === 1) report(cause);
    await sleep(RETRY_MS);
  }
}

async function refusalOf(url: string): Promise<unknown> {
  const client = new pg.Client({
    ...connectionSettings(url),
    application_name: 'backstop',
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error;
  } finally {
    void client.end().catch(() => undefined);
  }
}
