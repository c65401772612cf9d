import { isObject } from '../../../platform/json.js';
import type { Json, JsonObject } from '../../connector.js';

/** Everything here is a claim: it is compared with the database and never written. */
export interface Response {
  /** The rows the client reports, each with at least the primary key; null when it reports none that can be used. */
  readonly rows: readonly JsonObject[] | null;
  /** The rows as they were right before the call, where the client could read them under its lock. */
  readonly before: readonly JsonObject[];
  /** The number of touched rows that the response states. */
  readonly rowCount: number | null;
  /** The first number that AUTO_INCREMENT gave. */
  readonly insertId: bigint | null;
}

/**
 * Reads the response that the client reported: `{ rows, rowCount, before }`, as node-postgres answers, or mysql2's
 * ResultSetHeader, alone or as the first of the pair it answers. Of two counts the higher one counts.
 */
export function readResponse(response: Json | undefined, key: readonly string[]): Response {
  const header = Array.isArray(response) ? response[0] : response;
  if (!isObject(header)) return { rows: null, before: [], rowCount: null, insertId: null };
  const { rows, before, rowCount, affectedRows, insertId } = header;
  const usable = Array.isArray(rows) && rows.length > 0 && rows.every((row) => isObject(row) && hasAll(row, key));
  const counts = [rowCount, affectedRows].filter((count) => typeof count === 'number');
  return {
    rows: usable ? objectsIn(rows) : null,
    before: Array.isArray(before) ? objectsIn(before).filter((row) => hasAll(row, key)) : [],
    rowCount: counts.length > 0 ? Math.max(...counts) : null,
    insertId: /^[1-9]\d{0,19}$/.test(String(insertId)) ? BigInt(String(insertId)) : null,
  };
}

const objectsIn = (list: readonly Json[]): JsonObject[] => list.filter((one): one is JsonObject => isObject(one));

function hasAll(row: JsonObject, key: readonly string[]): boolean {
  return key.every((column) => Object.hasOwn(row, column) && row[column] !== null);
}
