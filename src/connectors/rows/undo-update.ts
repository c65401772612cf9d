import type { FieldReport, ItemReport, UndoReport } from '../connector.js';
import { decideField, itemOf, summarise } from './compare.js';
import type { Claim } from './dialect.js';
import { leftByUpdate } from './left-by-update.js';
import type { UpdateCall } from './payload.js';
import { capturedRows, capturedTable, confirm, type OnConflict, type Undo, unaccounted } from './restore.js';
import { cell, keyOf } from './row.js';
import type { Column, Row, Table } from './table.js';
import { touchedBack } from './touched.js';

interface Decision {
  readonly item: ItemReport;
  readonly before: Row;
  readonly restore: readonly Column[];
  /** Another client deleted the row, and it is to come back. */
  readonly resurrect: boolean;
}

/** Puts the changed columns of the captured rows back, field by field. */
export async function undoUpdate(work: Undo, call: UpdateCall): Promise<UndoReport> {
  const { dialect, session, names, onConflict } = work;
  const table = capturedTable(work);
  const changed = table.columns.filter(({ name }) => Object.hasOwn(call.values, name));
  const rows = await capturedRows(work, table);
  const keys = rows.map((row) => keyOf(table, row));
  const now = await dialect.read(session, table, keys, true);
  const comparable = await dialect.comparable(session, table, now);
  const left = await leftByUpdate(work, call, changed, rows);

  const decisions = rows.map((before, i): Decision => {
    const current = now[i] ?? null;
    const resource = names.row(before);
    if (current === null) return { before, ...vanished(resource, onConflict) };
    const fields = changed.map((column) =>
      decide(column, before, current, comparable[i] ?? current, left[i] ?? [], onConflict),
    );
    const written = changed.filter((_, n) => ['restored', 'forced'].includes(fields[n]?.result ?? ''));
    const touched = written.length > 0 ? touchedBack(table, before, current, written) : [];
    const all = [...fields, ...touched.map((column) => touchedField(column, before, current))];
    return { before, item: itemOf(resource, all), restore: [...written, ...touched], resurrect: false };
  });

  await write(work, table, decisions);
  const written = decisions.map(({ before, restore, resurrect }) => ({
    expected: before,
    columns: resurrect ? table.columns : restore,
  }));
  await confirm(work, table, written);
  const items = decisions.map(({ item }) => item);
  return summarise(items, await unaccounted(work, rows));
}

function vanished(resource: string, onConflict: OnConflict): Omit<Decision, 'before'> {
  const resurrect = onConflict === 'force';
  const result = resurrect ? 'forced' : 'conflict';
  const field: FieldReport = { field: '(row)', before: 'present', after: 'present', now: 'deleted', result };
  return { item: { resource, result, fields: [field] }, restore: [], resurrect };
}

function decide(
  { name }: Column,
  before: Row,
  now: Row,
  comparable: Row,
  claims: readonly Claim[],
  onConflict: OnConflict,
): FieldReport {
  const value = cell(now, name);
  const claimed = claims.flatMap((claim) => claim.get(name) ?? []);
  // A claim that fits is reported as the text that is really there.
  const fits = claimed.some((one) => one.fits(cell(comparable, name)));
  const after = fits ? [value] : claimed.map(({ text }) => text);
  return decideField({ name, before: cell(before, name), after, now: value }, onConflict);
}

function touchedField({ name }: Column, before: Row, now: Row): FieldReport {
  const value = cell(now, name);
  return decideField({ name, before: cell(before, name), after: [value], now: value }, 'skip');
}

/** Rows of which the same columns are restored are written together. */
async function write({ dialect, session }: Undo, table: Table, decisions: readonly Decision[]): Promise<void> {
  const alike = new Map<string, Decision[]>();
  for (const decision of decisions) {
    const names = decision.restore.map(({ name }) => name).join('\0');
    alike.set(names, [...(alike.get(names) ?? []), decision]);
  }
  for (const some of alike.values()) {
    const columns = (some[0]?.restore ?? []).filter(({ generated }) => !generated);
    const rows = some.map(({ before }) => before);
    if (columns.length > 0) await dialect.update(session, table, columns, rows);
  }
  const back = decisions.filter(({ resurrect }) => resurrect).map(({ before }) => before);
  if (back.length > 0) await dialect.insert(session, table, back);
}
