import pg from 'pg';
import type { Json, JsonObject } from '../../connector.js';
import type { Answered } from '../../rows/table/session.js';

/** The response in the JSON form of node-postgres. */
export function responseOf({ command, rowCount, ...answered }: Answered): JsonObject {
  return { command, rowCount, rows: rowsOf(answered) };
}

/** Rows as node-postgres reads their values, as JSON. */
export function rowsOf({ fields, rows }: Pick<Answered, 'fields' | 'rows'>): JsonObject[] {
  const parsers = fields.map(({ type }) => pg.types.getTypeParser(type, 'text'));
  return rows.map((cells) => {
    const row = fields.map(({ name }, i) => {
      const cell = cells[i];
      return [name, cell == null ? null : asJson(parsers[i]?.(cell))] as const;
    });
    return Object.fromEntries(row);
  });
}

/** A value that JSON does not know becomes what `JSON.stringify` makes of it; a number that is none, null. */
const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value) ?? 'null');
