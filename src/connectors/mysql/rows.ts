import type { Captured } from '../captured.js';
import { cell, keyOf, toRow } from '../rows/table/row.js';
import type { Session } from '../rows/table/session.js';
import type { Key, Row } from '../rows/table/table.js';
import { parentsFirst } from './server/parents-first.js';
import { asText, type Column, qualified, quote, type Table, toCompare, toStore } from './sql.js';

/** Keys in one statement. */
export const ROWS_OF_A_READ = 100;
const ROWS_OF_A_WRITE = 25;
/** A statement takes 65 535 parameters. */
const PARAMETERS = 10_000;

/** The condition on the key, with a parameter for each of its columns. */
export function sameKey(table: Table, alias = 't'): string {
  return `(${table.key.map((column) => `${alias}.${quote(column.name)} = ${toCompare(column)}`).join(' AND ')})`;
}

/** A key that only the collation takes for the same is another one. */
export async function readByKey(
  session: Session,
  table: Table,
  keys: readonly Key[],
  lock: boolean,
): Promise<(Row | null)[]> {
  const columns = table.columns.map((column) => asText(column)).join(', ');
  const found = new Map<string, Row>();
  for (const some of portions(keys, ROWS_OF_A_READ)) {
    const where = some.map(() => sameKey(table)).join(' OR ');
    const sql = `SELECT ${columns} FROM ${qualified(table)} t WHERE ${where}${lock ? ' FOR UPDATE' : ''}`;
    for (const cells of await session.rows(sql, some.flat())) {
      const row = toRow(table.columns, cells);
      found.set(JSON.stringify(keyOf(table, row)), row);
    }
  }
  return keys.map((key) => found.get(JSON.stringify(key)) ?? null);
}

/**
 * The statement is never REPLACE or ON DUPLICATE KEY UPDATE: both would take a row with another key that shares a
 * unique value.
 */
export async function insertRows(session: Session, table: Table, captured: readonly Captured<Row>[]): Promise<void> {
  const rows = captured.map(({ value }) => value);
  const columns = table.columns.filter((column) => !column.generated);
  const names = columns.map((column) => quote(column.name)).join(', ');
  const values = `(${columns.map(toStore).join(', ')})`;
  for (const some of portions(parentsFirst(table, rows), Math.max(1, Math.floor(PARAMETERS / columns.length)))) {
    const sql = `INSERT INTO ${qualified(table)} (${names}) VALUES ${some.map(() => values).join(', ')}`;
    await session.run(
      sql,
      some.flatMap((row) => columns.map((column) => cell(row, column.name))),
    );
  }
}

/** The key is never among the columns. */
export async function updateRows(
  session: Session,
  table: Table,
  columns: readonly Column[],
  captured: readonly Captured<Row>[],
): Promise<void> {
  if (columns.length === 0) return;
  const rows = captured.map(({ value }) => value);
  const when = `WHEN ${sameKey(table)} THEN`;
  for (const some of portions(rows, ROWS_OF_A_WRITE)) {
    const keys = some.map((row) => keyOf(table, row));
    const sets = columns.map((column) => {
      const cases = some.map(() => `${when} ${toStore(column)}`).join(' ');
      return `t.${quote(column.name)} = CASE ${cases} END`;
    });
    const values = columns.flatMap(({ name }) => some.flatMap((row, i) => [...(keys[i] ?? []), cell(row, name)]));
    const where = some.map(() => sameKey(table)).join(' OR ');
    await session.run(`UPDATE ${qualified(table)} t SET ${sets.join(', ')} WHERE ${where}`, [
      ...values,
      ...keys.flat(),
    ]);
  }
}

/** Rows are deleted one by one, because a foreign key is checked row by row. */
export async function deleteRows(session: Session, table: Table, rows: readonly Row[]): Promise<void> {
  for (const row of parentsFirst(table, rows).reverse()) {
    await session.run(`DELETE t FROM ${qualified(table)} t WHERE ${sameKey(table)}`, keyOf(table, row));
  }
}

/** Splits a list into lists of at most `size`. */
export function portions<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
