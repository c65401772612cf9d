/** Decides about the fields of one updated row; imports no I/O. */
import type { FieldReport, ItemReport } from '../../connector.js';
import { cell } from '../table/row.js';
import type { Cell, Column, Row, Table } from '../table/table.js';
import { decideField } from '../values/compare.js';
import type { Left } from './left-by-update.js';
import type { OnConflict } from './restore.js';

/** A captured row, and the known facts about it. */
export interface Updated {
  readonly before: Row;
  readonly now: Row;
  readonly left: Left;
  /** A trigger may have made something else of it than was foreseen. */
  readonly isRewritten: boolean;
  /** Another client deleted it and made it anew, so it holds nothing that the call left. */
  readonly isRecreated: boolean;
  /** The answer of the call says that it did not touch the row. */
  readonly isUntouched: boolean;
  readonly onConflict: OnConflict;
}

/** The decision on one column that the call set. */
export function decideColumn({ name }: Column, row: Updated, isSame: (a: Cell, b: Cell) => boolean): FieldReport {
  const { before, now, left, onConflict } = row;
  const value = cell(now, name);
  const claimed = [left.reported, ...left.expected].flatMap((claim) => claim.get(name) ?? []);
  // A claim that fits is reported as the text that is really there.
  const fits = claimed.some((one) => one.fits(value));
  const after =
    row.isRecreated || row.isUntouched || isStale(name, row) ? [] : fits ? [value] : claimed.map(({ text }) => text);
  const was = cell(before, name);
  return decideField({ name, before: was, after, now: value, isAsBefore: isSame(was, value) }, onConflict);
}

/**
 * True when another client changed the column between the capture and the call: the captured value is not the one that
 * the call replaced, so that writing it would undo the other client too.
 */
function isStale(name: string, { before, now: row, left, isRewritten }: Updated): boolean {
  const replaced = left.replaced.get(name);
  if (replaced !== undefined && !replaced.fits(cell(before, name))) return true;
  const reported = left.reported.get(name);
  const foreseen = left.expected.flatMap((claim) => claim.get(name) ?? []);
  if (reported === undefined || foreseen.length === 0 || isRewritten) return false;
  const now = cell(row, name);
  return reported.fits(now) && !foreseen.some((one) => one.fits(now));
}

/** True when the call set the column to the value that it had, and no client has changed it since. */
export function isLeftAsItWas({ name }: Column, { before, now, left, isRewritten }: Updated): boolean {
  const was = cell(before, name);
  const foreseen = left.expected.flatMap((claim) => claim.get(name) ?? []);
  return !isRewritten && cell(now, name) === was && foreseen.length > 0 && foreseen.every((one) => one.fits(was));
}

/** The report of a row that another client deleted. */
export function deletedRow(resource: string, onConflict: OnConflict): ItemReport {
  const result = onConflict === 'force' ? 'forced' : 'conflict';
  const field: FieldReport = { field: '(row)', before: 'present', after: 'present', now: 'deleted', result };
  return { resource, result, fields: [field] };
}

/** The report of a column that the database changed by itself. */
export function touchedField({ name }: Column, before: Row, now: Row): FieldReport {
  const value = cell(now, name);
  const was = cell(before, name);
  return decideField({ name, before: was, after: [value], now: value, isAsBefore: was === value }, 'skip');
}

/**
 * The columns that the database changes by itself with every change of a row, that moved with the call, and would move
 * again when it is undone. They are restored when the rest of the row is as the call left it; otherwise they show that
 * another client changed the row.
 */
export function updatedByDatabase(table: Table, before: Row, now: Row, written: readonly Column[]): Column[] {
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
