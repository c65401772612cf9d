import type { FieldChange, Json, JsonObject } from '../connector.js';
import { type Call, NotCapturable, type UpdateCall } from './payload.js';
import { onlyReads } from './query/effect.js';
import { recordedCall } from './recorded-call.js';
import { resourceOf } from './restore.js';
import { cell, type Row } from './rows.js';
import { readSnapshot, type Snapshot } from './snapshot.js';
import { shown, shownTable } from './sql.js';
import { toText } from './values.js';

/** Row by row and column by column; values that stay as they are are left out. Null: it cannot be told. */
export function describeChange(
  { apiName, payload }: { apiName: string; payload: JsonObject },
  content: JsonObject,
): FieldChange[] | null {
  if (onlyReads({ apiName, snapshot: content })) return [];
  const snapshot = readSnapshot(content);
  const call = snapshot && recorded(apiName, payload, snapshot);
  return call && changesOf(call, snapshot);
}

function recorded(apiName: string, payload: JsonObject, snapshot: Snapshot): Call | null {
  try {
    return recordedCall(apiName, payload, snapshot);
  } catch (error) {
    if (error instanceof NotCapturable) return null;
    throw error;
  }
}

function changesOf(call: Call, snapshot: Snapshot): FieldChange[] {
  const table = { ...snapshot, key: snapshot.key.map((name) => ({ name })) };
  const fieldOf = (row: Row, column: string) => `${resourceOf(table, row)} ${shown(column)}`;
  switch (call.kind) {
    case 'insert':
      return call.rows.flatMap((row, index) =>
        Object.entries(row).map(([column, after]) => ({
          field: `${shownTable(snapshot)} new row ${index + 1} ${shown(column)}`,
          before: null,
          after,
        })),
      );
    case 'delete':
      return snapshot.rows.flatMap((row) =>
        Object.entries(row).map(([column, before]) => ({ field: fieldOf(row, column), before, after: null })),
      );
    case 'update':
      return snapshot.rows.flatMap((row, i) =>
        Object.entries(call.values)
          .map(([column, value]) => ({
            field: fieldOf(row, column),
            before: cell(row, column),
            after: leftIn(call, column, value, snapshot.query?.after[i]),
          }))
          .filter(({ before, after }) => !isSame(before, after)),
      );
  }
}

/** SQL text is computed by the database: unless that was asked beforehand, what comes of it is not known. */
function leftIn(call: UpdateCall, column: string, value: Json, foreseen: Row | undefined): Json {
  if (foreseen !== undefined && Object.hasOwn(foreseen, column)) return cell(foreseen, column);
  return call.expressions.includes(column) ? { sql: value } : value;
}

/** A column's own way to write a value is not known here: `1.50` and 1.5 are shown as a change. */
function isSame(before: string | null, after: Json): boolean {
  return toText(after, { kind: 'other' }) === before;
}
