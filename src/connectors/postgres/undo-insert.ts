import type { FieldReport, ItemReport, UndoReport } from '../connector.js';
import { itemOf, summarise } from '../rows/compare.js';
import type { InsertCall } from '../rows/payload.js';
import { absenceTest } from './capture-insert.js';
import { comparableRows } from './claims.js';
import { agrees, type Candidate, candidatesOf, strangers } from './insert-candidates.js';
import { createdAfter, referencedRows } from './insert-evidence.js';
import type { Response } from './response.js';
import { NotRestored, type OnConflict, resourceOf } from './restore.js';
import { cell, deleteRows, type Key, type Row, readByKey, toRow } from './rows.js';
import type { Session } from './session.js';
import type { Snapshot } from './snapshot.js';
import type { Table } from './sql.js';

interface Work {
  readonly table: Table;
  readonly snapshot: Snapshot;
  readonly call: InsertCall;
  readonly response: Response;
  readonly onConflict: OnConflict;
}

/** Deletes the inserted rows by key, as far as it is certain that they are the call's own and untouched since. */
export async function undoInsert(session: Session, work: Work): Promise<UndoReport> {
  const { table, snapshot, call, response } = work;
  const candidates = await candidatesOf(session, table, snapshot, call, response);
  const keys = candidates.map(({ key }) => key);
  const now = await readByKey(session, table, keys, true);
  const comparable = await comparableRows(session, table, now);
  const younger = await createdAfter(session, table, keys, snapshot.visible);
  const referenced = await referencedRows(session, table, keys);
  const texts = keys.map((key) => JSON.stringify(key));

  const items = candidates.map((candidate, i): ItemReport => {
    const row = now[i] ?? null;
    const resource = resourceOf(table, row ?? toRow(table.key, candidate.key));
    const twice = texts.indexOf(texts[i] ?? '') < i ? 'the client reports this key twice' : undefined;
    const unproven = twice ?? rejection(work, candidate, row, comparable[i] ?? null, younger.has(i));
    if (unproven !== undefined) return { resource, result: 'impossible', fields: [note(unproven)] };
    if (row === null) return { resource, result: 'already-restored', fields: [] };
    const holder = referenced.get(i);
    if (holder !== undefined) return { resource, result: 'conflict', fields: [note(holder)] };
    return itemOf(resource, compare(work, candidate, row, comparable[i] ?? row));
  });

  const doomed = keys.filter((_, i) => ['restored', 'forced'].includes(items[i]?.result ?? ''));
  await remove(session, table, doomed);
  return summarise([...items, ...existingItems(work)], await strangers(session, table, snapshot, response));
}

/**
 * Why this cannot be a row of the call, whatever the operator forces. Only the approved payload and the capture count
 * here: a client that names a row which was there before must not get it deleted.
 */
function rejection(
  { table, snapshot }: Work,
  candidate: Candidate,
  row: Row | null,
  comparable: Row | null,
  younger: boolean,
): string | undefined {
  if (snapshot.proof === null || candidate.key.includes(null)) return 'its key is not known';
  const absent = absenceTest(snapshot.proof, table)(row ?? toRow(table.key, candidate.key));
  if (absent === true || (absent === null && (row === null || comparable === null))) return undefined;
  const { payload } = candidate;
  const asApproved =
    comparable !== null && Object.keys(payload.values).every((name) => agrees(payload, name, comparable));
  if (absent === null && younger && asApproved) return undefined;
  return 'there is no proof that this row was not there before the call';
}

/** Every value the client reported, and every value of the payload where the key is only known from the client. */
function compare(
  { table, snapshot, onConflict }: Work,
  { payload, reported }: Candidate,
  row: Row,
  comparable: Row,
): FieldReport[] {
  const keyIsOurs = snapshot.proof?.kind === 'given';
  return table.columns.flatMap(({ name }): FieldReport[] => {
    const isReported = Object.hasOwn(reported.values, name);
    if (!isReported && !Object.hasOwn(payload.values, name)) return [];
    const asReported = agrees(reported, name, comparable);
    const same = asReported && ((keyIsOurs && isReported) || agrees(payload, name, comparable));
    const result = same ? 'restored' : onConflict === 'force' ? 'forced' : 'conflict';
    const source = isReported && !asReported ? reported : payload.claim.has(name) ? payload : reported;
    return [{ field: name, before: null, after: source.claim.get(name) ?? null, now: cell(row, name), result }];
  });
}

function existingItems({ table, snapshot }: Work): ItemReport[] {
  const existing = snapshot.proof?.kind === 'given' ? snapshot.proof.existing : [];
  return existing.map((row) => ({
    resource: resourceOf(table, row),
    result: 'impossible',
    fields: [note('a row with this key was there before the call')],
  }));
}

function note(why: string): FieldReport {
  return { field: '(row)', before: null, after: null, now: why, result: 'conflict' };
}

async function remove(session: Session, table: Table, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  await deleteRows(session, table, keys);
  await session.run('SET CONSTRAINTS ALL IMMEDIATE');
  const left = await readByKey(session, table, keys);
  if (left.some((row) => row !== null)) {
    throw new NotRestored(
      'nothing was changed: the database kept rows that were deleted, as when a trigger keeps them',
    );
  }
}
