import type { FieldReport, ItemReport, UndoReport } from '../connector.js';
import { itemOf, summarise } from '../rows/compare.js';
import type { InsertCall } from '../rows/payload.js';
import type { Claim } from './claims.js';
import { type Candidate, candidatesOf } from './insert-candidates.js';
import { wasAbsent } from './insert-keys.js';
import type { Response } from './response.js';
import { NotRestored, type OnConflict, resourceOf } from './restore.js';
import {
  cell,
  deleteRow,
  isSelfReference,
  keyOf,
  parentsFirst,
  type Row,
  readByKey,
  referencing,
  sameKey,
} from './rows.js';
import type { Session } from './session.js';
import type { Snapshot } from './snapshot.js';
import { quote, shownTable, type Table } from './sql.js';

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
  const items: ItemReport[] = [];
  const doomed: Row[] = [];
  for (const candidate of candidates) {
    const item = await itemFor(session, work, candidate);
    items.push(item);
    if (candidate.now && ['restored', 'forced'].includes(item.result)) doomed.push(candidate.now);
  }
  await remove(session, table, doomed);
  return summarise([...items, ...existingItems(work)]);
}

async function itemFor(session: Session, work: Work, candidate: Candidate): Promise<ItemReport> {
  const { table, snapshot, onConflict } = work;
  const { key, now } = candidate;
  const resource = resourceOf(table, key);
  if (!wasAbsent(snapshot, key)) {
    const why = 'there is no proof that this row was not there before the call';
    return { resource, result: 'impossible', fields: [note(why)] };
  }
  if (now === null) return { resource, result: 'already-restored', fields: [] };
  const holder = await holderOf(session, table, now);
  if (holder !== null) return { resource, result: 'conflict', fields: [note(holder)] };
  return itemOf(resource, compare(candidate.claim, now, table, onConflict));
}

function compare(claim: Claim, now: Row, table: Table, onConflict: OnConflict): FieldReport[] {
  const differs = onConflict === 'force' ? 'forced' : 'conflict';
  return table.columns.flatMap(({ name }): FieldReport[] => {
    const claimed = claim.get(name);
    if (!claimed) return [];
    const value = cell(now, name);
    const fits = claimed.fits(value);
    const after = fits ? value : claimed.text;
    return [{ field: name, before: null, after, now: value, result: fits ? 'restored' : differs }];
  });
}

/** Rows that point at it by a foreign key which would change them: deleting it would spread. */
async function holderOf(session: Session, table: Table, row: Row): Promise<string | null> {
  const key = keyOf(table, row);
  for (const reference of table.references.filter((it) => it.changesOnDelete)) {
    const itself = table.key.map(({ name }) => `x.${quote(name)} = t.${quote(name)}`).join(' AND ');
    const others = isSelfReference(table, reference) ? ` AND NOT (${itself})` : '';
    const sql = `SELECT 1 FROM ${referencing(table, reference)} WHERE ${sameKey(table)}${others} LIMIT 1 FOR UPDATE`;
    if ((await session.rows(sql, key)).length > 0) return `rows of ${shownTable(reference)} point at it`;
  }
  return null;
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

async function remove(session: Session, table: Table, doomed: readonly Row[]): Promise<void> {
  for (const row of parentsFirst(table, doomed).reverse()) await deleteRow(session, table, keyOf(table, row));
  const left = await readByKey(
    session,
    table,
    doomed.map((row) => keyOf(table, row)),
    true,
  );
  if (left.some((row) => row !== null)) {
    throw new NotRestored(
      'nothing was changed: the database kept rows that were deleted, as when a trigger keeps them',
    );
  }
}
