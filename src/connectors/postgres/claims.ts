import type { JsonObject } from '../connector.js';
import { own } from '../rows/call/payload.js';
import type { Claim, Claimed } from '../rows/dialect.js';
import { cell } from '../rows/table/row.js';
import type { Session } from '../rows/table/session.js';
import type { Cell, Row } from '../rows/table/table.js';
import { normalise } from './casts.js';
import type { Column, Table } from './sql.js';
import { toText } from './values.js';

/** As the text the database would show for them, all of them asked for in one statement. */
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
        claimed.flatMap(({ name }, n): [string, Claimed][] => {
          const value = values[i]?.[n];
          return texts[i]?.[n] === undefined || value === undefined
            ? []
            : [[name, { text: value, isExact: true, fits: (now) => now === value }]];
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
