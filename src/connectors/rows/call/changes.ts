import type { FieldChange, Json, JsonObject } from '../../connector.js';
import type { Names } from '../table/names.js';
import type { Row } from '../table/table.js';
import type { Call, UpdateCall } from './payload.js';

/**
 * Computes the changes by a call from the payload and the captured rows alone, row by row and column by column, without
 * unchanged values. `foreseen` holds the database's forecast of the rows, if it was asked beforehand.
 */
export function changesOf(
  call: Call,
  captured: readonly Row[],
  label: Names,
  foreseen: readonly (JsonObject | undefined)[] = [],
): FieldChange[] {
  const fieldOf = (row: Row, column: string) => `${label.row(row)} ${label.column(column)}`;
  switch (call.kind) {
    case 'insert':
      return call.rows.flatMap((row, index) =>
        Object.entries(row).map(([column, after]) => ({
          field: `${label.table} new row ${index + 1} ${label.column(column)}`,
          before: null,
          after,
        })),
      );
    case 'delete':
      return captured.flatMap((row) =>
        Object.entries(row).map(([column, before]) => ({ field: fieldOf(row, column), before, after: null })),
      );
    case 'update':
      return captured.flatMap((row, index) =>
        Object.entries(call.values)
          .map(([column, value]) => ({
            field: fieldOf(row, column),
            before: Object.hasOwn(row, column) ? (row[column] ?? null) : null,
            after: leftIn(call, column, value, foreseen[index]),
          }))
          .filter(({ before, after }) => !isSame(before, after)),
      );
  }
}

/** The database computes SQL text, so its value is unknown unless it was asked for beforehand. */
function leftIn(call: UpdateCall, column: string, value: Json, foreseen: JsonObject | undefined): Json {
  if (foreseen && Object.hasOwn(foreseen, column)) return foreseen[column] ?? null;
  return call.expressions.includes(column) ? { sql: value } : value;
}

/** A column's own way to write a value is not known here: `1.50` and 1.5 are shown as a change. */
function isSame(before: string | null, after: Json): boolean {
  if (after === null) return before === null;
  return typeof after !== 'object' && String(after) === before;
}
