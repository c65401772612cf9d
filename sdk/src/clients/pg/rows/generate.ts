import { isPure } from '#sql/postgres/findings';
import { ApprovedPayloadError } from '../../../errors.js';
import { isObject, type Json, type JsonObject } from '../../../json.js';
import type { SqlParser } from '../reading/parser.js';
import type { TableFacts } from '../reading/proofs.js';
import type { RowOperation, RowWrite } from './write.js';

export interface Sql {
  readonly text: string;
  readonly values: Json[];
  /** True if it compares with a number that the statement itself may have as a text. */
  readonly mayFail: boolean;
}

/** Names of the columns that stand before the rows as they are afterwards, and before those that were replaced. */
export const AFTER_IMAGE = 'backstop:after';
export const BEFORE_IMAGE = 'backstop:before';

const COMPARISONS: Readonly<Record<string, string>> = {
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'LIKE',
};

/** Returns the statement that has exactly the effect of the payload. @throws ApprovedPayloadError */
export function rowSql(
  operation: RowOperation,
  payload: JsonObject,
  { alias, returning }: Pick<RowWrite, 'alias' | 'returning'>,
  facts: TableFacts,
  parser: SqlParser,
): Sql {
  const read = readRowPayload(operation, payload);
  const parameters = new Parameters();
  const table = quoteTable(read.table);
  const named = alias === null ? table : `${table} AS ${quote(alias)}`;
  const own = returning === null ? [] : [returning];
  const images = facts.returnable ? imagesOf(operation, alias === null ? table : quote(alias), facts) : [];
  const list = [...own, ...images].join(', ');
  const tail = list === '' ? '' : ` RETURNING ${list}`;
  switch (operation) {
    case 'rows.insert':
      return parameters.sql(`INSERT INTO ${named} ${insertedRows(read.rows, parameters)}${tail}`);
    case 'rows.update':
      return parameters.sql(
        `UPDATE ${named} SET ${assignments(read, parameters, parser)}${where(read.match, parameters)}${tail}`,
      );
    case 'rows.delete':
      return parameters.sql(`DELETE FROM ${named}${where(read.match, parameters)}${tail}`);
  }
}

/** Counts the rows a payload's match finds. */
export function countSql(payload: JsonObject): Sql {
  const parameters = new Parameters();
  const { table, match } = payload as { table: string; match: JsonObject };
  return parameters.sql(`SELECT pg_catalog.count(*) FROM ${quoteTable(table)}${where(match, parameters)}`);
}

/**
 * Returns the items of a RETURNING list that report the rows a statement leaves and, if the server can, those it
 * replaces.
 */
export function imagesOf(operation: RowOperation, row: string, { returnsOld }: TableFacts): string[] {
  if (operation === 'rows.delete') return [`NULL AS ${quote(BEFORE_IMAGE)}`, `${row}.*`];
  const after = [`NULL AS ${quote(AFTER_IMAGE)}`, `${row}.*`];
  // A table of that name hides the meaning of the word.
  const isHidden = row.endsWith('"old"') || row.endsWith('"new"');
  return operation === 'rows.update' && returnsOld && !isHidden
    ? [...after, `NULL AS ${quote(BEFORE_IMAGE)}`, 'old.*']
    : after;
}

export function quote(identifier: string): string {
  if (identifier === '' || identifier.includes('\0')) throw new ApprovedPayloadError('it holds an impossible name.');
  return `"${identifier.replaceAll('"', '""')}"`;
}

class Parameters {
  readonly #values: Json[] = [];
  #mayFail = false;

  add(value: Json): string {
    return `$${this.#values.push(value)}`;
  }

  /** A fraction stays a literal, which every numeric column compares with; as a parameter it would take the column's type. */
  compared(value: Json): string {
    if (typeof value !== 'number' || Number.isInteger(value)) return this.add(value);
    this.#mayFail = true;
    return String(value);
  }

  sql(text: string): Sql {
    return { text, values: this.#values, mayFail: this.#mayFail };
  }
}

function quoteTable(table: string): string {
  return table.split('.').map(quote).join('.');
}

function insertedRows(rows: readonly JsonObject[], parameters: Parameters): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0) {
    if (rows.length === 1) return 'DEFAULT VALUES';
    throw new ApprovedPayloadError('several rows without any value cannot be inserted at once.');
  }
  const lists = rows.map((row) => {
    const items = columns.map((column) => {
      const value = row[column];
      return value === undefined ? 'DEFAULT' : parameters.add(value);
    });
    return `(${items.join(', ')})`;
  });
  return `(${columns.map(quote).join(', ')}) VALUES ${lists.join(', ')}`;
}

function assignments({ rows, expressions }: RowPayload, parameters: Parameters, parser: SqlParser): string {
  const entries = Object.entries(rows[0] ?? {});
  if (entries.length === 0) throw new ApprovedPayloadError('an update needs at least one value.');
  const parts = entries.map(([column, value]) => {
    const right = expressions.includes(column) ? checkedExpression(value, parser) : parameters.add(value);
    return `${quote(column)} = ${right}`;
  });
  return parts.join(', ');
}

/** Expressions are SQL, so what comes back from an approval is parsed again: one expression that reads and writes nothing else. */
function checkedExpression(text: Json, parser: SqlParser): string {
  if (typeof text !== 'string' || text.includes('\0'))
    throw new ApprovedPayloadError('an expression must be SQL text.');
  try {
    const statements = parser.parse(`SELECT (${text}\n)`);
    const [statement] = statements;
    if (statements.length === 1 && statement && 'SelectStmt' in statement) {
      const { targetList = [], limitOption, op, ...rest } = statement.SelectStmt;
      const [item] = targetList;
      const plain = targetList.length === 1 && Object.keys(rest).length === 0;
      const value = item && 'ResTarget' in item && item.ResTarget.name === undefined ? item.ResTarget.val : undefined;
      if (plain && value && limitOption && op && isPure(value) && !JSON.stringify(value).includes('"SubLink"')) {
        return `(${parser.deparse(value)})`;
      }
    }
  } catch {
    // Said below.
  }
  throw new ApprovedPayloadError(`'${text}' is not an expression over the row's own columns.`);
}

function where(match: JsonObject, parameters: Parameters): string {
  const conditions = Object.entries(match).flatMap(([column, condition]) =>
    conditionsOf(quote(column), condition, parameters),
  );
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

function conditionsOf(column: string, condition: Json, parameters: Parameters): string[] {
  if (condition === null) return [`${column} IS NULL`];
  if (typeof condition !== 'object') return [`${column} = ${parameters.compared(condition)}`];
  if (Array.isArray(condition) || Object.keys(condition).length === 0) {
    throw new ApprovedPayloadError(`match of ${column} is neither a value nor conditions.`);
  }
  return Object.entries(condition).map(([operator, value]) => {
    const comparison = COMPARISONS[operator];
    if (comparison !== undefined) return `${column} ${comparison} ${parameters.compared(value)}`;
    if (operator === 'null' && typeof value === 'boolean') return `${column} IS ${value ? '' : 'NOT '}NULL`;
    if (operator === 'in' && Array.isArray(value)) return `${column} = ANY(${parameters.add(value)})`;
    throw new ApprovedPayloadError(`match of ${column} has an unknown condition '${operator}'.`);
  });
}

/** A row operation's payload, read back: an approver may have edited it. */
interface RowPayload {
  readonly table: string;
  readonly rows: readonly JsonObject[];
  readonly match: JsonObject;
  readonly expressions: readonly string[];
  /** Rows the statement must touch, no more and no fewer; null for an insert. */
  readonly rowCount: number | null;
}

/** @throws ApprovedPayloadError */
function readRowPayload(operation: RowOperation, payload: JsonObject): RowPayload {
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
