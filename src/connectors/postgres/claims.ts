import type { JsonObject } from '../connector.js';
import { own } from '../rows/call/payload.js';
import type { Claim, Claimed } from '../rows/dialect.js';
import type { Session } from '../rows/table/session.js';
import type { Cell } from '../rows/table/table.js';
import { sameIn } from '../rows/values/same.js';
import { normalise } from './casts.js';
import { meaning } from './meaning.js';
import type { Column } from './sql.js';
import { toText } from './values.js';

/** The texts that the database would show for the values, all from one statement. */
export async function claimsOf(
  session: Session,
  columns: readonly Column[],
  objects: readonly JsonObject[],
): Promise<Claim[]> {
  const claimed = columns.filter(({ name }) => objects.some((object) => Object.hasOwn(object, name)));
  const texts = objects.map((object) => claimed.map((column) => textOf(object, column)));
  const values = await normalise(
    session,
    claimed,
    texts.map((row) => row.map((text) => text ?? null)),
  );
  return objects.map(
    (_, i) =>
      new Map(
        claimed.flatMap((column, n): [string, Claimed][] => {
          const value = values[i]?.[n];
          if (texts[i]?.[n] === undefined || value === undefined) return [];
          return [
            [column.name, { text: value, isExact: true, fits: (now) => sameIn({ meaning }, column)(now, value) }],
          ];
        }),
      ),
  );
}

function textOf(object: JsonObject, column: Column): Cell | undefined {
  const value = own(object, column.name);
  return value === undefined ? undefined : toText(value, column);
}
