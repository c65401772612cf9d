import { MAX_ROWS, NotCapturable } from '../rows/payload.js';
import { isSelfReference, keyOf, type Row, referencing } from './rows.js';
import type { Session } from './session.js';
import { columnar, sameKey, shownTable, type Table, unnested } from './sql.js';

const MAX_BYTES = 1_000_000;

/** @throws NotCapturable when other rows are touched than expected, or more than are kept */
export function refuseTooMuch(count: number, bytes: number, expected: number | null): void {
  if (expected !== null && expected !== count) {
    throw new NotCapturable(`${expected} rows are expected to be touched but ${count} rows match`);
  }
  if (count > MAX_ROWS) throw new NotCapturable(`${count} rows match; at most ${MAX_ROWS} rows are kept`);
  if (bytes > MAX_BYTES) throw new NotCapturable(`the rows hold ${bytes} bytes; at most ${MAX_BYTES} bytes are kept`);
}

/** @throws NotCapturable when one of the columns must not be set for its rows to be found and restored */
export function refuseUnrestorable(table: Table, columns: readonly string[]): void {
  for (const name of columns) {
    if (table.key.some((column) => column.name === name)) {
      throw new NotCapturable(`the call changes the primary key column ${name}, so its rows could not be found again`);
    }
    const moved = table.references.find((it) => it.changesOnUpdate && it.columns.some(([, parent]) => parent === name));
    if (moved !== undefined) {
      throw new NotCapturable(
        `changing ${name} also changes rows of ${shownTable(moved)}, which would not be restored`,
      );
    }
  }
}

/** @throws NotCapturable when deleting these rows would change rows that are not among them */
export async function refuseCascade(session: Session, table: Table, rows: readonly Row[]): Promise<void> {
  const width = table.key.length;
  const keys = columnar(
    width,
    rows.map((row) => keyOf(table, row)),
  );
  for (const reference of table.references.filter((it) => it.changesOnDelete)) {
    const alsoDeleted = isSelfReference(table, reference)
      ? ` AND NOT EXISTS (SELECT 1 FROM ${unnested(width, 'd')} WHERE ${sameKey(table, 'x', 'd')})`
      : '';
    const sql = `SELECT 1 FROM ${unnested(width, 'k')}, ${referencing(table, reference)}
      WHERE ${sameKey(table, 't', 'k')}${alsoDeleted} LIMIT 1`;
    if ((await session.rows(sql, keys)).length > 0) {
      const other = shownTable(reference);
      throw new NotCapturable(`deleting these rows also changes rows of ${other}, which would not be restored`);
    }
  }
}
