import type { JsonObject } from '../connector.js';
import { own } from '../rows/payload.js';
import { cell, normalise, type Row } from './rows.js';
import type { Cell, Session } from './session.js';
import type { Column, Table } from './sql.js';
import { toText } from './values.js';

/** Claimed values by column, as the column would write them; a column that is missing is not known. */
export type Claim = ReadonlyMap<string, Cell>;

/**
 * Turns values that a payload or a response claims into the text the database would show for them, so that they can be
 * compared. What does not fit its column is left out: it cannot be what the column holds.
 */
export async function claimsOf(
  session: Session,
  columns: readonly Column[],
  objects: readonly JsonObject[],
): Promise<Claim[]> {
  const claimed = columns.filter(({ name }) => objects.some((object) => Object.hasOwn(object, name)));
  const texts = objects.map((object) => claimed.map((column) => textOf(object, column)));
  const values = await normalise(
    session,
    claimed.map(comparable),
    texts.map((row) => row.map((text) => text ?? null)),
  );
  return objects.map(
    (_, i) =>
      new Map(
        claimed.flatMap(({ name }, n): [string, Cell][] => {
          const value = values[i]?.[n];
          return texts[i]?.[n] === undefined || value === undefined ? [] : [[name, value]];
        }),
      ),
  );
}

/** The rows with every value as `claimsOf` would write it, for comparing the two. */
export async function comparableRows(
  session: Session,
  table: Table,
  rows: readonly (Row | null)[],
): Promise<(Row | null)[]> {
  const columns = table.columns.filter(({ kind }) => kind === 'json');
  const cells = rows.map((row) => columns.map(({ name }) => (row === null ? null : cell(row, name))));
  const values = await normalise(session, columns.map(comparable), cells);
  return rows.map((row, i) => {
    if (row === null) return null;
    return { ...row, ...Object.fromEntries(columns.map(({ name }, n) => [name, values[i]?.[n] ?? null])) };
  });
}

function textOf(object: JsonObject, column: Column): Cell | undefined {
  const value = own(object, column.name);
  return value === undefined ? undefined : toText(value, column);
}

/** Stored json keeps the spelling of its writer, so claims about it are compared as jsonb. */
function comparable(column: Column): Column {
  return column.kind === 'json' ? { ...column, type: 'pg_catalog.jsonb' } : column;
}
