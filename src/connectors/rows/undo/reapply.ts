import { Captured } from '../../captured.js';
import type { ConnectorContext, ItemReport, Kept, UndoPlan, UndoReport } from '../../connector.js';
import { transientMemory } from '../../undo-memory.js';
import type { Dialect } from '../dialect.js';
import { currentTable } from '../table/current-table.js';
import { namesOf, tableLabel, valueLabel } from '../table/names.js';
import { cell, keyOf } from '../table/row.js';
import type { Session } from '../table/session.js';
import type { Column, Row, Table } from '../table/table.js';
import { transaction } from '../table/transaction.js';
import { summarise } from '../values/compare.js';
import { updateInAnyOrder } from './any-order.js';
import { reportFailure } from './failure.js';
import { contentOf, type KeptRow, type KeptTable } from './kept.js';
import { referencedRows } from './pointed-at.js';
import { decideRow, type RowDecision } from './reapply-row.js';
import { capturedRows, confirm, NotRestored, type OnConflict } from './restore.js';

const NOTHING_KEPT = 'What the undo replaced is not known.';
const SHOWN_CALLS = 50;

/** The plan of reapplying on the assumption that no other client has changed anything since; it reaches no database. */
export function planReapply({ label }: Dialect, kept: Kept): UndoPlan {
  const content = contentOf(kept);
  if (!content) return { class: 'impossible', calls: [], remains: [], reason: NOTHING_KEPT };
  const { tables } = content.value;
  const calls = [...tables].reverse().flatMap((table) => table.rows.map((row) => describeCall(label, table, row)));
  const more = calls.length - SHOWN_CALLS;
  const remains = tables.flatMap((table) =>
    table.triggers === 'none' ? [] : [`What triggers on ${tableLabel(label, table)} do to other rows stays.`],
  );
  return {
    class: 'exact',
    calls: more > 0 ? [...calls.slice(0, SHOWN_CALLS), `… and ${more} more rows`] : calls,
    remains,
    reason: null,
  };
}

/**
 * Restores, in one transaction, the rows that the transaction of an undo replaced, row by row and field by field.
 * @throws ProviderUnavailableError, and the errors of `assertHeld`
 */
export async function reapply(
  dialect: Dialect,
  kept: Kept,
  onConflict: OnConflict,
  context: ConnectorContext,
): Promise<UndoReport> {
  const content = contentOf(kept);
  if (!content) return { outcome: 'impossible', detail: NOTHING_KEPT, items: [] };
  return reportFailure(dialect, context, () =>
    transaction(dialect, context, 'write', async (session) => {
      const tables = [...content.at('tables').each()].reverse();
      if (tables.length > 1) await dialect.deferConstraints(session);
      const items: ItemReport[] = [];
      for (const table of tables) items.push(...(await reapplyTable(dialect, session, table, onConflict)));
      if (tables.length > 1) await dialect.checkConstraints(session);
      const written = items.filter(({ result }) => result === 'restored' || result === 'forced');
      const memory = context.memory ?? transientMemory();
      await memory.note(written.map(({ resource }) => ({ resource, sentAt: null })));
      return summarise(items);
    }),
  );
}

async function reapplyTable(
  dialect: Dialect,
  session: Session,
  kept: Captured<KeptTable>,
  onConflict: OnConflict,
): Promise<ItemReport[]> {
  const { rows, passes: _, ...head } = kept.value;
  const snapshot = { ...head, rows: [], proof: null };
  const whole = await currentTable(dialect, session, snapshot, neededBy(rows));
  const columns = whole.columns.filter(({ name }) => head.columns.some((column) => column.name === name));
  const table: Table = { ...whole, columns };
  const names = namesOf(dialect.label, head);
  const before = await inSession(
    dialect,
    session,
    table,
    kept
      .at('rows')
      .each()
      .map((row) => row.at('before')),
  );
  const after = await inSession(
    dialect,
    session,
    table,
    kept
      .at('rows')
      .each()
      .map((row) => row.at('after')),
  );
  const keys = rows.map((row) => keyOf(table, row.before ?? row.after ?? {}));
  const now = await dialect.read(session, table, keys, true);
  const doomed = rows.flatMap((row, i) => (row.before === null && now[i] ? [i] : []));
  const holders = await referencedRows(
    { dialect, session, table },
    doomed.map((i) => keys[i] ?? []),
  );
  const decisions = rows.map((row, i) =>
    decideRow(
      {
        ...{ before: before[i]?.value ?? null, after: after[i]?.value ?? null, now: now[i] ?? null },
        ...{ columns: namesIn(table, row), resource: names.row(row.before ?? row.after ?? {}) },
        holder: holders.get(doomed.indexOf(i)),
      },
      onConflict,
    ),
  );
  const passes: (readonly Captured<Row>[])[] = [];
  for (const pass of kept.value.passes ? (kept.at('passes') as Captured<readonly (readonly Row[])[]>).each() : [])
    passes.push((await inSession(dialect, session, table, pass.each())).filter((row) => row !== null));
  await write(dialect, session, table, { decisions, before, now, passes });
  const written = decisions.flatMap(({ write: how, columns: some }, i) => {
    const expected = before[i]?.value;
    if (!expected || how === 'none') return [];
    return [{ expected, columns: how === 'insert' ? columns : columns.filter(({ name }) => some.includes(name)) }];
  });
  await confirm({ dialect, session, names, isTogether: false }, table, written);
  const gone = decisions.flatMap(({ write: how }, i) => (how === 'remove' ? [keys[i] ?? []] : []));
  if (gone.length > 0 && (await dialect.read(session, table, gone, true)).some((row) => row !== null))
    throw new NotRestored(
      'nothing was changed: the database kept rows that were deleted, as when a trigger keeps them',
    );
  return decisions.map(({ item }) => item);
}

interface Writes {
  readonly decisions: readonly RowDecision[];
  readonly before: readonly (Captured<Row> | null)[];
  readonly now: readonly (Row | null)[];
  /** The rows that each write of the undo found, the first one first. */
  readonly passes: readonly (readonly Captured<Row>[])[];
}

/**
 * Deletes first, to make room; inserts last, because they may need the updated rows. When the undo wrote a row more
 * than once, as a swap of unique values needs it, its writes are taken back one by one.
 */
async function write(
  dialect: Dialect,
  session: Session,
  table: Table,
  { decisions, before, now, passes }: Writes,
): Promise<void> {
  const at = <T>(how: RowDecision['write'], of: readonly T[]) => of.filter((_, i) => decisions[i]?.write === how);
  const removed = at('remove', now).filter((row) => row !== null);
  if (removed.length > 0) await dialect.remove(session, table, removed);
  const byKey = new Map(before.map((row, i) => [row && textOf(table, row.value), decisions[i]]));
  for (const pass of [...passes].reverse()) {
    for (const row of pass) {
      const decision = byKey.get(textOf(table, row.value));
      const columns = table.columns.filter(({ name, generated }) => !generated && decision?.columns.includes(name));
      if (decision?.write === 'update') await dialect.update(session, table, columns, [row]);
    }
  }
  const updates = (passes.length > 0 ? [] : at('update', decisions)).map(({ columns }) => columns.join('\0'));
  const updated = at('update', before).filter((row) => row !== null);
  for (const names of new Set(updates)) {
    const columns = table.columns.filter(({ name, generated }) => !generated && names.split('\0').includes(name));
    const rows = updated.filter((_, i) => updates[i] === names);
    if (columns.length > 0) await updateInAnyOrder(dialect, session, table, columns, rows);
  }
  const inserted = at('insert', before).filter((row) => row !== null);
  if (inserted.length > 0) await dialect.insert(session, table, inserted);
}

const textOf = (table: Table, row: Row) => JSON.stringify(keyOf(table, row));

/** The rows as this session writes them: its time zone may be another one. @throws NotRestored */
async function inSession(
  dialect: Dialect,
  session: Session,
  table: Table,
  rows: readonly Captured<Row | null>[],
): Promise<(Captured<Row> | null)[]> {
  const there = rows.filter((row): row is Captured<Row> => row.value !== null);
  const written = [...(await capturedRows({ dialect, session, captured: there }, table))];
  return rows.map((row) => (row.value === null ? null : (written.shift() ?? null)));
}

/** A row that is made or removed is compared whole; of an updated one, columns that were not written may be gone since. */
const neededBy = (rows: readonly KeptRow[]) => (column: string) =>
  rows.some(({ before, after, columns }) => before === null || after === null || columns.includes(column));

const namesIn = ({ columns }: { readonly columns: readonly Column[] }, { columns: names }: KeptRow) =>
  columns.filter(({ name, generated }) => !generated && names.includes(name)).map(({ name }) => name);

function describeCall(label: Dialect['label'], table: KeptTable, { before, after, columns }: KeptRow): string {
  const name = tableLabel(label, table);
  const pairs = (row: Row, some: readonly string[], separator: string) =>
    some.map((column) => `${label(column)} = ${valueLabel(cell(row, column))}`).join(separator);
  const where = pairs(before ?? after ?? {}, table.key, ' AND ');
  if (before === null) return `DELETE FROM ${name} WHERE ${where}`;
  if (after !== null) return `UPDATE ${name} SET ${pairs(before, columns, ', ')} WHERE ${where}`;
  const all = Object.keys(before);
  const values = all.map((column) => valueLabel(cell(before, column))).join(', ');
  return `INSERT INTO ${name} (${all.map(label).join(', ')}) VALUES (${values})`;
}
