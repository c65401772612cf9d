import type { Condition } from '../rows/call/payload.js';
import { whereOf } from '../rows/call/where.js';
import type { Matching, Size } from '../rows/dialect.js';
import { toRow } from '../rows/table/row.js';
import type { Session } from '../rows/table/session.js';
import type { Cell, Row } from '../rows/table/table.js';
import { operandsIn } from './match.js';
import { asText, qualified, quote, type Table } from './sql.js';

export async function matching(
  session: Session,
  table: Table,
  match: readonly Condition[],
  most: Size,
): Promise<Matching> {
  const { count, bytes } = await measure(session, table, match);
  const isTooMuch = count > most.rows || bytes > most.bytes;
  return { count, bytes, rows: isTooMuch || count === 0 ? [] : await find(session, table, match) };
}

/** Measures the bytes of the columns; the text of a number may be longer. */
async function measure(session: Session, table: Table, match: readonly Condition[]) {
  const params: Cell[] = [];
  const where = whereOf(table, match, operandsIn(params));
  const bytes = table.columns.map(({ name }) => `COALESCE(OCTET_LENGTH(t.${quote(name)}), 0)`).join(' + ');
  const [size] = await session.rows(
    `SELECT CAST(COUNT(*) AS CHAR), CAST(COALESCE(SUM(${bytes}), 0) AS CHAR) FROM ${qualified(table)} t WHERE ${where}`,
    params,
  );
  return { count: Number(size?.[0]), bytes: Number(size?.[1]) };
}

/** Whole rows as text. */
async function find(session: Session, table: Table, match: readonly Condition[]): Promise<Row[]> {
  const params: Cell[] = [];
  const where = whereOf(table, match, operandsIn(params));
  const columns = table.columns.map((column) => asText(column)).join(', ');
  const order = table.key.map((column) => `t.${quote(column.name)}`).join(', ');
  const found = await session.rows(
    `SELECT ${columns} FROM ${qualified(table)} t WHERE ${where} ORDER BY ${order}`,
    params,
  );
  return found.map((cells) => toRow(table.columns, cells));
}
