/** Columns the database changes by itself with every change of a row. */
import { cell } from '../table/row.js';
import type { Column, Row, Table } from '../table/table.js';

/**
 * The columns that moved with the call, and would move again when it is undone. They go back where the row is as it was
 * in everything else; otherwise they tell that another client changed it.
 */
export function touchedBack(table: Table, before: Row, now: Row, written: readonly Column[]): Column[] {
  const touched = table.columns.filter((column) => column.touched && !written.includes(column));
  const isWhole = table.columns.every(
    (column) =>
      column.generated ||
      written.includes(column) ||
      touched.includes(column) ||
      cell(before, column.name) === cell(now, column.name),
  );
  return isWhole ? touched : [];
}
