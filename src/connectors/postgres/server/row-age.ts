import type { Session } from '../../rows/table/session.js';
import type { Key } from '../../rows/table/table.js';
import { columnar, qualified, sameKey, type Table, unnested } from '../sql.js';

/**
 * The rows, already locked, whose version was written by a transaction that the capture did not see. A row shows 32
 * bits of its transaction; the rest follows from the newest transaction, which no visible row can exceed.
 */
export async function youngerThan(
  session: Session,
  table: Table,
  keys: readonly Key[],
  visible: string,
): Promise<Set<number>> {
  const width = table.key.length;
  const found = await session.rows(
    `WITH newest AS (SELECT pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())::text::bigint AS id)
     SELECT k.i::text
       FROM ${unnested(width, 'k', { ordinality: true })}
       JOIN ${qualified(table)} t ON ${sameKey(table, 't', 'k')}
      CROSS JOIN newest
      CROSS JOIN LATERAL (SELECT t.xmin::text::bigint AS low) v
      WHERE v.low > 2
        AND NOT pg_catalog.pg_visible_in_snapshot(
              (v.low + ((newest.id - v.low) / 4294967296) * 4294967296)::text::xid8, $${width + 1}::pg_snapshot)`,
    [...columnar(width, keys), visible],
  );
  return new Set(found.map(([index]) => Number(index) - 1));
}

/**
 * The rows, not locked yet, whose version was written by a transaction that had locked an earlier version first, as ON
 * CONFLICT DO UPDATE does. The version of an inserted row names no locker, unless its own transaction locked it later.
 */
export async function updatedByUpsert(session: Session, table: Table, keys: readonly Key[]): Promise<Set<number>> {
  const width = table.key.length;
  const found = await session.rows(
    `SELECT k.i::text
       FROM ${unnested(width, 'k', { ordinality: true })}
       JOIN ${qualified(table)} t ON ${sameKey(table, 't', 'k')}
      WHERE t.xmin = t.xmax`,
    columnar(width, keys),
  );
  return new Set(found.map(([index]) => Number(index) - 1));
}
