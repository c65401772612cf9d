import type { Cell, Session } from './session.js';
import { asText, type Column, qualified, quote, type Reference, type Table, toCompare, toStore } from './sql.js';

/** A row by column name, every value as text. */
export type Row = Readonly<Record<string, Cell>>;
export type Key = readonly Cell[];

/** Keys in one statement. */
const AT_ONCE = 100;
const WRITTEN_AT_ONCE = 25;
/** A statement takes 65 535 parameters. */
const PARAMETERS = 10_000;

export function cell(row: Row, column: string): Cell {
  return Object.hasOwn(row, column) ? (row[column] ?? null) : null;
}

export function toRow(columns: readonly { readonly name: string }[], cells: readonly Cell[]): Row {
  return Object.fromEntries(columns.map((column, i) => [column.name, cells[i] ?? null]));
}

export function keyOf(table: { readonly key: readonly { readonly name: string }[] }, row: Row): Key {
  return table.key.map((column) => cell(row, column.name));
}

export function sameKey(table: Table): string {
  return `(${table.key.map((column) => `t.${quote(column.name)} = ${toCompare(column)}`).join(' AND ')})`;
}

/**
 * Reads rows by primary key, in the order of `keys`; null where there is none. A key that only the collation takes for
 * the same is another one. With `lock`, until the end of the transaction, and as they are now, not as it first saw them.
 */
export async function readByKey(
  session: Session,
  table: Table,
  keys: readonly Key[],
  lock = false,
): Promise<(Row | null)[]> {
  const columns = table.columns.map((column) => asText(column)).join(', ');
  const found = new Map<string, Row>();
  for (const some of portions(keys, AT_ONCE)) {
    const where = some.map(() => sameKey(table)).join(' OR ');
    const sql = `SELECT ${columns} FROM ${qualified(table)} t WHERE ${where}${lock ? ' FOR UPDATE' : ''}`;
    for (const cells of await session.rows(sql, some.flat())) {
      const row = toRow(table.columns, cells);
      found.set(JSON.stringify(keyOf(table, row)), row);
    }
  }
  return keys.map((key) => found.get(JSON.stringify(key)) ?? null);
}

/** Never REPLACE, nor ON DUPLICATE KEY UPDATE: both would take a row with another key that shares a unique value. */
export async function insertRows(session: Session, table: Table, rows: readonly Row[]): Promise<void> {
  const columns = table.columns.filter((column) => !column.generated);
  const names = columns.map((column) => quote(column.name)).join(', ');
  const values = `(${columns.map(toStore).join(', ')})`;
  for (const some of portions(rows, Math.max(1, Math.floor(PARAMETERS / columns.length)))) {
    const sql = `INSERT INTO ${qualified(table)} (${names}) VALUES ${some.map(() => values).join(', ')}`;
    await session.run(
      sql,
      some.flatMap((row) => columns.map((column) => cell(row, column.name))),
    );
  }
}

/** Sets the same columns of rows, each to its own values. The key is never among them. */
export async function updateRows(
  session: Session,
  table: Table,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  if (columns.length === 0) return;
  const when = `WHEN ${sameKey(table)} THEN`;
  for (const some of portions(rows, WRITTEN_AT_ONCE)) {
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

export async function deleteRow(session: Session, table: Table, key: Key): Promise<void> {
  await session.run(`DELETE t FROM ${qualified(table)} t WHERE ${sameKey(table)}`, key);
}

/** `child x JOIN table t ON x.parent_id = t.id`, for asking which rows point at rows of the table. */
export function referencing(table: Table, reference: Reference): string {
  const join = reference.columns.map(([child, parent]) => `x.${quote(child)} = t.${quote(parent)}`).join(' AND ');
  return `${qualified(reference)} x JOIN ${qualified(table)} t ON ${join}`;
}

export function isSelfReference(table: Table, reference: Reference): boolean {
  return reference.schema === table.schema && reference.name === table.name;
}

/** Foreign keys are checked row by row: what others of these rows point at comes first. */
export function parentsFirst(table: Table, rows: readonly Row[]): Row[] {
  const textOf = (row: Row, names: readonly string[]) => JSON.stringify(names.map((name) => cell(row, name)));
  const own = table.references
    .filter((reference) => isSelfReference(table, reference))
    .map(({ columns }) => {
      const parents = columns.map(([, parent]) => parent);
      const byParent = new Map(rows.map((row) => [textOf(row, parents), row]));
      const children = columns.map(([child]) => child);
      return (row: Row) => byParent.get(textOf(row, children));
    });
  const sorted = new Set<Row>();
  const begun = new Set<Row>();
  const visit = (row: Row) => {
    if (begun.has(row)) return;
    begun.add(row);
    for (const parentOf of own) {
      const parent = parentOf(row);
      if (parent) visit(parent);
    }
    sorted.add(row);
  };
  rows.forEach(visit);
  return [...sorted];
}

function portions<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
