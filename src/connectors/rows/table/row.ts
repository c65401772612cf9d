/** Rows and keys by column name; imports types only. */
import type { Cell, Key, Reference, Row, Table } from './table.js';

interface Named {
  readonly name: string;
}

/** Null also when the row has no such column; a column may be called `constructor`. */
export function cell(row: Row, column: string): Cell {
  return Object.hasOwn(row, column) ? (row[column] ?? null) : null;
}

/** @param cells in the order of the columns */
export function toRow(columns: readonly Named[], cells: readonly Cell[]): Row {
  return Object.fromEntries(columns.map((column, i) => [column.name, cells[i] ?? null]));
}

/** The values of the primary key, in its order. */
export function keyOf(table: { readonly key: readonly Named[] }, row: Row): Key {
  return table.key.map((column) => cell(row, column.name));
}

/** True when rows of the table point at rows of the same table. */
export function isSelfReference(table: Pick<Table, 'schema' | 'name'>, reference: Reference): boolean {
  return reference.schema === table.schema && reference.name === table.name;
}
