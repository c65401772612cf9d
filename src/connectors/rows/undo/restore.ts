import { Captured } from '../../captured.js';
import type { ItemReport } from '../../connector.js';
import type { Response } from '../call/response.js';
import type { Snapshot } from '../capture/snapshot.js';
import type { Claim, Dialect } from '../dialect.js';
import type { Names } from '../table/names.js';
import { cell, keyOf } from '../table/row.js';
import type { Session } from '../table/session.js';
import type { Column, Row, Table } from '../table/table.js';
import type { IntermediateValues } from './intermediate-values.js';
import type { Subtracting } from './subtract.js';

export type OnConflict = 'skip' | 'force';

/** The written value is not the captured one; everything is rolled back. */
export class NotRestored extends Error {
  override readonly name = 'NotRestored';
}

/** A recorded call in the transaction that reads its rows, or undoes it. */
export interface Work {
  readonly dialect: Dialect;
  readonly session: Session;
  /** The table in its present form. */
  readonly table: Table;
  readonly names: Names;
  readonly snapshot: Snapshot;
  readonly captured: readonly Captured<Row>[];
  readonly response: Response;
}

/** An undo of one call, alone or together with older ones. */
export interface Undo extends Work {
  readonly onConflict: OnConflict;
  readonly intermediate: IntermediateValues;
  readonly subtracting: Subtracting;
  /** Constraints are checked when the last call is undone. */
  readonly isTogether: boolean;
}

/** The columns of the table that were captured: a column that was added since stays unchanged. */
export function capturedTable({ table, snapshot }: Work): Table {
  const columns = table.columns.filter(({ name }) => snapshot.columns.some((column) => column.name === name));
  return { ...table, columns };
}

/**
 * The captured rows as this session writes them: the default time zone may be another one than at capture.
 * @throws NotRestored when a value no longer fits its column
 */
export async function capturedRows(
  { dialect, session, captured }: Pick<Work, 'dialect' | 'session' | 'captured'>,
  { columns }: Pick<Table, 'columns'>,
): Promise<readonly Captured<Row>[]> {
  const names = columns.map(({ name }) => name);
  const { rows, unfit } = await Captured.rewritten(captured, names, (cells) =>
    dialect.rewritten(session, columns, cells),
  );
  if (unfit !== undefined) throw new NotRestored(`a captured value of ${unfit} no longer fits its column`);
  return rows;
}

interface Expectation {
  readonly expected: Row;
  readonly columns: readonly Column[];
}

/**
 * Reads back the written rows, because triggers may have changed them.
 * @throws NotRestored when they are not the captured rows
 */
export async function confirm(
  work: Pick<Undo, 'dialect' | 'session' | 'names' | 'isTogether'>,
  table: Table,
  written: readonly Expectation[],
): Promise<void> {
  const { dialect, session, names } = work;
  const expectations = written.filter(({ columns }) => columns.length > 0);
  if (expectations.length === 0) return;
  if (!work.isTogether) await dialect.checkConstraints(session);
  const keys = expectations.map(({ expected }) => keyOf(table, expected));
  const found = await dialect.read(session, table, keys, true);
  expectations.forEach(({ expected, columns }, i) => {
    const row = found[i] ?? null;
    const wrong = columns.filter(({ name }) => row === null || cell(row, name) !== cell(expected, name));
    if (wrong.length === 0) return;
    const wrongNames = wrong.map(({ name }) => name).join(', ');
    throw new NotRestored(
      `nothing was changed: after writing, ${wrongNames} of ${names.row(expected)} did not hold the captured values, as when a trigger changes them`,
    );
  });
}

/** A sentence when the client reports other or more rows than were captured: those cannot be put back. */
export async function uncapturedRows(work: Work, captured: readonly Row[]): Promise<string | null> {
  const { dialect, session, table, snapshot, response } = work;
  // The report of the part that inserted rows covers all parts.
  if (snapshot.beside?.length) return null;
  const reported = await dialect.claims(session, table.key, response.rows ?? []);
  const uncaptured = reported.filter((claim) => !captured.some((row) => isAt(table, claim, row)));
  const rowCount = snapshot.beside === undefined ? (response.rowCount ?? 0) : 0;
  const counted = Math.max(reported.length, rowCount) - captured.length;
  const extra = Math.max(uncaptured.length, counted);
  if (extra <= 0) return null;
  return `${extra} more ${extra === 1 ? 'row is' : 'rows are'} reported as touched than the ${captured.length} captured; they are not restored`;
}

/** The result of one part of a call. */
export interface PartReport {
  readonly items: readonly ItemReport[];
  /** A sentence when it is not undone as a whole for another reason than one of its rows. */
  readonly missing: string | null;
  /** The rows, by name, in which the call set every column to the value that it had. */
  readonly same?: readonly string[];
}

/** True when the claim names the row with that key. */
export function isAt(table: Pick<Table, 'key'>, claim: Claim, row: Row): boolean {
  return table.key.every(({ name }) => claim.get(name)?.fits(cell(row, name)));
}
