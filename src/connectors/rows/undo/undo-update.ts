import type { FieldReport, ItemReport } from '../../connector.js';
import type { UpdateCall } from '../call/payload.js';
import { type Added, addedOf } from '../insert/added.js';
import { cell, keyOf } from '../table/row.js';
import type { Column, Row, Table } from '../table/table.js';
import { decideField, itemOf } from '../values/compare.js';
import {
  decideAdded,
  decideColumn,
  heldBack,
  touchedBack,
  touchedField,
  type Updated,
  vanished,
} from './decide-update.js';
import { leftByUpdate } from './left-by-update.js';
import { capturedRows, capturedTable, confirm, type PartReport, type Undo, unaccounted } from './restore.js';

interface Decision {
  readonly item: ItemReport;
  /** The row as it is to be. */
  readonly target: Row;
  readonly restore: readonly Column[];
  /** Another client deleted the row, and it is to come back. */
  readonly resurrect: boolean;
}

/** Puts the changed columns of the captured rows back, field by field. */
export async function undoUpdate(work: Undo, call: UpdateCall): Promise<PartReport> {
  const { names, snapshot, response, onConflict } = work;
  const table = capturedTable(work);
  const changed = table.columns.filter(({ name }) => Object.hasOwn(call.values, name));
  const rows = await capturedRows(work, table);
  const updated = await updatedRows(work, call, table, changed, rows);
  const missing = await unaccounted(work, rows);
  const added = addedOf(call, snapshot, response);

  const fields = updated.map((row) => {
    const others = row === null ? [] : othersOf(work, table, changed, row);
    const own = row && changed.map((column) => fieldOf(work, column, row, added));
    return others.length === 0 || own === null ? own : [...own.map(untouched), ...others];
  });
  const isOpen = missing !== null || fields.some((of) => (of ? of.some(isConflict) : onConflict === 'skip'));
  const decisions = rows.map((before, i): Decision => {
    const [row, all] = [updated[i], fields[i]];
    if (!row || !all) {
      // A row of which not every column is known does not come back.
      const how = snapshot.isUnconfirmed ? 'skip' : onConflict;
      return { item: vanished(names.row(before), how), target: before, restore: [], resurrect: how === 'force' };
    }
    return decisionOf(work, table, changed, row, isOpen ? all.map((field) => heldBack(field, added)) : all);
  });

  await write(work, table, decisions);
  noteSums(work, decisions, added);
  const written = decisions.map(({ target, restore, resurrect }) => ({
    expected: target,
    columns: resurrect ? table.columns : restore,
  }));
  await confirm(work, table, written);
  return { items: decisions.map(({ item }) => item), missing };
}

const isConflict = ({ result }: FieldReport) => result === 'conflict';

/** Null where another client deleted the row. */
async function updatedRows(
  work: Undo,
  call: UpdateCall,
  table: Table,
  changed: readonly Column[],
  rows: readonly Row[],
): Promise<(Updated | null)[]> {
  const { dialect, session, onConflict, snapshot } = work;
  const keys = rows.map((row) => keyOf(table, row));
  const found = await dialect.read(session, table, keys, true);
  const before = await dialect.comparable(session, table, rows);
  const now = await dialect.comparable(session, table, found);
  const left = await leftByUpdate(work, call, changed, rows);
  const isRewritten = snapshot.triggers === 'some';
  return rows.map((row, i) => {
    const [current, was, is, claims] = [found[i], before[i], now[i], left[i]];
    if (!current || !was || !is || !claims) return null;
    return { before: row, now: current, comparable: { before: was, now: is }, left: claims, isRewritten, onConflict };
  });
}

/**
 * The other columns of a row that no capture could see, where they are not as its calls left them: it may be a row of
 * another client with the same key.
 */
function othersOf({ snapshot }: Undo, table: Table, changed: readonly Column[], row: Updated): FieldReport[] {
  const [captured] = snapshot.rows;
  if (!snapshot.isUnconfirmed || !captured) return [];
  return table.columns
    .filter((column) => !changed.includes(column) && Object.hasOwn(captured, column.name))
    .map(({ name }) => ({ name, before: cell(row.before, name), now: cell(row.now, name) }))
    .filter(({ before, now }) => before !== now)
    .map((field) => decideField({ ...field, after: [] }, 'skip'));
}

const untouched = (field: FieldReport): FieldReport => ({ ...field, result: 'untouched' });

function fieldOf(work: Undo, column: Column, row: Updated, added: Added): FieldReport {
  // What the client does not report among the rows it touched, the call may have passed over.
  const isTouched = work.response.rows === null || row.left.reported.size > 0;
  const number = isTouched ? added.get(column.name) : undefined;
  const place = placeOf(work, row.before, column.name);
  const sum = number === undefined ? null : decideAdded(column, row, number, work.tries, place);
  return sum ?? decideColumn(column, row);
}

function decisionOf(
  { names }: Undo,
  table: Table,
  changed: readonly Column[],
  { before, now }: Updated,
  fields: readonly FieldReport[],
): Decision {
  const written = changed.filter((_, n) => ['restored', 'forced'].includes(fields[n]?.result ?? ''));
  const touched = written.length > 0 ? touchedBack(table, before, now, written) : [];
  const values = fields.filter(({ result }) => result === 'restored').map(({ field, before: to }) => [field, to]);
  return {
    target: { ...before, ...Object.fromEntries(values) },
    item: itemOf(names.row(before), [...fields, ...touched.map((column) => touchedField(column, before, now))]),
    restore: [...written, ...touched],
    resurrect: false,
  };
}

function placeOf({ names }: Undo, row: Row, column: string): string {
  return `${names.row(row)} ${column}`;
}

function noteSums(work: Undo, decisions: readonly Decision[], added: Added): void {
  for (const { item, target } of decisions) {
    for (const { field, now, result } of item.fields) {
      const wrote = cell(target, field);
      if (!added.has(field) || result !== 'restored' || wrote === null) continue;
      work.tries.note(placeOf(work, target, field), { seen: String(now), wrote });
    }
  }
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
