import type { Socket } from 'node:net';
import type pg from 'pg';
import { within } from '../../rows/table/within.js';
import type { KeptPlans } from './kept-plans.js';

const RESETS_WITHIN_MS = 500;
/** A connection that has received more is not used again, because the bytes of a connection are bounded. */
const MOST_RECEIVED_BEFORE_REUSE = 8_000_000;

/** Does the same as DISCARD ALL, except that it counts prepared statements instead of removing them. */
const KEEPING_PLANS = `
  ROLLBACK; CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; UNLISTEN *; DISCARD SEQUENCES; DISCARD TEMP;
  SELECT pg_catalog.pg_advisory_unlock_all(), pg_catalog.pg_backend_pid()::text,
         (SELECT pg_catalog.count(*) FROM pg_catalog.pg_prepared_statements)::text`;

/**
 * Removes every trace of the last work. Answers false when that failed.
 * @param mayKeepPlans no statement of the work was an agent's own
 */
export async function reset(
  client: pg.Client,
  socket: Socket,
  plans: KeptPlans,
  mayKeepPlans: boolean,
): Promise<boolean> {
  if (socket.destroyed || socket.bytesRead > MOST_RECEIVED_BEFORE_REUSE) return false;
  try {
    await within(RESETS_WITHIN_MS, mayKeepPlans ? keepingPlans(client, plans) : afterAnything(client, plans));
    return true;
  } catch {
    return false;
  }
}

async function keepingPlans(client: pg.Client, plans: KeptPlans): Promise<void> {
  // One text of several statements has one result for each.
  const results = (await client.query({ text: KEEPING_PLANS, rowMode: 'array' })) as unknown as pg.QueryArrayResult[];
  const { processID: opened } = client as unknown as { processID: number };
  const [, process, prepared] = results.at(-1)?.rows[0] ?? [];
  plans.found(process === String(opened));
  // A trigger of the customer may prepare statements.
  if (process === String(opened) && Number(prepared) > plans.count) await afterAnything(client, plans);
}

/** DISCARD ALL cannot run in a transaction, which two statements in one text would be. */
async function afterAnything(client: pg.Client, plans: KeptPlans): Promise<void> {
  plans.discarded();
  await client.query('ROLLBACK');
  await client.query('DISCARD ALL');
}
