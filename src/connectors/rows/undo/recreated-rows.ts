import type { Call } from '../call/payload.js';
import { cell } from '../table/row.js';
import type { Column, Row, Table } from '../table/table.js';
import type { Undo } from './restore.js';

/**
 * The rows, by index, that another client deleted and made anew under the same key: each value that the database gives
 * to a new row by itself, such as the time of its creation, is another one. A trigger may write such values too.
 */
export async function recreatedRows(
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
