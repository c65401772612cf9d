import type { Capture, JsonObject } from '../../connector.js';
import { readSnapshot } from '../../rows/capture/snapshot.js';
import { keyOf } from '../../rows/table/row.js';
import type { Session } from '../../rows/table/session.js';
import { dialect } from '../dialect.js';
import { portions, ROWS_OF_A_READ, sameKey } from '../rows.js';
import type { PerformingConnection } from '../server/performing-connection.js';
import { qualified } from '../sql.js';

/**
 * The rows that an update has left, which MySQL does not return by itself: from them the undo knows the computed
 * values. Null when nothing was captured.
 */
export async function rowsLeft(
  connection: PerformingConnection,
  session: Session,
  capture: Capture,
): Promise<JsonObject[] | null> {
  const snapshot = capture.captured ? readSnapshot(capture.content) : null;
  if (!snapshot || snapshot.rows.length === 0) return null;
  const table = await dialect.resolveTable(session, { schema: snapshot.schema, name: snapshot.name });
  const rows: JsonObject[] = [];
  for (const some of portions(snapshot.rows, ROWS_OF_A_READ)) {
    const where = some.map(() => sameKey(table)).join(' OR ');
    const keys = some.flatMap((row) => keyOf(table, row));
    rows.push(...(await connection.answer(`SELECT t.* FROM ${qualified(table)} t WHERE ${where}`, keys)).rows);
  }
  return rows.length > 0 ? rows : null;
}
