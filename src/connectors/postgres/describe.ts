import type { FieldChange, JsonObject } from '../connector.js';
import { changesOf } from '../rows/changes.js';
import { type Call, NotCapturable } from '../rows/payload.js';
import { onlyReads } from './query/effect.js';
import { recordedCall } from './recorded-call.js';
import { resourceOf } from './restore.js';
import type { Row } from './rows.js';
import { readSnapshot, type Snapshot } from './snapshot.js';
import { shown, shownTable } from './sql.js';

/** Row by row and column by column; values that stay as they are are left out. Null: it cannot be told. */
export function describeChange(
  { apiName, payload }: { apiName: string; payload: JsonObject },
  content: JsonObject,
): FieldChange[] | null {
  if (onlyReads({ apiName, snapshot: content })) return [];
  const snapshot = readSnapshot(content);
  const call = snapshot && recorded(apiName, payload, snapshot);
  if (!snapshot || !call) return null;
  const table = { ...snapshot, key: snapshot.key.map((name) => ({ name })) };
  const row = (one: Row) => resourceOf(table, one);
  return changesOf(call, snapshot.rows, { table: shownTable(snapshot), row, column: shown }, snapshot.query?.after);
}

function recorded(apiName: string, payload: JsonObject, snapshot: Snapshot): Call | null {
  try {
    return recordedCall(apiName, payload, snapshot);
  } catch (error) {
    if (error instanceof NotCapturable) return null;
    throw error;
  }
}
