import type { FieldChange, JsonObject } from '../connector.js';
import { changesOf } from '../rows/changes.js';
import { tryParseCall } from '../rows/payload.js';
import { resourceOf } from './restore.js';
import { readSnapshot } from './snapshot.js';
import { shown, shownTable } from './sql.js';

/** Row by row and column by column; values that stay as they are are left out. Null: it cannot be told. */
export function describeChange(
  { apiName, payload }: { apiName: string; payload: JsonObject },
  content: JsonObject,
): FieldChange[] | null {
  const snapshot = readSnapshot(content);
  const call = tryParseCall(apiName, payload);
  if (!snapshot || typeof call === 'string') return null;
  const table = { ...snapshot, key: snapshot.key.map((name) => ({ name })) };
  const row = (one: Readonly<Record<string, string | null>>) => resourceOf(table, one);
  return changesOf(call, snapshot.rows, { table: shownTable(snapshot), row, column: shown });
}
