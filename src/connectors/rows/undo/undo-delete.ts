import type { FieldReport, ItemReport } from '../../connector.js';
import type { Claimed } from '../dialect.js';
import { cell, keyOf } from '../table/row.js';
import type { Row, Table } from '../table/table.js';
import { decideField, itemOf, NO_ROW } from '../values/compare.js';
import { sameIn } from '../values/same.js';
import { unseenChildren } from './children.js';
import { capturedRows, capturedTable, confirm, isAt, type PartReport, type Undo, uncapturedRows } from './restore.js';
import { rowsBeforeCall } from './rows-before-call.js';
import { requireCounted, untouchedNote, untouchedRows } from './touched.js';

/** Inserts the captured rows again; a row that has the key meanwhile is another client's. */
export async function undoDelete(work: Undo): Promise<PartReport> {
  const { dialect, session, snapshot } = work;
  const table = capturedTable(work);
  if (snapshot.said) return { items: [await goneAgain(work, table, snapshot.said)], missing: null };
  const others = table.columns.filter(({ name }) => !snapshot.key.includes(name));
  const former = await rowsBeforeCall(work, table, await capturedRows(work, table), others);
  const captured = former.map(({ row }) => row);
  const before = captured.map(({ value }) => value);
  const keys = before.map((row) => keyOf(table, row));
  const now = await dialect.read(session, table, keys, true);
  const stale = await staleColumns(work, table, before);
  const lost = lostFields(work, table);
  const isUntouched = await untouchedRows(work);
  const items = before.map((row, i) =>
    isUntouched(row) && now[i] === null
      ? goneBefore(work, row)
      : itemFor(work, table, row, now[i] ?? null, [...(stale[i] ?? []), ...(lost[i] ?? [])]),
  );
  requireCounted(work, items);

  const missing = captured.filter((_, i) => now[i] === null && items[i]?.result !== 'conflict');
  if (missing.length > 0) await dialect.insert(session, table, missing);
  const taken = captured.filter((_, i) => now[i] !== null && items[i]?.result === 'forced');
  const writable = table.columns.filter(({ name, generated }) => !generated && !snapshot.key.includes(name));
  if (taken.length > 0) await dialect.update(session, table, writable, taken);

  const written = [...missing, ...taken].map(({ value: expected }) => ({ expected, columns: table.columns }));
  await confirm(work, table, written);
  captured.forEach((row, i) => {
    if (![...missing, ...taken].includes(row)) return;
    work.intermediate.replaced(work.names.row(row.value));
    work.intermediate.add(work.names.row(row.value), former[i]?.passing ?? []);
  });
  // A row that the call did not delete, and that is there as before, is none of its effect.
  const isOther = (i: number) => isUntouched(before[i] ?? {});
  return {
    items: items.filter(({ result }, i) => !(isOther(i) && result === 'already-restored')),
    missing:
      (await uncapturedRows(work, before)) ??
      untouchedNote(items.filter(({ result }, i) => isOther(i) && result === 'conflict').length),
  };
}

/** The report of a row that the call did not delete, according to its answer, and that is not there. */
function goneBefore({ names, onConflict }: Undo, row: Row): ItemReport {
  const result = onConflict === 'force' ? 'forced' : 'conflict';
  const field: FieldReport = { field: '(row)', before: 'present', after: 'present', now: 'deleted', result };
  return { resource: names.row(row), result, fields: [field] };
}

/**
 * A row that the same transaction had inserted: no capture saw it, so it is not restored. It was absent before that
 * transaction, and is absent now.
 */
async function goneAgain({ dialect, session, names }: Undo, table: Table, said: Row): Promise<ItemReport> {
  const [now = null] = await dialect.read(session, table, [keyOf(table, said)], true);
  const resource = names.row(said);
  if (now === null) return { resource, result: 'already-restored', fields: [NO_ROW] };
  const field = { field: '(row)', before: null, after: 'deleted', now: 'present', result: 'conflict' } as const;
  return { resource, result: 'conflict', fields: [field] };
}

/** Row by row, the columns that another client changed between the capture and the call. */
async function staleColumns(
  { dialect, session, response }: Undo,
  table: Table,
  captured: readonly Row[],
): Promise<FieldReport[][]> {
  const replaced = await dialect.claims(session, table.columns, response.before);
  return captured.map((row) => {
    const own = replaced.find((claim) => isAt(table, claim, row)) ?? new Map<string, Claimed>();
    return [...own]
      .filter(([name, claimed]) => !claimed.fits(cell(row, name)))
      .map(([name, { text }]) => ({
        field: name,
        before: cell(row, name),
        after: text,
        now: null,
        result: 'conflict',
      }));
  });
}

/** Row by row, what the captured row holds in columns that were dropped since: an undo cannot bring it back. */
function lostFields({ snapshot }: Undo, { columns }: Table): FieldReport[][] {
  const dropped = snapshot.columns.filter(({ name }) => !columns.some((column) => column.name === name));
  return snapshot.rows.map((row) =>
    dropped
      .map(({ name }) => ({ name, before: cell(row, name) }))
      .filter(({ before }) => before !== null)
      .map(({ name, before }) => ({ field: name, before, after: 'deleted', now: NO_COLUMN, result: 'conflict' })),
  );
}

const NO_COLUMN = 'the column was dropped or renamed';

/** @param open the fields that do not come back as they were right before the call */
function itemFor(
  { dialect, names, onConflict, snapshot }: Undo,
  table: Table,
  before: Row,
  now: Row | null,
  open: readonly FieldReport[],
): ItemReport {
  const resource = names.row(before);
  if (now === null && open.length > 0) {
    const result = onConflict === 'force' ? 'forced' : 'conflict';
    return { resource, result, fields: open.map((field) => ({ ...field, result })) };
  }
  if (now === null) {
    const was = { before: 'present', after: 'deleted', now: 'deleted' };
    const result = unseenChildren(snapshot) === null ? 'restored' : onConflict === 'force' ? 'forced' : 'conflict';
    return { resource, result, fields: [{ field: '(row)', ...was, result }] };
  }
  const fields = table.columns.map((column) => {
    const [was, is] = [cell(before, column.name), cell(now, column.name)];
    const isAsBefore = sameIn(dialect, column)(was, is);
    return decideField({ name: column.name, before: was, after: [], now: is, isAsBefore }, onConflict);
  });
  return itemOf(resource, fields);
}
