import type { FieldReport, ItemReport, UndoReport } from '../connector.js';
import { decideField, itemOf, summarise } from '../rows/compare.js';
import type { Response } from './response.js';
import { afterwards, type OnConflict, resourceOf, restoredRows, unaccounted } from './restore.js';
import { cell, insertRows, keyOf, type Row, readByKey, updateRows } from './rows.js';
import type { Session } from './session.js';
import type { Snapshot } from './snapshot.js';
import type { Column, Table } from './sql.js';

interface Work {
  readonly table: Table;
  readonly snapshot: Snapshot;
  readonly response: Response;
  readonly onConflict: OnConflict;
}

/** Inserts the captured rows again; a row that has the key meanwhile is somebody else's. */
export async function undoDelete(
  session: Session,
  { table, snapshot, response, onConflict }: Work,
): Promise<UndoReport> {
  const columns = table.columns.filter(({ name }) => snapshot.columns.some((column) => column.name === name));
  const before = await restoredRows(session, table, columns, snapshot.rows);
  const keys = before.map((row) => keyOf(table, row));
  const now = await readByKey(session, table, keys, true);
  const items = before.map((row, i) => itemFor(table, columns, row, now[i] ?? null, onConflict));

  const missing = before.filter((_, i) => now[i] === null);
  if (missing.length > 0) await insertRows(session, { ...table, columns }, missing);
  const taken = before.filter((_, i) => now[i] !== null && items[i]?.result === 'forced');
  await overwrite(session, table, columns, taken);

  const written = [...missing, ...taken].map((row) => ({ key: keyOf(table, row), expected: row, columns }));
  await afterwards(session, table, written);
  return summarise(items, await unaccounted(session, table, snapshot, response));
}

function itemFor(
  table: Table,
  columns: readonly Column[],
  before: Row,
  now: Row | null,
  onConflict: OnConflict,
): ItemReport {
  const resource = resourceOf(table, before);
  if (now === null) {
    const field: FieldReport = {
      field: '(row)',
      before: 'present',
      after: 'deleted',
      now: 'deleted',
      result: 'restored',
    };
    return { resource, result: 'restored', fields: [field] };
  }
  const fields = columns.map(({ name }) =>
    decideField({ name, before: cell(before, name), after: [], now: cell(now, name) }, onConflict),
  );
  return itemOf(resource, fields);
}

async function overwrite(
  session: Session,
  table: Table,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const keyNames = table.key.map(({ name }) => name);
  const written = columns.filter(({ name, generated }) => !generated && !keyNames.includes(name));
  const cells = rows.map((row) => ({ key: keyOf(table, row), cells: written.map(({ name }) => cell(row, name)) }));
  await updateRows(session, table, written, cells);
}
