import type { Socket } from 'node:net';
import type pg from 'pg';
import { within } from '../../rows/table/within.js';
import type { KeptPlans } from './kept-plans.js';

const RESETS_WITHIN_MS = 500;
/** A connection that has received more is not used again, because the bytes of a connection are bounded. */
const MOST_RECEIVED_BEFORE_REUSE = 8_000_000;

/** All that DISCARD ALL does, except for prepared statements, of which a transaction that only reads makes none. */
const AFTER_READS = `
  ROLLBACK; CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; UNLISTEN *; DISCARD SEQUENCES; DISCARD TEMP;
  SELECT pg_catalog.pg_advisory_unlock_all(), pg_catalog.pg_backend_pid()::text`;

/**
 * Removes every trace of the last work. Answers false when that failed.
 * @param hasOnlyRead the work was one transaction that the server let write nothing
 */
export async function reset(
  client: pg.Client,
  socket: Socket,
  plans: KeptPlans,
  hasOnlyRead: boolean,
): Promise<boolean> {
  if (socket.destroyed || socket.bytesRead > MOST_RECEIVED_BEFORE_REUSE) return false;
  try {
    await within(RESETS_WITHIN_MS, hasOnlyRead ? afterReads(client, plans) : afterAnything(client, plans));
    return true;
  } catch {
    return false;
  }
}

async function afterReads(client: pg.Client, plans: KeptPlans): Promise<void> {
  // One text of several statements has one result for each.
  const results = (await client.query({ text: AFTER_READS, rowMode: 'array' })) as unknown as pg.QueryArrayResult[];
  const { processID: opened } = client as unknown as { processID: number };
  plans.found(results.at(-1)?.rows[0]?.[1] === String(opened));
}

/** DISCARD ALL cannot run in a transaction, which two statements in one text would be. */
async function afterAnything(client: pg.Client, plans: KeptPlans): Promise<void> {
  plans.discarded();
  await client.query('ROLLBACK');
  await client.query('DISCARD ALL');
}
