import type { ItemReport, UndoReport } from '../connector.js';
import { decideField, itemOf, summarise } from './compare.js';
import { capturedRows, capturedTable, confirm, type Undo, unaccounted } from './restore.js';
import { cell, keyOf } from './row.js';
import type { Row, Table } from './table.js';

/** Inserts the captured rows again; a row that has the key meanwhile is another client's. */
export async function undoDelete(work: Undo): Promise<UndoReport> {
  const { dialect, session, snapshot } = work;
  const table = capturedTable(work);
  const before = await capturedRows(work, table);
  const keys = before.map((row) => keyOf(table, row));
  const now = await dialect.read(session, table, keys, true);
  const items = before.map((row, i) => itemFor(work, table, row, now[i] ?? null));

  const missing = before.filter((_, i) => now[i] === null);
  if (missing.length > 0) await dialect.insert(session, table, missing);
  const taken = before.filter((_, i) => now[i] !== null && items[i]?.result === 'forced');
  const writable = table.columns.filter(({ name, generated }) => !generated && !snapshot.key.includes(name));
  if (taken.length > 0) await dialect.update(session, table, writable, taken);

  const written = [...missing, ...taken].map((expected) => ({ expected, columns: table.columns }));
  await confirm(work, table, written);
  return summarise(items, await unaccounted(work, before));
}

function itemFor({ names, onConflict }: Undo, table: Table, before: Row, now: Row | null): ItemReport {
  const resource = names.row(before);
  if (now === null) {
    const was = { before: 'present', after: 'deleted', now: 'deleted' };
    return { resource, result: 'restored', fields: [{ field: '(row)', ...was, result: 'restored' }] };
  }
  const fields = table.columns.map(({ name }) =>
    decideField({ name, before: cell(before, name), after: [], now: cell(now, name) }, onConflict),
  );
  return itemOf(resource, fields);
}
