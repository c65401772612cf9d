import { Captured } from '../../captured.js';
import type { Claim } from '../dialect.js';
import type { Recorded } from '../insert/feasible.js';
import { candidatesOf } from '../insert/insert-candidates.js';
import { namesOf } from '../table/names.js';
import { cell, keyOf } from '../table/row.js';
import type { Column, Row, Table } from '../table/table.js';
import { IncompleteUndoError } from './intermediate-values.js';
import { leftByUpdate } from './left-by-update.js';
import { capturedRows, type Undo, type Work } from './restore.js';

/** A row as it was right before the call. */
export interface RowBeforeCall {
  readonly row: Captured<Row>;
  /** The columns that hold values which an older call had left, instead of captured ones. */
  readonly passing: readonly string[];
}

/** The values that one older call left in a row, best known first; null when it did not touch the row. */
type LeftIn = (key: string) => readonly Claim[] | null;

/**
 * The captured rows as the call met them: with what older calls that are undone in the same transaction had left.
 * @throws IncompleteUndoError when a row was made anew by a call that is not among them
 */
export async function rowsBeforeCall(
  work: Undo,
  table: Table,
  captured: readonly Captured<Row>[],
  wanted: readonly Column[],
): Promise<readonly RowBeforeCall[]> {
  const rows = captured.map(({ value }) => value);
  const left = await leftByOlderCalls(work, table, rows, wanted);
  return captured.map((row, i) => {
    const passing = Object.keys(left[i] ?? {});
    return { row: passing.length > 0 ? Captured.passing({ ...row.value, ...left[i] }) : row, passing };
  });
}

/**
 * Row by row the columns in which older calls that are undone in the same transaction had left something else than the
 * row holds, as far as that is certain; null when none of them touched the row.
 * @throws IncompleteUndoError
 */
export async function leftByOlderCalls(
  work: Undo,
  table: Table,
  rows: readonly Row[],
  wanted: readonly Column[],
): Promise<readonly (Row | null)[]> {
  const { intermediate, snapshot } = work;
  const keys = rows.map((row) => textOf(table, row));
  const renewed = new Set((snapshot.renewed ?? []).map((row) => textOf(table, row)));
  const open = keys.map(() => new Set(wanted.map(({ name }) => name)));
  const left = keys.map((): Record<string, string | null> => ({}));
  const touched = new Set<number>();
  for (const older of intermediate.older) {
    if (!isOfSameTable(older, work)) continue;
    const of = await leftBy({ ...work, ...older, names: namesOf(work.dialect.label, older.snapshot) }, older);
    keys.forEach((key, i) => {
      const claims = of(key);
      if (claims === null) return;
      touched.add(i);
      if (older.call.kind === 'insert') renewed.delete(key);
      if (older.call.kind === 'delete') open[i]?.clear();
      for (const name of [...(open[i] ?? [])]) {
        const [best] = claims.flatMap((claim) => claim.get(name) ?? []);
        if (best === undefined) continue;
        open[i]?.delete(name);
        if (best.isExact && left[i]) left[i][name] = best.text;
      }
    });
  }
  const lost = rows.find((_, i) => renewed.has(keys[i] ?? ''));
  if (lost !== undefined) throw new IncompleteUndoError(work.names.row(lost));
  return rows.map((row, i) => {
    const other = Object.entries(left[i] ?? {}).filter(([name, text]) => cell(row, name) !== text);
    return touched.has(i) ? Object.fromEntries(other) : null;
  });
}

async function leftBy(work: Work, { call }: Recorded): Promise<LeftIn> {
  const { table } = work;
  const found = new Map<string, readonly Claim[]>();
  if (call.kind === 'insert') {
    for (const { key, payload, reported, defaults } of await candidatesOf(work, call))
      found.set(textOf(table, key), [reported.claim, payload.claim, defaults.claim]);
    return (key) => found.get(key) ?? null;
  }
  const captured = (await capturedRows(work, table)).map(({ value }) => value);
  const changed = call.kind === 'update' ? table.columns.filter(({ name }) => Object.hasOwn(call.values, name)) : [];
  const left = call.kind === 'update' ? await leftByUpdate(work, call, changed, captured) : [];
  captured.forEach((row, i) => {
    found.set(textOf(table, row), left[i] ? [left[i].reported, ...left[i].expected] : []);
  });
  return (key) => found.get(key) ?? null;
}

export function isOfSameTable({ snapshot }: Recorded, { snapshot: own }: Work): boolean {
  return snapshot.place === own.place && snapshot.schema === own.schema && snapshot.name === own.name;
}

const textOf = (table: Pick<Table, 'key'>, row: Row) => JSON.stringify(keyOf(table, row));
