import type { FieldReport, ItemReport, UndoReport } from '../connector.js';
import { decideField, itemOf, summarise } from '../rows/compare.js';
import { literalsOf, type UpdateCall } from '../rows/payload.js';
import { type Claim, claimsOf } from './claims.js';
import type { Response } from './response.js';
import { type OnConflict, readBack, resourceOf, unaccounted } from './restore.js';
import { cell, insertRows, keyOf, parentsFirst, type Row, readByKey, updateRows } from './rows.js';
import type { Session } from './session.js';
import type { Snapshot } from './snapshot.js';
import type { Column, Table } from './sql.js';

interface Work {
  readonly table: Table;
  readonly snapshot: Snapshot;
  readonly call: UpdateCall;
  readonly response: Response;
  readonly onConflict: OnConflict;
}

interface Decision {
  readonly item: ItemReport;
  readonly before: Row;
  readonly restore: readonly Column[];
  /** Somebody deleted the row, and it is to come back. */
  readonly resurrect: boolean;
}

/** Puts the changed columns of the captured rows back, field by field. */
export async function undoUpdate(session: Session, { table: whole, ...work }: Work): Promise<UndoReport> {
  const { snapshot, onConflict } = work;
  const columns = whole.columns.filter(({ name }) => snapshot.columns.some((column) => column.name === name));
  const table = { ...whole, columns };
  const changed = columns.filter(({ name, generated }) => !generated && Object.hasOwn(work.call.values, name));
  const keys = snapshot.rows.map((row) => keyOf(table, row));
  const now = await readByKey(session, table, keys, true);
  const left = await leftByCall(session, { table, ...work }, changed);

  const decisions = snapshot.rows.map((before, i): Decision => {
    const current = now[i] ?? null;
    const resource = resourceOf(table, before);
    if (current === null) return { before, ...vanished(resource, onConflict) };
    const fields = changed.map(({ name }) => decide(name, before, current, left[i] ?? [], onConflict));
    const written = changed.filter((_, n) => ['restored', 'forced'].includes(fields[n]?.result ?? ''));
    const touched = written.length > 0 ? touchedBack(table, before, current, written) : [];
    const all = [...fields, ...touched.map((column) => touchedField(column, before, current))];
    return { before, item: itemOf(resource, all), restore: [...written, ...touched], resurrect: false };
  });

  await write(session, table, decisions);
  const back = decisions.filter(({ resurrect }) => resurrect).map(({ before }) => before);
  await insertRows(session, table, parentsFirst(table, back));
  await readBack(
    session,
    table,
    decisions.map(({ before, restore, resurrect }) => ({ expected: before, columns: resurrect ? columns : restore })),
  );
  return summarise(
    decisions.map(({ item }) => item),
    unaccounted(snapshot.rows, work.response),
  );
}

async function write(session: Session, table: Table, decisions: readonly Decision[]): Promise<void> {
  const alike = new Map<string, Decision[]>();
  for (const decision of decisions) {
    const names = decision.restore.map(({ name }) => name).join('\0');
    alike.set(names, [...(alike.get(names) ?? []), decision]);
  }
  for (const some of alike.values()) {
    const rows = some.map(({ before }) => before);
    await updateRows(session, table, some[0]?.restore ?? [], rows);
  }
}

/**
 * Columns with ON UPDATE CURRENT_TIMESTAMP moved with the call, and would move again. They go back where the row is
 * as it was in everything else; otherwise they tell that somebody else changed it.
 */
function touchedBack(table: Table, before: Row, now: Row, written: readonly Column[]): Column[] {
  const touched = table.columns.filter((column) => column.touched && !written.includes(column));
  const isWhole = table.columns.every(
    (column) =>
      column.generated ||
      written.includes(column) ||
      touched.includes(column) ||
      cell(before, column.name) === cell(now, column.name),
  );
  return isWhole ? touched : [];
}

function touchedField({ name }: Column, before: Row, now: Row): FieldReport {
  const value = cell(now, name);
  return decideField({ name, before: cell(before, name), after: [value], now: value }, 'skip');
}

function vanished(resource: string, onConflict: OnConflict): Omit<Decision, 'before'> {
  const resurrect = onConflict === 'force';
  const result = resurrect ? 'forced' : 'conflict';
  const field: FieldReport = { field: '(row)', before: 'present', after: 'present', now: 'deleted', result };
  return { item: { resource, result, fields: [field] }, restore: [], resurrect };
}

function decide(name: string, before: Row, now: Row, claims: readonly Claim[], onConflict: OnConflict): FieldReport {
  const value = cell(now, name);
  const claimed = claims.flatMap((claim) => claim.get(name) ?? []);
  // A claim that fits is reported as the text that is really there.
  const after = claimed.some((one) => one.fits(value)) ? [value] : claimed.map(({ text }) => text);
  return decideField({ name, before: cell(before, name), after, now: value }, onConflict);
}

/** What the call left in each captured row: what the client reports first, then what the payload sets. */
async function leftByCall(session: Session, work: Work, changed: readonly Column[]): Promise<Claim[][]> {
  const { table, snapshot, call, response } = work;
  const literals = literalsOf(call);
  const columns = changed.filter(({ name }) => literals.includes(name));
  const [set = new Map()] = await claimsOf(session, columns, [call.values]);
  const reported = await claimsOf(session, [...table.key, ...changed], response.rows ?? []);
  return snapshot.rows.map((row) => {
    const own = reported.filter((claim) => table.key.every(({ name }) => claim.get(name)?.fits(cell(row, name))));
    return [...own.slice(0, 1), set];
  });
}
