import { isSign } from '#sql/mysql/tokens';
import type { Json } from '../../connector.js';
import { columnOf } from '../../rows/call/columns.js';
import { type Call, type InsertCall, NotCapturable, own, type UpdateCall } from '../../rows/call/payload.js';
import { whereOf } from '../../rows/call/where.js';
import type { Session } from '../../rows/table/session.js';
import type { Cell } from '../../rows/table/table.js';
import { operandsIn } from '../match.js';
import { tokensOf } from '../query/tokens.js';
import { type Column, qualified, quote, type Table, toStore } from '../sql.js';
import { toText } from '../values.js';

/** A statement with the values of its parameters. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly Cell[];
}

/** The statement of a row operation. @throws NotCapturable */
export function rowStatement(table: Table, call: Call): Statement {
  const params: Cell[] = [];
  if (call.kind === 'insert')
    return { sql: `INSERT INTO ${qualified(table)} ${inserted(table, call, params)}`, params };
  const set = call.kind === 'update' ? assignments(table, call, params) : null;
  const where = whereOf(table, call.match, operandsIn(params));
  const from = `${qualified(table)} t`;
  const sql = set === null ? `DELETE t FROM ${from} WHERE ${where}` : `UPDATE ${from} SET ${set} WHERE ${where}`;
  return { sql, params };
}

/** Locks the rows before the capture: two calls that share a lock and then want it alone would deadlock. */
export async function lockRows(session: Session, table: Table, call: Call): Promise<void> {
  if (call.kind === 'insert') return;
  const params: Cell[] = [];
  const where = whereOf(table, call.match, operandsIn(params));
  await session.rows(`SELECT COUNT(*) FROM ${qualified(table)} t WHERE ${where} FOR UPDATE`, params);
}

function inserted(table: Table, { rows }: InsertCall, params: Cell[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => columnOf(table, name));
  const tuples = rows.map((row) => {
    const cells = columns.map((column) => {
      const value = own(row, column.name);
      return value === undefined ? 'DEFAULT' : parameter(column, value, params);
    });
    return `(${cells.join(', ')})`;
  });
  return `(${columns.map(({ name }) => quote(name)).join(', ')}) VALUES ${tuples.join(', ')}`;
}

function assignments(table: Table, { values, expressions }: UpdateCall, params: Cell[]): string {
  const set = Object.entries(values).map(([name, value]) => {
    const column = columnOf(table, name);
    const to = expressions.includes(name) ? expression(String(value)) : parameter(column, value, params);
    return `t.${quote(name)} = ${to}`;
  });
  return set.join(', ');
}

function parameter(column: Column, value: Json, params: Cell[]): string {
  const text = toText(value, column);
  if (text === undefined) throw new NotCapturable(`${column.name} cannot hold such a value`);
  const instant = column.kind === 'timestamp' && text?.endsWith('Z') ? text.replace('T', ' ').slice(0, -1) : null;
  params.push(instant ?? text);
  return instant !== null ? `CONVERT_TZ(CAST(? AS DATETIME(6)), '+00:00', @@session.time_zone)` : toStore(column);
}

/** Accepts a single expression, which stays one within the parentheses. @throws NotCapturable */
function expression(text: string): string {
  let depth = 0;
  for (const token of tokensOf(text)) {
    depth += isSign(token, '(') ? 1 : isSign(token, ')') ? -1 : 0;
    const isSecond = depth === 0 && isSign(token, ',');
    if (depth < 0 || isSecond || isSign(token, ';') || isSign(token, '?'))
      throw new NotCapturable('an expression has to be a single SQL expression without parameters');
  }
  if (depth !== 0 || text.includes(';')) throw new NotCapturable('an expression has to be a single SQL expression');
  return `(${text}\n)`;
}
