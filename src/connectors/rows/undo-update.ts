import type { FieldReport, ItemReport, UndoReport } from '../connector.js';
import { addedOf } from './added.js';
import { decideField, itemOf, summarise } from './compare.js';
import { decideSum } from './decide-sum.js';
import { type Left, leftByUpdate } from './left-by-update.js';
import type { UpdateCall } from './payload.js';
import { capturedRows, capturedTable, confirm, type OnConflict, type Undo, unaccounted } from './restore.js';
import { cell, keyOf } from './row.js';
import type { Column, Row, Table } from './table.js';
import { touchedBack } from './touched.js';

interface Decision {
  readonly item: ItemReport;
  /** The row as it is to be. */
  readonly target: Row;
  readonly restore: readonly Column[];
  /** Another client deleted the row, and it is to come back. */
  readonly resurrect: boolean;
}

/** Puts the changed columns of the captured rows back, field by field. */
export async function undoUpdate(work: Undo, call: UpdateCall): Promise<UndoReport> {
  const { dialect, session, snapshot, response, onConflict } = work;
  const table = capturedTable(work);
  const changed = table.columns.filter(({ name }) => Object.hasOwn(call.values, name));
  const rows = await capturedRows(work, table);
  const keys = rows.map((row) => keyOf(table, row));
  const now = await dialect.read(session, table, keys, true);
  const comparable = await dialect.comparable(session, table, now);
  const left = await leftByUpdate(work, call, changed, rows);
  const missing = await unaccounted(work, rows);
  const added = addedOf(call, snapshot, response);

  const fields = rows.map((before, i) => {
    const [current, shown, claims] = [now[i] ?? null, comparable[i] ?? null, left[i]];
    if (current === null || shown === null || claims === undefined) return null;
    return changed.map((column) => {
      const number = added.get(column.name);
      const sum = number === undefined ? null : sumField(work, column, before, current, claims, number);
      return sum ?? decide(column, before, current, shown, claims, onConflict);
    });
  });
  const isOpen = missing !== null || fields.some((of) => (of ? of.some(isConflict) : onConflict === 'skip'));
  const decisions = rows.map((before, i): Decision => {
    const [current, all] = [now[i] ?? null, fields[i]];
    if (current === null || !all) return { target: before, ...vanished(work.names.row(before), onConflict) };
    return decideRow(work, table, changed, before, current, isOpen ? all.map((it) => heldBack(it, added)) : all);
  });

  await write(work, table, decisions);
  noteSums(work, decisions, added);
  await confirm(
    work,
    table,
    decisions.map(({ target, restore, resurrect }) => ({
      expected: target,
      columns: resurrect ? table.columns : restore,
    })),
  );
  return summarise(
    decisions.map(({ item }) => item),
    missing,
  );
}

const isConflict = ({ result }: FieldReport) => result === 'conflict';

/** A call that stays open may be undone again, and a sum must not be taken off twice: it waits for the rest. */
function heldBack(field: FieldReport, added: ReadonlyMap<string, string>): FieldReport {
  return added.has(field.field) && field.result === 'restored' ? { ...field, result: 'conflict' } : field;
}

function decideRow(
  { names }: Undo,
  table: Table,
  changed: readonly Column[],
  before: Row,
  current: Row,
  fields: readonly FieldReport[],
): Decision {
  const written = changed.filter((_, n) => ['restored', 'forced'].includes(fields[n]?.result ?? ''));
  const touched = written.length > 0 ? touchedBack(table, before, current, written) : [];
  const values = fields.filter(({ result }) => result === 'restored').map(({ field, before: to }) => [field, to]);
  return {
    target: { ...before, ...Object.fromEntries(values) },
    item: itemOf(names.row(before), [...fields, ...touched.map((column) => touchedField(column, before, current))]),
    restore: [...written, ...touched],
    resurrect: false,
  };
}

function vanished(resource: string, onConflict: OnConflict): Omit<Decision, 'target'> {
  const resurrect = onConflict === 'force';
  const result = resurrect ? 'forced' : 'conflict';
  const field: FieldReport = { field: '(row)', before: 'present', after: 'present', now: 'deleted', result };
  return { item: { resource, result, fields: [field] }, restore: [], resurrect };
}

/** Null where one of the values is NULL, to which nothing can be added. */
function sumField(work: Undo, { name }: Column, row: Row, current: Row, { reported }: Left, added: string) {
  const [before, now] = [cell(row, name), cell(current, name)];
  if (before === null || now === null) return null;
  const sum = { name, before, now, added, reported: reported.get(name)?.text ?? null };
  return decideSum(sum, work.tries, placeOf(work, row, name));
}

function placeOf({ names }: Undo, row: Row, column: string): string {
  return `${names.row(row)} ${column}`;
}

function noteSums(work: Undo, decisions: readonly Decision[], added: ReadonlyMap<string, string>): void {
  for (const { item, target } of decisions) {
    for (const { field, now, result } of item.fields) {
      const wrote = cell(target, field);
      if (!added.has(field) || result !== 'restored' || wrote === null) continue;
      work.tries.note(placeOf(work, target, field), { seen: String(now), wrote });
    }
  }
}

function decide(
  { name }: Column,
  before: Row,
  now: Row,
  comparable: Row,
  { reported, expected }: Left,
  onConflict: OnConflict,
): FieldReport {
  const value = cell(now, name);
  const claimed = [reported, ...expected].flatMap((claim) => claim.get(name) ?? []);
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
    const rows = some.map(({ target }) => target);
    if (columns.length > 0) await dialect.update(session, table, columns, rows);
  }
  const back = decisions.filter(({ resurrect }) => resurrect).map(({ target }) => target);
  if (back.length > 0) await dialect.insert(session, table, back);
}
