import { Captured } from '../../captured.js';
import type { ItemReport } from '../../connector.js';
import type { Call, UpdateCall } from '../call/payload.js';
import { addedOf } from '../insert/added.js';
import { cell, keyOf } from '../table/row.js';
import type { Column, Row, Table } from '../table/table.js';
import { itemOf } from '../values/compare.js';
import { sameIn } from '../values/same.js';
import { updateInAnyOrder } from './any-order.js';
import {
  decideColumn,
  deletedRow,
  isLeftAsItWas,
  touchedField,
  type Updated,
  updatedByDatabase,
} from './decide-update.js';
import { leftByUpdate } from './left-by-update.js';
import { capturedRows, capturedTable, confirm, type PartReport, type Undo, uncapturedRows } from './restore.js';
import { rowsBeforeCall } from './rows-before-call.js';
import { subtracted } from './subtract.js';
import { requireCounted, type Untouched, untouchedNote, untouchedRows } from './touched.js';

interface Decision {
  readonly item: ItemReport;
  /** The captured row, from which the columns `restore` are written. */
  readonly target: Captured<Row>;
  readonly restore: readonly Column[];
  /** Another client deleted the row, and the undo inserts it again. */
  readonly reinserts: boolean;
}

/** Puts the changed columns of the captured rows back, field by field. */
export async function undoUpdate(work: Undo, call: UpdateCall): Promise<PartReport> {
  const { names, onConflict } = work;
  const table = capturedTable(work);
  const changed = table.columns.filter(({ name }) => Object.hasOwn(call.values, name));
  const former = await rowsBeforeCall(work, table, await capturedRows(work, table), changed);
  const captured = former.map(({ row }) => row);
  const rows = captured.map(({ value }) => value);
  const isUntouched = await untouchedRows(work);
  const updated = await updatedRows({ ...work, isUntouched }, call, table, changed, rows);
  const missing = await uncapturedRows(work, rows);
  const decisions = captured.map((target, i): Decision => {
    const row = updated[i];
    if (row) return decisionOf(work, call, table, changed, target, row);
    const item = deletedRow(names.row(target.value), onConflict);
    return { item, target, restore: [], reinserts: onConflict === 'force' };
  });
  const items = decisions.map(({ item }) => item);
  requireCounted(work, items);

  await write(work, table, decisions);
  const written = decisions.map(({ target, restore, reinserts }) => ({
    expected: target.value,
    columns: reinserts ? table.columns : restore,
  }));
  await confirm(work, table, written);
  decisions.forEach(({ target, restore, reinserts }, i) => {
    const resource = names.row(target.value);
    const isPassing = (name: string) => former[i]?.passing.includes(name) ?? false;
    work.intermediate.replaced(resource, reinserts ? undefined : restore.map(({ name }) => name));
    const passed = (reinserts ? table.columns : restore).filter(({ name }) => isPassing(name));
    work.intermediate.add(
      resource,
      passed.map(({ name }) => name),
    );
  });
  // A row that the call did not touch, and that is as before, is none of its effect.
  const isOther = (i: number) => isUntouched(rows[i] ?? {}) && items[i]?.result !== 'restored';
  const isSame = (i: number) => {
    const row = updated[i];
    return row !== undefined && row !== null && changed.every((column) => isLeftAsItWas(column, row));
  };
  return {
    same: items.filter((_, i) => isSame(i)).map(({ resource }) => resource),
    items: items.filter(({ result }, i) => !(isOther(i) && result === 'already-restored')),
    missing: missing ?? untouchedNote(items.filter(({ result }, i) => isOther(i) && result === 'conflict').length),
  };
}

/** Null when another client deleted the row. */
async function updatedRows(
  work: Undo & { readonly isUntouched: Untouched },
  call: UpdateCall,
  table: Table,
  changed: readonly Column[],
  rows: readonly Row[],
): Promise<(Updated | null)[]> {
  const { dialect, session, onConflict, snapshot } = work;
  const keys = rows.map((row) => keyOf(table, row));
  const found = await dialect.read(session, table, keys, true);
  const left = await leftByUpdate(work, call, changed, rows);
  const isRewritten = snapshot.triggers === 'some';
  const remade = await recreatedRows(work, call, table, rows, found);
  return rows.map((row, i) => {
    const [now, claims] = [found[i], left[i]];
    if (!now || !claims) return null;
    const marks = { isRewritten, isRecreated: remade.has(i), isUntouched: work.isUntouched(row) };
    return { before: row, now, left: claims, ...marks, onConflict };
  });
}

function decisionOf(
  { names, dialect, snapshot, subtracting, ...work }: Undo,
  call: UpdateCall,
  table: Table,
  changed: readonly Column[],
  target: Captured<Row>,
  row: Updated,
): Decision {
  const { before, now } = row;
  const resource = names.row(before);
  const added = row.isUntouched ? new Map<string, string>() : addedOf(call, snapshot, work.response);
  const sum = { resource, table: `${snapshot.schema}.${snapshot.name}`, added };
  const decided = changed.map((column) =>
    subtracted(decideColumn(column, row, sameIn(dialect, column)), sum, subtracting),
  );
  const fields = decided.map(({ field }) => field);
  const written = changed.filter((_, n) => ['restored', 'forced'].includes(fields[n]?.result ?? ''));
  const touched = written.length > 0 ? updatedByDatabase(table, before, now, written) : [];
  const lessened = decided.flatMap(({ field, to }) => (to === null ? [] : [[field.field, to] as const]));
  return {
    target: lessened.length > 0 ? Captured.lessened(target, Object.fromEntries(lessened)) : target,
    item: itemOf(resource, [...fields, ...touched.map((column) => touchedField(column, before, now))]),
    restore: [...written, ...touched],
    reinserts: false,
  };
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
    if (columns.length > 0) await updateInAnyOrder(dialect, session, table, columns, rows);
  }
  const back = decisions.filter(({ reinserts }) => reinserts).map(({ target }) => target);
  if (back.length > 0) await dialect.insert(session, table, back);
}

/**
 * The rows, by index, that another client deleted and made anew under the same key: each value that the database gives
 * to a new row by itself, such as the time of its creation, is another one. A trigger may write such values too.
 */
async function recreatedRows(
  { dialect, session, snapshot }: Pick<Undo, 'dialect' | 'session' | 'snapshot'>,
  call: Extract<Call, { kind: 'update' }>,
  table: Table,
  captured: readonly Row[],
  found: readonly (Row | null)[],
): Promise<ReadonlySet<number>> {
  const differs = (i: number, { name }: Column) => {
    const [before, now] = [captured[i], found[i]];
    return Boolean(before && now) && cell(before ?? {}, name) !== cell(now ?? {}, name);
  };
  const others = table.columns.filter((column) => isOfNewRows(column, call, snapshot.key));
  const suspects = captured.flatMap((_, i) => (others.some((column) => differs(i, column)) ? [i] : []));
  if (snapshot.triggers !== 'none' || suspects.length === 0) return new Set();
  const drawn = await dialect.drawn(session, table);
  const deciding = others.filter(({ name }) => drawn.has(name));
  return new Set(suspects.filter((i) => deciding.length > 0 && deciding.every((column) => differs(i, column))));
}

const isOfNewRows = ({ name, generated, touched }: Column, call: { readonly values: object }, key: readonly string[]) =>
  !generated && !touched && !key.includes(name) && !Object.hasOwn(call.values, name);
