import { type Condition, MAX_ROWS, NotCapturable } from '../rows/call/payload.js';
import { type Operands, whereOf } from '../rows/call/where.js';
import { toRow } from '../rows/table/row.js';
import type { Session } from '../rows/table/session.js';
import type { Cell, Row } from '../rows/table/table.js';
import { asText, type Column, qualified, quote, type Table } from './sql.js';
import { toText } from './values.js';

/** Measures only as many rows as would be stored. */
export async function measure(session: Session, table: Table, match: readonly Condition[]) {
  const params: Cell[] = [];
  const where = whereOf(table, match, operandsIn(params));
  const [size] = await session.rows(
    `SELECT (SELECT count(*) FROM ${qualified(table)} t WHERE ${where})::text,
            (SELECT coalesce(sum(octet_length(s::text)), 0)
               FROM (SELECT * FROM ${qualified(table)} t WHERE ${where} LIMIT ${MAX_ROWS}) s)::text`,
    params,
  );
  return { count: Number(size?.[0]), bytes: Number(size?.[1]) };
}

/** Whole rows as text. */
export async function find(session: Session, table: Table, match: readonly Condition[]): Promise<Row[]> {
  const params: Cell[] = [];
  const where = whereOf(table, match, operandsIn(params));
  const order = table.key.map((column) => `t.${quote(column.name)}`).join(', ');
  const found = await session.rows(
    `SELECT ${asText(table.columns, 't')} FROM ${qualified(table)} t WHERE ${where} ORDER BY ${order}`,
    params,
  );
  return found.map((cells) => toRow(table.columns, cells));
}

/** Operands are appended to `params`; each is read as the type of its column. */
export function operandsIn(params: Cell[]): Operands<Column> {
  return {
    field: ({ name }) => `t.${quote(name)}`,
    operand: (column, value, operator) => {
      const text = toText(value, column);
      if (text === undefined) throw new NotCapturable(`match of ${column.name} has an operand that is not supported`);
      const place = `$${params.push(text)}`;
      return operator === 'like' ? place : `${place}::${column.bareType}`;
    },
    oneOf: (field, operands) => `(${operands.map((operand) => `${field} = ${operand}`).join(' OR ')})`,
  };
}
