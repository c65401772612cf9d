import { isDataError } from './errors.js';
import type { Cell, Session } from './session.js';
import {
  asText,
  type Column,
  columnar,
  qualified,
  quote,
  type Reference,
  sameKey,
  type Table,
  unnested,
} from './sql.js';

/** A row by column name, every value as text. */
export type Row = Readonly<Record<string, Cell>>;
export type Key = readonly Cell[];

export function cell(row: Row, column: string): Cell {
  return Object.hasOwn(row, column) ? (row[column] ?? null) : null;
}

export function toRow(columns: readonly Column[], cells: readonly Cell[]): Row {
  return Object.fromEntries(columns.map((column, i) => [column.name, cells[i] ?? null]));
}

export function keyOf(table: Pick<Table, 'key'>, row: Row): Key {
  return table.key.map((column) => cell(row, column.name));
}

/** Reads rows by primary key, in the order of `keys`; null where there is none. With `lock`, until the end of the transaction. */
export async function readByKey(
  session: Session,
  table: Table,
  keys: readonly Key[],
  lock = false,
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

/**
 * Values as their columns would write them, in one statement: `1` of a numeric(10,2) becomes `1.00`. Where a column could
 * not hold one of its values, all values of that column are undefined.
 */
export async function normalise(
  session: Session,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): Promise<(Cell | undefined)[][]> {
  if (rows.length === 0 || columns.length === 0) return rows.map(() => []);
  const whole = await cast(session, columns, rows);
  if (whole !== null) return whole;
  if (columns.length === 1) return rows.map(() => [undefined]);
  const parts: (Cell | undefined)[][][] = [];
  for (const [i, column] of columns.entries()) {
    parts.push(
      await normalise(
        session,
        [column],
        rows.map((row) => row.slice(i, i + 1)),
      ),
    );
  }
  return rows.map((_, r) => parts.map((part) => part[r]?.[0]));
}

async function cast(
  session: Session,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): Promise<Cell[][] | null> {
  await session.run('SAVEPOINT cast_values');
  try {
    const texts = columns.map((column, i) => `v.c${i}::${column.type}::text`).join(', ');
    const found = await session.rows(
      `SELECT ${texts} FROM ${unnested(columns.length, 'v', { ordinality: true })} ORDER BY v.i`,
      columnar(columns.length, rows),
    );
    await session.run('RELEASE SAVEPOINT cast_values');
    return found;
  } catch (error) {
    if (!isDataError(error)) throw error;
    await session.run('ROLLBACK TO SAVEPOINT cast_values');
    return null;
  }
}

/** Inserts whole rows in one statement, so that rows which reference each other come back together. */
export async function insertRows(session: Session, table: Table, rows: readonly Row[]): Promise<number> {
  const columns = table.columns.filter((column) => !column.generated);
  const cells = rows.map((row) => columns.map((column) => cell(row, column.name)));
  return session.run(
    `INSERT INTO ${qualified(table)} (${columns.map((column) => quote(column.name)).join(', ')})
     OVERRIDING SYSTEM VALUE
     SELECT ${columns.map((column, i) => `v.c${i}::${column.type}`).join(', ')} FROM ${unnested(columns.length, 'v')}`,
    columnar(columns.length, cells),
  );
}

/** Sets the same columns of several rows. */
export async function updateRows(
  session: Session,
  table: Table,
  columns: readonly Column[],
  rows: readonly { key: Key; cells: readonly Cell[] }[],
): Promise<number> {
  const width = table.key.length;
  const set = columns.map((column, i) => `${quote(column.name)} = v.c${width + i}::${column.type}`).join(', ');
  return session.run(
    `UPDATE ${qualified(table)} t SET ${set} FROM ${unnested(width + columns.length, 'v')} WHERE ${sameKey(table, 't', 'v')}`,
    columnar(
      width + columns.length,
      rows.map(({ key, cells }) => [...key, ...cells]),
    ),
  );
}

export async function deleteRows(session: Session, table: Table, keys: readonly Key[]): Promise<number> {
  return session.run(
    `DELETE FROM ${qualified(table)} t USING ${unnested(table.key.length, 'k')} WHERE ${sameKey(table, 't', 'k')}`,
    columnar(table.key.length, keys),
  );
}

/** `child x JOIN table t ON x.parent_id = t.id`, for asking which rows point at rows of the table. */
export function referencing(table: Table, reference: Reference): string {
  const join = reference.columns.map(([child, parent]) => `x.${quote(child)} = t.${quote(parent)}`).join(' AND ');
  return `${qualified(reference)} x JOIN ${qualified(table)} t ON ${join}`;
}

export function isSelfReference(table: Table, reference: Reference): boolean {
  return reference.schema === table.schema && reference.name === table.name;
}
