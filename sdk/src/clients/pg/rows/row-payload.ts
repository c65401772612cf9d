import { ApprovedPayloadError } from '../../../errors.js';
import { isObject, type Json, type JsonObject } from '../../../json.js';
import type { RowOperation } from './write.js';

/** A row operation's payload, read back: an approver may have edited it. */
export interface RowPayload {
  readonly table: string;
  readonly rows: readonly JsonObject[];
  readonly match: JsonObject;
  readonly expressions: readonly string[];
  /** Rows the statement must touch, no more and no fewer; null for an insert. */
  readonly rowCount: number | null;
}

/** @throws ApprovedPayloadError */
export function readRowPayload(operation: RowOperation, payload: JsonObject): RowPayload {
  const { table, values, match = {}, expressions = [], rowCount } = payload;
  if (typeof table !== 'string' || table === '') throw new ApprovedPayloadError('it names no table.');
  if (!isObject(match)) throw new ApprovedPayloadError('match must be an object.');
  if (!Array.isArray(expressions) || !expressions.every((column) => typeof column === 'string')) {
    throw new ApprovedPayloadError('expressions must name columns.');
  }
  const counted = operation !== 'rows.insert';
  if (counted && !(typeof rowCount === 'number' && Number.isSafeInteger(rowCount) && rowCount >= 0)) {
    throw new ApprovedPayloadError('rowCount must say how many rows may be touched.');
  }
  return {
    table,
    rows: operation === 'rows.delete' ? [] : rowsOf(operation, values),
    match,
    expressions: expressions as string[],
    rowCount: counted ? (rowCount as number) : null,
  };
}

function rowsOf(operation: RowOperation, values: Json | undefined): JsonObject[] {
  const rows = operation === 'rows.insert' && Array.isArray(values) ? values : [values];
  if (rows.length > 0 && rows.every((row): row is JsonObject => isObject(row))) return rows;
  throw new ApprovedPayloadError('values must be an object, or for an insert a list of them.');
}
