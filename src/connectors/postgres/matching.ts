import { type Condition, NotCapturable } from '../rows/call/payload.js';
import { type Operands, whereOf } from '../rows/call/where.js';
import type { Matching, Size } from '../rows/dialect.js';
import { toRow } from '../rows/table/row.js';
import type { Session } from '../rows/table/session.js';
import type { Cell } from '../rows/table/table.js';
import { asText, type Column, qualified, quote, type Table } from './sql.js';
import { toText } from './values.js';

/** Whole rows as text; measures only as many as would be stored. */
export async function matching(
  session: Session,
  table: Table,
  match: readonly Condition[],
  most: Size,
): Promise<Matching> {
  const params: Cell[] = [];
  const where = whereOf(table, match, operandsIn(params));
  const order = table.key.map((column) => `t.${quote(column.name)}`).join(', ');
  const matched = `FROM ${qualified(table)} t WHERE ${where}`;
  const found = await session.rows(
    `SELECT m.count::text, m.bytes::text, f.*
       FROM (SELECT (SELECT count(*) ${matched}) AS count,
                    (SELECT coalesce(sum(octet_length(s::text)), 0)
                       FROM (SELECT * ${matched} LIMIT ${most.rows}) s) AS bytes) m
       LEFT JOIN LATERAL (
         SELECT row_number() OVER (ORDER BY ${order}) AS place, ${asText(table.columns, 't')} ${matched}
            AND m.count <= ${most.rows} AND m.bytes <= ${most.bytes}) f ON true`,
    params,
    'usual',
  );
  const [[count, bytes] = []] = found;
  const placed = found.filter(([, , place]) => place !== null).toSorted((a, b) => Number(a[2]) - Number(b[2]));
  const rows = placed.map(([, , , ...cells]) => toRow(table.columns, cells));
  return { count: Number(count), bytes: Number(bytes), rows };
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
