import type { Json, JsonObject } from '../connector.js';
import { isObject } from '../rows/payload.js';

export interface Response {
  /** The rows the client reports, each with at least the primary key; null when it reports none that can be used. */
  readonly rows: readonly JsonObject[] | null;
  readonly rowCount: number | null;
}

/** Reads what the client reported. Everything here is a claim: it is compared with the database and never written. */
export function readResponse(response: Json | undefined, key: readonly string[]): Response {
  if (!isObject(response)) return { rows: null, rowCount: null };
  const { rows, rowCount } = response;
  const usable = Array.isArray(rows) && rows.length > 0 && rows.every((row) => isObject(row) && hasAll(row, key));
  return {
    rows: usable ? rows.filter(isObject) : null,
    rowCount: typeof rowCount === 'number' ? rowCount : null,
  };
}

function hasAll(row: JsonObject, key: readonly string[]): boolean {
  return key.every((column) => Object.hasOwn(row, column) && row[column] !== null);
}
