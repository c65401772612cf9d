import type pg from 'pg';
import { eventually } from './patience.mjs';

/**
 * Resolves once a statement waits for a lock that the transaction of `holder` holds. It looks on another connection of
 * `asks`.
 */
export async function expectToBlock(holder: pg.ClientBase, asks: pg.Pool): Promise<void> {
  const { rows } = await holder.query('SELECT pg_backend_pid() AS pid');
  const waiting = () =>
    asks.query('SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [rows[0].pid]);
  expect((await eventually(waiting, ({ rowCount }) => rowCount !== 0)).rowCount).toBeGreaterThan(0);
}
