import { MAX_ROWS, NotCapturable } from '../call/payload.js';
import type { Dialect } from '../dialect.js';
import { tableLabel } from '../table/names.js';
import { keyOf } from '../table/row.js';
import type { Session } from '../table/session.js';
import type { Column, Row, Table } from '../table/table.js';

export const MAX_BYTES = 1_000_000;

/** @throws NotCapturable when other rows are touched than expected, or more than are kept */
export function refuseTooMuch(count: number, bytes: number, expected: number | null): void {
  if (expected !== null && expected !== count) {
    throw new NotCapturable(`${expected} rows are expected to be touched but ${count} rows match`);
  }
  if (count > MAX_ROWS) throw new NotCapturable(`${count} rows match; at most ${MAX_ROWS} rows are kept`);
  if (bytes > MAX_BYTES) throw new NotCapturable(`the rows hold ${bytes} bytes; at most ${MAX_BYTES} bytes are kept`);
}

/** @throws NotCapturable when one of the columns must not be set for its rows to be found and restored */
export function refuseUnrestorable({ label }: Dialect, table: Table, columns: readonly Column[]): void {
  for (const { name } of columns) {
    if (table.key.some((column) => column.name === name)) {
      throw new NotCapturable(`the call changes the primary key column ${name}, so its rows could not be found again`);
    }
    const moved = table.references.find((it) => it.changesOnUpdate && it.columns.some(([, parent]) => parent === name));
    if (moved !== undefined) {
      const other = tableLabel(label, moved);
      throw new NotCapturable(`changing ${name} also changes rows of ${other}, which would not be restored`);
    }
  }
}

/** @throws NotCapturable when deleting these rows would change rows that are not among them */
export async function refuseSpread(
  dialect: Dialect,
  session: Session,
  table: Table,
  rows: readonly Row[],
): Promise<void> {
  const keys = rows.map((row) => keyOf(table, row));
  for (const reference of table.references.filter((it) => it.changesOnDelete)) {
    const found = await dialect.referencedRows(session, table, reference, keys, 'captured');
    if (found.size === 0) continue;
    const other = tableLabel(dialect.label, reference);
    throw new NotCapturable(`deleting these rows also changes rows of ${other}, which would not be restored`);
  }
}
