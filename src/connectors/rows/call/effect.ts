/** The facts that a capture stores about a free statement: their shape and their parser. */
import { isObject } from '../../../platform/json.js';
import type { Json, JsonObject } from '../../connector.js';
import { isListOf, isRow } from './json-rows.js';

export interface StatementEffect {
  /** upsert: the rows that are absent are inserted, the others updated. */
  readonly verb: 'insert' | 'update' | 'delete' | 'upsert';
  /** update: column → the SQL it is set to. */
  readonly values: Readonly<Record<string, string>>;
  /** update: the values that the statement would leave in each captured row, as far as they could be asked for. */
  readonly after: readonly JsonObject[];
  /** update: column → the decimal number that the statement adds to it. */
  readonly added?: Readonly<Record<string, string>>;
  /** insert: what each row would hold, as far as that could be asked. */
  readonly rows: readonly JsonObject[];
  /** insert: an existing row, by any unique key, stays unchanged. */
  readonly orNothing?: boolean;
  /** insert: its rows were those of a query, which may have been others when it ran. */
  readonly isSelected?: boolean;
  /** upsert: how much a row that is updated adds at most to the count that the client reports. */
  readonly countPerUpdate?: number;
  /** True when the rows that it touches depend on the moment at which it runs. */
  readonly moment: boolean;
}

/** The content of a capture of a statement that only reads. */
export const READ_CONTENT: JsonObject = { onlyReads: true };

/** True when the operation is a text of SQL whose parts the payload does not name. */
export function isFreeStatement(apiName: string): boolean {
  return apiName.endsWith('.query');
}

/** True when the capture showed that there is nothing to undo. */
export function onlyReads({ apiName, snapshot }: { apiName: string; snapshot: JsonObject | null }): boolean {
  return isFreeStatement(apiName) && snapshot?.onlyReads === true;
}

/** True when a capture of a statement wrote this member of a snapshot. */
export function isStatementEffect(value: Json | undefined): boolean {
  if (!isObject(value)) return false;
  const { verb, values, after, added, rows, moment, isSelected, countPerUpdate } = value;
  return (
    ['insert', 'update', 'delete', 'upsert'].includes(String(verb)) &&
    ['boolean', 'undefined'].includes(typeof isSelected) &&
    ['number', 'undefined'].includes(typeof countPerUpdate) &&
    typeof moment === 'boolean' &&
    isRow(values) &&
    (added === undefined || isRow(added)) &&
    isListOf(after, isObject) &&
    isListOf(rows, isObject)
  );
}
