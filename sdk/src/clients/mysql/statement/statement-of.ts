import { ApprovedPayloadError } from '../../../errors.js';
import { isObject } from '../../../json.js';
import type { Parameters } from '../../../method-client/signature.js';

export interface Statement {
  readonly sql: string;
  readonly values: unknown[];
}

const COMPARED: Readonly<Record<string, string>> = {
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'LIKE',
};

/** Returns the statement with the effect of an edited payload of the row operations. @throws ApprovedPayloadError */
export function statementOf(path: string, payload: Parameters): Statement {
  const values: unknown[] = [];
  const bind = (value: unknown): string => {
    if (typeof value === 'object' && value !== null) throw unusable('values that are texts, numbers, booleans or null');
    values.push(value);
    return '?';
  };
  if (payload.rowCount !== undefined || payload.expressions !== undefined) {
    throw unusable('neither rowCount nor expressions');
  }
  const table = String(payload.table).split('.').map(quoted).join('.');
  switch (path) {
    case 'rows.insert':
      return { sql: `INSERT INTO ${table} ${rowsOf(payload.values, bind)}`, values };
    case 'rows.update': {
      const pairs = Object.entries(membersOf(payload.values)).map(
        ([name, value]) => `${quoted(name)} = ${bind(value)}`,
      );
      if (pairs.length === 0) throw unusable('a value to set');
      return { sql: `UPDATE ${table} SET ${pairs.join(', ')}${whereOf(payload.match, bind)}`, values };
    }
    default:
      return { sql: `DELETE FROM ${table}${whereOf(payload.match, bind)}`, values };
  }
}

/** Reads the rows that an update or a delete is about to change, under the lock that it takes anyway. */
export function beforeOf({ table, match }: Parameters, limit: number): Statement {
  const { sql, values } = statementOf('rows.delete', { table, match });
  return { sql: `${sql.replace(/^DELETE/, 'SELECT *')} LIMIT ${limit} FOR UPDATE`, values };
}

function rowsOf(values: unknown, bind: (value: unknown) => string): string {
  const rows = (Array.isArray(values) ? values : [values]).map(membersOf);
  const names = Object.keys(rows[0] ?? {});
  const isSame = (row: Parameters) => Object.keys(row).length === names.length && names.every((name) => name in row);
  if (!rows.every(isSame)) throw unusable('rows with the same columns');
  const tuples = rows.map((row) => `(${names.map((name) => bind(row[name])).join(', ')})`);
  return `(${names.map(quoted).join(', ')}) VALUES ${tuples.join(', ')}`;
}

function whereOf(match: unknown, bind: (value: unknown) => string): string {
  const clauses = Object.entries(membersOf(match)).flatMap(([name, condition]) => {
    const field = quoted(name);
    if (condition === null) return [`${field} IS NULL`];
    if (typeof condition !== 'object') return [`${field} = ${bind(condition)}`];
    return Object.entries(condition).map(([operator, operand]) => clauseOf(field, operator, operand, bind));
  });
  return clauses.length === 0 ? '' : ` WHERE ${clauses.join(' AND ')}`;
}

function clauseOf(field: string, operator: string, operand: unknown, bind: (value: unknown) => string): string {
  if (operator === 'null') return `${field} IS ${operand === true ? '' : 'NOT '}NULL`;
  if (operator === 'in') {
    if (!Array.isArray(operand)) throw unusable('a list to look in');
    return operand.length === 0 ? 'FALSE' : `${field} IN (${operand.map(bind).join(', ')})`;
  }
  const sign = Object.hasOwn(COMPARED, operator) ? COMPARED[operator] : undefined;
  if (!sign || operand === null) throw unusable('conditions that are known');
  return `${field} ${sign} ${bind(operand)}`;
}

function membersOf(value: unknown): Parameters {
  if (isObject(value)) return value as Parameters;
  throw unusable('columns with values');
}

function quoted(name: string): string {
  if (name === '') throw unusable('names');
  return `\`${name.replaceAll('`', '``')}\``;
}

function unusable(wanted: string): ApprovedPayloadError {
  return new ApprovedPayloadError(`it has to have ${wanted}.`);
}
