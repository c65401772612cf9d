import { claimsOf } from './claims.js';
import type { Response } from './response.js';
import { cell, type Key, keyOf, normalise, type Row, readByKey } from './rows.js';
import type { Cell, Session } from './session.js';
import type { Snapshot } from './snapshot.js';
import { type Column, shown, shownTable, shownValue, type Table } from './sql.js';

export type OnConflict = 'skip' | 'force';

/** What was written is not what was captured; everything is rolled back. */
export class NotRestored extends Error {
  override readonly name = 'NotRestored';
}

interface Expectation {
  readonly key: Key;
  readonly expected: Row;
  readonly columns: readonly Column[];
}

/** `public.customers id=7`, as reports name a row. */
export function resourceOf(
  table: Pick<Table, 'schema' | 'name'> & { readonly key: readonly { readonly name: string }[] },
  row: Row,
): string {
  const key = table.key.map(({ name }) => `${shown(name)}=${plain(cell(row, name))}`).join(', ');
  return `${shownTable(table)} ${key}`;
}

function plain(value: Cell): string {
  return value !== null && /^[\w.:+-]+$/.test(value) ? value : shownValue(value);
}

/** The captured rows as this session writes them: the default time zone may be another one than at capture. */
export async function restoredRows(
  session: Session,
  table: Table,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<Row[]> {
  const wanted = [...new Set([...table.key, ...columns])];
  const cells = rows.map((row) => wanted.map(({ name }) => cell(row, name)));
  const texts = await normalise(session, wanted, cells);
  const misfit = wanted.find((_, n) => texts.some((row) => row[n] === undefined));
  if (misfit !== undefined) throw new NotRestored(`a captured value of ${misfit.name} no longer fits its column`);
  return texts.map((row) => Object.fromEntries(wanted.map(({ name }, n) => [name, row[n] ?? null])));
}

/**
 * Fires deferred constraints, then reads back what was written, as triggers may have changed it.
 * @throws NotRestored when it is not what was captured
 */
export async function afterwards(session: Session, table: Table, written: readonly Expectation[]): Promise<void> {
  const expectations = written.filter(({ columns }) => columns.length > 0);
  if (expectations.length === 0) return;
  await session.run('SET CONSTRAINTS ALL IMMEDIATE');
  const found = await readByKey(
    session,
    table,
    expectations.map(({ key }) => key),
  );
  expectations.forEach(({ expected, columns }, i) => {
    const row = found[i] ?? null;
    const wrong = columns.filter(({ name }) => row === null || cell(row, name) !== cell(expected, name));
    if (wrong.length === 0) return;
    const names = wrong.map(({ name }) => name).join(', ');
    throw new NotRestored(
      `nothing was changed: after writing, ${names} of ${resourceOf(table, expected)} did not hold the captured values, as when a trigger changes them`,
    );
  });
}

/** A sentence when the client reports more rows than were captured: those cannot be put back. */
export async function unaccounted(
  session: Session,
  table: Table,
  snapshot: Snapshot,
  response: Response,
): Promise<string | null> {
  const captured = new Set(snapshot.rows.map((row) => JSON.stringify(keyOf(table, row))));
  const reported = await claimsOf(session, table.key, response.rows ?? []);
  const strangers = reported.filter(
    (claim) => !captured.has(JSON.stringify(table.key.map(({ name }) => claim.get(name)))),
  );
  const extra = Math.max(strangers.length, (response.rowCount ?? 0) - snapshot.rows.length);
  if (extra <= 0) return null;
  return `${extra} more ${extra === 1 ? 'row is' : 'rows are'} reported as touched than the ${snapshot.rows.length} captured; they are not restored`;
}
