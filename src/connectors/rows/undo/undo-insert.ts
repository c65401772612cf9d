import { Captured } from '../../captured.js';
import type { FieldReport, ItemReport } from '../../connector.js';
import type { InsertCall } from '../call/payload.js';
import { agrees, contradictionInReport, type RowClaim } from '../insert/insert-candidates.js';
import { byIdentity, type Found, lookFor, rejection } from '../insert/insert-evidence.js';
import { cell, keyOf } from '../table/row.js';
import type { Column, Row } from '../table/table.js';
import { itemOf } from '../values/compare.js';
import { IncompleteUndoError, WHOLE } from './intermediate-values.js';
import { referencedRows } from './pointed-at.js';
import { capturedRows, NotRestored, type PartReport, type Undo } from './restore.js';
import { isOfSameTable, leftByOlderCalls } from './rows-before-call.js';

/** Deletes the inserted rows by key, as far as it is certain that they are the call's own and untouched since. */
export async function undoInsert(work: Undo, call: InsertCall): Promise<PartReport> {
  const { table } = work;
  const known = byIdentity(work);
  const found = await lookFor(known, call, { lock: true });
  const keys = found.map(({ key, row }) => keyOf(table, row ?? key));
  const holders = await referencedRows(work, keys);
  const replaced = await replacedRows(work);
  const since = await addedColumns(work);
  const items = found.map((one, i) => backAlready(work, one, replaced) ?? itemFor(known, one, holders.get(i), since));

  const doomed = found.flatMap(({ row }, i) =>
    row !== null && ['restored', 'forced'].includes(items[i]?.result ?? '') ? [row] : [],
  );
  if (doomed.length > 0) {
    const removed = await removeOrStepBack(work, doomed);
    await confirmGone(work, removed);
  }
  return { items: [...items, ...existingItems(work)], missing: await contradictionInReport(known) };
}

/**
 * The rows, by name, whose keys the call took after older calls of the same transaction had deleted them.
 * @throws Unsettled when such a call is not undone in this transaction
 */
async function replacedRows(work: Undo): Promise<ReadonlyMap<string, Row>> {
  const { names, snapshot, intermediate } = work;
  const rows = new Map<string, Row>();
  if (snapshot.freed === undefined) return rows;
  for (const older of intermediate.older) {
    if (older.call.kind !== 'delete' || !isOfSameTable(older, work)) continue;
    const captured = await capturedRows({ ...work, ...older }, work.table);
    for (const { value } of captured) if (!rows.has(names.row(value))) rows.set(names.row(value), value);
  }
  const lost = snapshot.freed.find((row) => !rows.has(names.row(row)));
  if (lost !== undefined) throw new IncompleteUndoError(names.row(lost));
  return rows;
}

/** The report of a row that is there again as it was before the call took its key; null otherwise. */
function backAlready({ names, table }: Undo, { row }: Found, replaced: ReadonlyMap<string, Row>): ItemReport | null {
  const before = row && replaced.get(names.row(row));
  if (!row || !before || !table.columns.every(({ name }) => cell(row, name) === cell(before, name))) return null;
  const was = { before: 'present', after: 'present', now: 'present' };
  const field: FieldReport = { field: WHOLE, ...was, result: 'already-restored' };
  return { resource: names.row(row), result: 'already-restored', fields: [field] };
}

/**
 * The row is absent as before the call, and nothing shows that this call ever made it: another client deleted it, or it
 * was never here.
 */
const GONE: FieldReport = { field: WHOLE, before: null, after: null, now: null, result: 'already-restored' };

const MET = 'another client had inserted the row before the call, which changed it';

function itemFor(work: Undo, found: Found, holder: string | undefined, since: Row): ItemReport {
  const resource = work.names.row(found.row ?? found.key);
  const unproven = rejection(work, found);
  if (unproven !== null) return { resource, result: 'impossible', fields: [note(unproven)] };
  if (found.row === null) return { resource, result: 'already-restored', fields: [GONE] };
  if (found.isMet && work.onConflict === 'skip') return { resource, result: 'conflict', fields: [note(MET)] };
  if (holder !== undefined) return { resource, result: 'conflict', fields: [note(`rows of ${holder} point at it`)] };
  const item = itemOf(resource, [...compare(work, found, found.row), ...filledSince(work, since, found.row)]);
  // The row stays, so that nothing in it is restored: the report names only the conflicts.
  return item.result === 'conflict' ? { ...item, fields: item.fields.filter(isConflict) } : item;
}

/**
 * Compares every value that the client reported, and every value that the call gave or left to a default. A reported
 * value that differs from the call's counts only when the capture proved that the key was absent, and either a trigger
 * may have changed the value or the column's form of it is unknown.
 */
function compare({ table, snapshot, onConflict }: Undo, found: Found, row: Row): FieldReport[] {
  const { reported } = found;
  const payload = withDefaults(found);
  const keyIsOurs = snapshot.proof?.kind === 'given';
  const isOpen = (name: string) => keyIsOurs && (snapshot.triggers !== 'none' || !payload.claim.has(name));
  return table.columns.flatMap(({ name }): FieldReport[] => {
    const isReported = Object.hasOwn(reported.values, name);
    if (!isReported && !Object.hasOwn(payload.values, name)) return [];
    const asReported = agrees(reported, name, row);
    const isSame = asReported && ((isReported && isOpen(name)) || agrees(payload, name, row));
    const result = isSame ? 'restored' : onConflict === 'force' ? 'forced' : 'conflict';
    const now = cell(row, name);
    const source = isReported && !asReported ? reported : payload.claim.has(name) ? payload : reported;
    return [{ field: name, before: null, after: isSame ? now : (source.claim.get(name)?.text ?? null), now, result }];
  });
}

/** The columns that the table got since the capture, each with its default, as far as that is known. */
async function addedColumns({ dialect, session, table, snapshot }: Undo): Promise<Row> {
  const isNew = (column: Column) => !snapshot.columns.some(({ name }) => name === column.name);
  const added = table.columns.filter((column) => !column.generated && isNew(column));
  return added.length === 0 ? {} : dialect.defaults(session, table, added);
}

/** The values that another client has put into columns that the call could not know. */
function filledSince({ onConflict }: Undo, since: Row, row: Row): FieldReport[] {
  const result = onConflict === 'force' ? 'forced' : 'conflict';
  return Object.entries(since)
    .map(([field, after]) => ({ field, before: null, after, now: cell(row, field), result }) as const)
    .filter(({ after, now }) => now !== after);
}

function withDefaults({ payload, defaults }: Found): RowClaim {
  const isOpen = (name: string) => !Object.hasOwn(payload.values, name);
  const open = Object.entries(defaults.values).filter(([name]) => isOpen(name));
  return {
    values: { ...payload.values, ...Object.fromEntries(open) },
    claim: new Map([...payload.claim, ...[...defaults.claim].filter(([name]) => isOpen(name))]),
  };
}

const isConflict = ({ result }: FieldReport) => result === 'conflict';

function existingItems({ names, snapshot }: Undo): ItemReport[] {
  const existing = snapshot.proof?.kind === 'given' ? snapshot.proof.existing : [];
  return existing.map((row) => ({
    resource: names.row(row),
    result: 'impossible',
    fields: [note('a row with this key was there before the call')],
  }));
}

function note(why: string): FieldReport {
  return { field: '(row)', before: null, after: null, now: why, result: 'conflict' };
}

/**
 * Removes the rows that the call made; a row that an older call of the same transaction had made returns to the state
 * which that call left, because other rows may refer to it. Returns the removed rows.
 */
async function removeOrStepBack(work: Undo, doomed: readonly Row[]): Promise<readonly Row[]> {
  const { dialect, session, table, snapshot, intermediate, names } = work;
  const others = table.columns.filter(({ name, generated }) => !generated && !snapshot.key.includes(name));
  const left = snapshot.said ? await leftByOlderCalls(work, table, doomed, others) : [];
  for (const [i, row] of doomed.entries()) {
    const former = left[i];
    if (!former) continue;
    const columns = others.filter(({ name }) => Object.hasOwn(former, name));
    await dialect.update(session, table, columns, [Captured.passing({ ...row, ...former })]);
    intermediate.add(names.row(row), [WHOLE]);
  }
  const removed = doomed.filter((_, i) => !left[i]);
  if (removed.length > 0) await dialect.remove(session, table, removed);
  const freed = new Set((snapshot.freed ?? []).map(names.row));
  for (const resource of removed.map(names.row)) {
    intermediate.replaced(resource);
    if (freed.has(resource)) intermediate.add(resource, [WHOLE]);
  }
  return removed;
}

async function confirmGone({ dialect, session, table, isTogether }: Undo, doomed: readonly Row[]): Promise<void> {
  if (!isTogether) await dialect.checkConstraints(session);
  const keys = doomed.map((row) => keyOf(table, row));
  const left = await dialect.read(session, table, keys, true);
  if (left.every((row) => row === null)) return;
  throw new NotRestored('nothing was changed: the database kept rows that were deleted, as when a trigger keeps them');
}
