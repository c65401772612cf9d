import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartRefusedError } from '../../config/start-refused.error.js';
import { connectionSettings } from './connection.js';
import { sqlState } from './database.js';

/** The name of the prepared statement and of the channel that the probes use. */
const PROBE = 'backstop_probe';
const ROUNDS = 5;
const NOTIFIED_WITHIN_MS = 2_000;

/** Another client has prepared the statement in this session, or this client prepared it in another session. */
const LOST = new Set(['42P05', '26000']);

/**
 * Boot stops if a pooler gives each transaction another session of PostgreSQL and does not carry prepared statements
 * along: without this check a statement fails later, whenever it meets a session of another client.
 * @throws StartRefusedError naming the setting
 */
export async function refuseUnlessPrepared(url: string): Promise<void> {
  const isKept = await probe(url, async (clients) => {
    try {
      for (let round = 0; round < ROUNDS; round++)
        for (const client of clients) await client.query({ name: PROBE, text: 'SELECT 1' });
      return true;
    } catch (error) {
      if (LOST.has(sqlState(error))) return false;
      throw error;
    }
  });
  if (isKept) return;
  throw new StartRefusedError(
    'DATABASE_URL leads through a pooler that does not keep prepared statements. ' +
      'Set DATABASE_PREPARED_STATEMENTS=off, then start again.',
  );
}

/**
 * Boot stops if a pooler swallows the notifications. A process that cannot connect starts: it polls, and connects later.
 * @throws StartRefusedError
 */
export async function refuseUnlessNotified(url: string): Promise<void> {
  const isNotified = await probe(url, async ([listener, other]) => {
    const payload = randomUUID();
    const notified = new Promise<true>((resolve) => {
      listener.on('notification', (message) => message.payload === payload && resolve(true));
    });
    await listener.query(`LISTEN ${PROBE}`);
    await other.query('SELECT pg_notify($1, $2)', [PROBE, payload]);
    return await Promise.race([notified, sleep(NOTIFIED_WITHIN_MS, false)]);
  }).catch(() => true);
  if (isNotified) return;
  throw new StartRefusedError(
    'LISTEN_DATABASE_URL leads through a pooler that does not pass notifications on. ' +
      'Give it the address of PostgreSQL itself, or leave it out, then start again.',
  );
}

/** True when no pooler is in between; otherwise the result of `find` with two clients. */
async function probe(url: string, find: (clients: [pg.Client, pg.Client]) => Promise<boolean>): Promise<boolean> {
  const first = await connected(url);
  try {
    if (await isDirect(first)) return true;
    const second = await connected(url);
    try {
      return await find([first, second]);
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionSettings(url),
    application_name: 'backstop',
    connectionTimeoutMillis: 5_000,
  });
  // A connection that is lost also fails the query that runs on it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A pooler gives its client a process id of its own making. */
async function isDirect(client: pg.Client & { processID?: number }): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid === client.processID;
}
