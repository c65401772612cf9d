import { cell, isSelfReference } from '../../rows/table/row.js';
import type { Row, Table } from '../../rows/table/table.js';

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
