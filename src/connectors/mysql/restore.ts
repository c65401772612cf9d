import type { Response } from './response.js';
import { cell, keyOf, type Row, readByKey } from './rows.js';
import type { Cell, Session } from './session.js';
import { type Column, shown, shownTable, shownValue, type Table } from './sql.js';

export type OnConflict = 'skip' | 'force';

/** What was written is not what was captured; everything is rolled back. */
export class NotRestored extends Error {
  override readonly name = 'NotRestored';
}

/** `shop.customers id=7`, as reports name a row. */
export function resourceOf(
  table: { readonly schema: string; readonly name: string; readonly key: readonly { readonly name: string }[] },
  row: Row,
): string {
  const key = table.key.map(({ name }) => `${shown(name)}=${plain(cell(row, name))}`).join(', ');
  return `${shownTable(table)} ${key}`;
}

function plain(value: Cell): string {
  return value !== null && /^[\w.:+-]+$/.test(value) ? value : shownValue(value);
}

/**
 * Reads back what was written, as triggers may have changed it.
 * @throws NotRestored when it is not what was captured
 */
export async function readBack(
  session: Session,
  table: Table,
  written: readonly { readonly expected: Row; readonly columns: readonly Column[] }[],
): Promise<void> {
  const expectations = written.filter(({ columns }) => columns.length > 0);
  const keys = expectations.map(({ expected }) => keyOf(table, expected));
  const found = await readByKey(session, table, keys, true);
  expectations.forEach(({ expected, columns }, i) => {
    const row = found[i] ?? null;
    const wrong = columns.filter(({ name }) => row === null || cell(row, name) !== cell(expected, name));
    if (wrong.length === 0) return;
    const names = wrong.map(({ name }) => name).join(', ');
    throw new NotRestored(
      `nothing was changed: after writing, ${names} of ${resourceOf(table, expected)} did not hold the captured values, as when a trigger changes them`,
    );
  });
}

/** A sentence when the client reports more rows than were captured: those cannot be put back. */
export function unaccounted(captured: readonly Row[], { rowCount, rows }: Response): string | null {
  const extra = Math.max(rowCount ?? 0, rows?.length ?? 0) - captured.length;
  if (extra <= 0) return null;
  return `${extra} more ${extra === 1 ? 'row is' : 'rows are'} reported as touched than the ${captured.length} captured; they are not restored`;
}
