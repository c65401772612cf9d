import type { Token } from '#sql/mysql/tokens';
import type { Json, JsonObject } from '../../../json.js';
import { Cursor, NotSimple } from './cursor.js';
import { type Given, ValuesReader } from './values-reader.js';

export interface RowsCall {
  readonly path: 'rows.insert' | 'rows.update' | 'rows.delete';
  readonly payload: JsonObject;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '=': 'eq',
  '<>': 'neq',
  '!=': 'neq',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
};

/**
 * Reads an INSERT, UPDATE or DELETE of one table whose values and conditions are literals and parameters as an
 * operation that the service can capture and undo. Null for every other statement.
 */
export function rowsCallOf(tokens: readonly Token[] | null, given: Given): RowsCall | null {
  if (tokens === null || (!Array.isArray(given) && tokens.some(isChanged))) return null;
  const cursor = new Cursor(tokens);
  const values = new ValuesReader(cursor, given);
  try {
    const call = statementAt(cursor, values);
    return cursor.isAtEnd && values.isAtEnd ? call : null;
  } catch (error) {
    if (error instanceof NotSimple) return null;
    throw error;
  }
}

/** With named values, mysql2 looks for these characters in quoted names as well. */
const isChanged = ({ kind, text }: Token) => kind === 'name' && /[:?'"]/.test(text);

function statementAt(cursor: Cursor, values: ValuesReader): RowsCall {
  if (cursor.word('insert')) return insertAt(cursor, values);
  if (cursor.word('update')) return updateAt(cursor, values);
  cursor.needWord('delete');
  cursor.needWord('from');
  const table = tableAt(cursor);
  return { path: 'rows.delete', payload: { table, match: whereAt(cursor, values) } };
}

function insertAt(cursor: Cursor, values: ValuesReader): RowsCall {
  cursor.needWord('into');
  const table = tableAt(cursor);
  const columns = cursor.list(() => cursor.name());
  cursor.needWord('values');
  const rows: JsonObject[] = [];
  do {
    const cells = cursor.list(() => values.value());
    if (cells.length !== columns.length) throw new NotSimple();
    rows.push(unique(columns.map((column, index) => [column, cells[index] ?? null])));
  } while (cursor.sign(','));
  const [only] = rows;
  return { path: 'rows.insert', payload: { table, values: rows.length === 1 && only ? only : rows } };
}

function updateAt(cursor: Cursor, values: ValuesReader): RowsCall {
  const table = tableAt(cursor);
  cursor.needWord('set');
  const set: [string, Json][] = [];
  do {
    const column = cursor.name();
    cursor.needSign('=');
    set.push([column, values.value()]);
  } while (cursor.sign(','));
  return { path: 'rows.update', payload: { table, values: unique(set), match: whereAt(cursor, values) } };
}

function whereAt(cursor: Cursor, values: ValuesReader): JsonObject {
  if (cursor.isAtEnd) return {};
  cursor.needWord('where');
  const conditions: [string, Json][] = [];
  do conditions.push([cursor.name(), conditionAt(cursor, values)]);
  while (cursor.word('and'));
  return unique(conditions);
}

function conditionAt(cursor: Cursor, values: ValuesReader): Json {
  if (cursor.word('is')) {
    const not = cursor.word('not');
    cursor.needWord('null');
    return { null: !not };
  }
  if (cursor.word('in')) return { in: cursor.list(() => values.operand()) };
  const { kind, text } = cursor.next();
  const operator = kind === 'sign' ? OPERATORS[text] : undefined;
  if (!operator) throw new NotSimple();
  const operand = values.operand();
  return operator === 'eq' ? operand : { [operator]: operand };
}

function tableAt(cursor: Cursor): string {
  const first = cursor.name();
  return cursor.sign('.') ? `${first}.${cursor.name()}` : first;
}

/** A name that occurs twice, in any case, has two values. */
function unique(entries: readonly (readonly [string, Json])[]): JsonObject {
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  if (names.size !== entries.length) throw new NotSimple();
  return Object.fromEntries(entries);
}
