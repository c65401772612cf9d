import type { Json, JsonObject } from '../../../json.js';
import type { Write } from './write.js';

const COMMANDS = { 'rows.insert': 'INSERT', 'rows.update': 'UPDATE', 'rows.delete': 'DELETE', query: null } as const;

/**
 * Returns the answer to a statement that was not run: an INSERT returns the row that it would have inserted, as far as
 * its text shows it.
 */
export function simulatedResult(write: Write, payload: JsonObject) {
  const command = COMMANDS[write.operation];
  if (write.operation !== 'rows.insert') {
    return {
      command,
      rowCount: typeof payload.rowCount === 'number' ? payload.rowCount : 0,
      oid: null,
      rows: [],
      fields: [],
    };
  }
  const inserted = (Array.isArray(payload.values) ? payload.values : [payload.values]) as JsonObject[];
  const rows = write.returned === null ? [] : inserted.map((row) => returnedRow(row, write.returned ?? []));
  const fields = Object.keys(rows[0] ?? {}).map((name) => ({ name }));
  return { command, rowCount: inserted.length, oid: null, rows, fields };
}

function returnedRow(row: JsonObject, returned: readonly { column: string | null; name: string }[]): JsonObject {
  const members = returned.flatMap(({ column, name }): [string, Json][] =>
    column === '*' ? Object.entries(row) : [[name, (column === null ? undefined : row[column]) ?? null]],
  );
  return Object.fromEntries(members);
}
