import { nodeOf } from '#sql/postgres/tree';
import type { Json } from '../../connector.js';
import { columnOf } from '../../rows/call/columns.js';
import { type Call, type InsertCall, NotCapturable, own, type UpdateCall } from '../../rows/call/payload.js';
import { whereOf } from '../../rows/call/where.js';
import type { Cell } from '../../rows/table/table.js';
import { operandsIn } from '../matching.js';
import { parse } from '../query/parser.js';
import { type Column, qualified, quote, type Table } from '../sql.js';
import { toText } from '../values.js';

/** A statement with the values of its parameters. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly Cell[];
}

/** The statement of a row operation, which answers the rows as it leaves them. @throws NotCapturable */
export async function rowStatement(table: Table, call: Call): Promise<Statement> {
  const params: Cell[] = [];
  const target = `${qualified(table)} AS t`;
  if (call.kind === 'insert')
    return { sql: `INSERT INTO ${target} ${insertedBy(table, call, params)} RETURNING t.*`, params };
  const set = call.kind === 'update' ? await assignments(table, call, params) : null;
  const where = whereOf(table, call.match, operandsIn(params));
  const verb = set === null ? `DELETE FROM ${target}` : `UPDATE ${target} SET ${set}`;
  return { sql: `${verb} WHERE ${where} RETURNING t.*`, params };
}

function insertedBy(table: Table, { rows }: InsertCall, params: Cell[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => columnOf(table, name));
  if (columns.length === 0 && rows.length === 1) return 'DEFAULT VALUES';
  if (columns.length === 0) throw new NotCapturable('several rows of nothing but defaults have to name a column');
  const tuples = rows.map((row) =>
    columns.map((column) => {
      const value = own(row, column.name);
      return value === undefined ? 'DEFAULT' : parameter(column, value, params);
    }),
  );
  const names = columns.map(({ name }) => quote(name)).join(', ');
  return `(${names}) VALUES ${tuples.map((cells) => `(${cells.join(', ')})`).join(', ')}`;
}

async function assignments(table: Table, { values, expressions }: UpdateCall, params: Cell[]): Promise<string> {
  const set = Object.entries(values).map(async ([name, value]) => {
    const column = columnOf(table, name);
    const to = expressions.includes(name) ? await expression(String(value)) : parameter(column, value, params);
    return `${quote(name)} = ${to}`;
  });
  return (await Promise.all(set)).join(', ');
}

function parameter(column: Column, value: Json, params: Cell[]): string {
  const text = toText(value, column);
  if (text === undefined) throw new NotCapturable(`${column.name} cannot hold such a value`);
  return `$${params.push(text)}::${column.type}`;
}

/**
 * Checks that the text is a single expression, so that it remains one within the parentheses.
 * @throws NotCapturable
 */
async function expression(text: string): Promise<string> {
  const { statements } = await parse(`SELECT ${text}`);
  const { targetList, limitOption: _, op: __, ...others } = nodeOf(statements[0], 'SelectStmt') ?? {};
  const [target, ...more] = Array.isArray(targetList) ? targetList : [];
  const { name, indirection } = nodeOf(target, 'ResTarget') ?? {};
  const isOne = statements.length === 1 && target !== undefined && more.length === 0;
  if (!isOne || Object.keys(others).length > 0 || name !== undefined || indirection !== undefined)
    throw new NotCapturable('an expression has to be a single SQL expression');
  if (/\$\d/.test(text)) throw new NotCapturable('an expression takes no parameters');
  return `(${text}\n)`;
}
