import { types } from 'node:util';
import { tokensInEveryEncoding } from '#sql/mysql/tokens';
import { ApprovedPayloadError } from '../../../errors.js';
import { objectOf } from '../../../method-client/one-parameter.js';
import { isPlain } from '../../../method-client/recording/recorded.js';
import type { Parameters, Signature } from '../../../method-client/signature.js';
import { membersOf } from './copied.js';
import { type RowsCall, rowsCallOf } from './rows.js';
import { statementOf } from './statement-of.js';
import type { Given } from './values-reader.js';

/** SQL and values, however they were given: `(sql, values?)` or `({ sql, values? }, values?)`. */
export interface ParsedCall {
  readonly sql: string;
  readonly values: unknown;
}

/** The form in which a method's arguments hold a statement. */
export interface StatementProtocol {
  readonly method: 'query' | 'execute';
  parse(args: readonly unknown[]): ParsedCall | null;
}

/** Values that are given apart prevail. */
export const asked: StatementProtocol = {
  method: 'query',
  parse: (args) => parsedBy(args, (own, given) => (given === undefined ? own : given)),
};

/** The statement's own values prevail. */
export const executed: StatementProtocol = {
  method: 'execute',
  parse: (args) => parsedBy(args, (own, given) => own || given),
};

function parsedBy(
  [first, second]: readonly unknown[],
  prevailing: (own: unknown, given: unknown) => unknown,
): ParsedCall | null {
  const given = typeof second === 'function' ? undefined : second;
  if (typeof first === 'string') return { sql: first, values: given };
  const { sql, values } = objectOf(first);
  return typeof sql === 'string' ? { sql, values: prevailing(values, given) } : null;
}

/** Tells whether a value is put into the statement unescaped: `mysql.raw()`, or any object that writes its own SQL. */
export function hasRawSql(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('toSqlString' in value || depth > 8 || isFalseDate(value)) return true;
  return membersOf(value).some((members) => members.some((inner) => hasRawSql(inner, depth + 1)));
}

/** mysql2 writes the values that the methods of a date return. */
function isFalseDate(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object Date]' && !types.isDate(value);
}

interface FreeCall {
  readonly path: 'query';
  readonly payload: Parameters;
}

/** Returns the operation of a writing statement: one on rows, or `query`. */
export function operationOf(parsed: ParsedCall): RowsCall | FreeCall {
  const given = parsed.values ?? [];
  const isGiven = Array.isArray(given) || (typeof given === 'object' && isPlain(given));
  return (isGiven ? rowsCallOf(tokensInEveryEncoding(parsed.sql), given as Given) : null) ?? freeOf(parsed);
}

/** Returns the statement as it stands, of any kind. */
export function freeOf({ sql, values }: ParsedCall): FreeCall {
  return { path: 'query', payload: { sql, values: values ?? [] } };
}

/** @param path of the operation that the statement is */
export function signatureOf(path: string, protocol: StatementProtocol, isPromised: boolean): Signature {
  return {
    ...(!isPromised && { callback: 'always' }),
    read: (args) => (path === 'query' ? freeOf(protocol.parse(args) ?? NOTHING).payload : payloadOf(args, protocol)),
    write: (edited, [first, , ...rest]) => {
      const { sql, values } = path === 'query' ? queryOf(edited) : statementOf(path, edited);
      return typeof first === 'object' ? [{ ...first, sql, values }, undefined, ...rest] : [sql, values, ...rest];
    },
    simulate: ({ payload }) => {
      const header = { ...UNTOUCHED, affectedRows: path === 'rows.insert' ? countOf(payload.values) : 0 };
      return isPromised ? [header, undefined] : header;
    },
  };
}

export function payloadOf(args: readonly unknown[], protocol: StatementProtocol): Parameters {
  return operationOf(protocol.parse(args) ?? NOTHING).payload;
}

const NOTHING: ParsedCall = { sql: '', values: [] };
const UNTOUCHED = { fieldCount: 0, insertId: 0, info: '', serverStatus: 2, warningStatus: 0, changedRows: 0 };

function queryOf({ sql, values, ...rest }: Parameters): ParsedCall {
  if (typeof sql !== 'string' || Object.keys(rest).length > 0)
    throw new ApprovedPayloadError('it is not { sql, values }.');
  return { sql, values };
}

function countOf(values: unknown): number {
  return Array.isArray(values) ? values.length : 1;
}
