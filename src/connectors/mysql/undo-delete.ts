import type { ItemReport, UndoReport } from '../connector.js';
import { decideField, itemOf, summarise } from '../rows/compare.js';
import type { Response } from './response.js';
import { type OnConflict, readBack, resourceOf, unaccounted } from './restore.js';
import { cell, insertRows, keyOf, parentsFirst, type Row, readByKey, updateRows } from './rows.js';
import type { Session } from './session.js';
import type { Snapshot } from './snapshot.js';
import type { Table } from './sql.js';

interface Work {
  readonly table: Table;
  readonly snapshot: Snapshot;
  readonly response: Response;
  readonly onConflict: OnConflict;
}

/** Inserts the captured rows again; a row that has the key meanwhile is somebody else's. */
export async function undoDelete(
  session: Session,
  { table: whole, snapshot, response, onConflict }: Work,
): Promise<UndoReport> {
  // A column that the table got since keeps its default.
  const columns = whole.columns.filter(({ name }) => snapshot.columns.some((column) => column.name === name));
  const table = { ...whole, columns };
  const before = snapshot.rows;
  const keys = before.map((row) => keyOf(table, row));
  const now = await readByKey(session, table, keys, true);
  const items = before.map((row, i) => itemFor(table, row, now[i] ?? null, onConflict));

  const missing = before.filter((_, i) => now[i] === null);
  await insertRows(session, table, parentsFirst(table, missing));
  const taken = before.filter((_, i) => now[i] !== null && items[i]?.result === 'forced');
  const writable = columns.filter(({ name, generated }) => !generated && !snapshot.key.includes(name));
  await updateRows(session, table, writable, taken);

  await readBack(
    session,
    table,
    [...missing, ...taken].map((expected) => ({ expected, columns })),
  );
  return summarise(items, unaccounted(before, response));
}

function itemFor(table: Table, before: Row, now: Row | null, onConflict: OnConflict): ItemReport {
  const resource = resourceOf(table, before);
  if (now === null) {
    const was = { before: 'present', after: 'deleted', now: 'deleted' };
    return { resource, result: 'restored', fields: [{ field: '(row)', ...was, result: 'restored' }] };
  }
  const fields = table.columns.map(({ name }) =>
    decideField({ name, before: cell(before, name), after: [], now: cell(now, name) }, onConflict),
  );
  return itemOf(resource, fields);
}
