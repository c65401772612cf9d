import type { Captured } from '../captured.js';
import { cell, keyOf, toRow } from '../rows/table/row.js';
import type { Session } from '../rows/table/session.js';
import type { Key, Row } from '../rows/table/table.js';
import { asText, type Column, columnar, qualified, quote, sameKey, type Table, unnested } from './sql.js';

/** Reads the rows of all keys in one statement. `lock` locks them in the order of their keys, so two undos cannot deadlock. */
export async function readByKey(
  session: Session,
  table: Table,
  keys: readonly Key[],
  lock: boolean,
): Promise<(Row | null)[]> {
  const order = table.key.map((column) => `t.${quote(column.name)}`).join(', ');
  const found = await session.rows(
    `SELECT k.i::text, ${asText(table.columns, 't')}
       FROM ${unnested(table.key.length, 'k', { ordinality: true })}
       JOIN ${qualified(table)} t ON ${sameKey(table, 't', 'k')}
      ORDER BY ${order}${lock ? ' FOR UPDATE OF t' : ''}`,
    columnar(table.key.length, keys),
  );
  const rows = new Map(found.map(([index, ...cells]) => [Number(index), toRow(table.columns, cells)]));
  return keys.map((_, i) => rows.get(i + 1) ?? null);
}

/** Inserts whole rows in one statement, so that rows which reference each other come back together. */
export async function insertRows(session: Session, table: Table, rows: readonly Captured<Row>[]): Promise<void> {
  const columns = table.columns.filter((column) => !column.generated);
  const cells = rows.map(({ value }) => columns.map((column) => cell(value, column.name)));
  await session.run(
    `INSERT INTO ${qualified(table)} (${columns.map((column) => quote(column.name)).join(', ')})
     OVERRIDING SYSTEM VALUE
     SELECT ${columns.map((column, i) => `v.c${i}::${column.type}`).join(', ')} FROM ${unnested(columns.length, 'v')}`,
    columnar(columns.length, cells),
  );
}

/** All rows in one statement. */
export async function updateRows(
  session: Session,
  table: Table,
  columns: readonly Column[],
  rows: readonly Captured<Row>[],
): Promise<void> {
  if (columns.length === 0) return;
  const width = table.key.length;
  const set = columns.map((column, i) => `${quote(column.name)} = v.c${width + i}::${column.type}`).join(', ');
  const cells = rows.map(({ value }) => [...keyOf(table, value), ...columns.map(({ name }) => cell(value, name))]);
  await session.run(
    `UPDATE ${qualified(table)} t SET ${set} FROM ${unnested(width + columns.length, 'v')} WHERE ${sameKey(table, 't', 'v')}`,
    columnar(width + columns.length, cells),
  );
}

/** All rows in one statement, so that rows which reference each other go together. */
export async function deleteRows(session: Session, table: Table, rows: readonly Row[]): Promise<void> {
  const keys = rows.map((row) => keyOf(table, row));
  await session.run(
    `DELETE FROM ${qualified(table)} t USING ${unnested(table.key.length, 'k')} WHERE ${sameKey(table, 't', 'k')}`,
    columnar(table.key.length, keys),
  );
}
