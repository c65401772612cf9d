import type { Session } from '../rows/table/session.js';
import type { Cell } from '../rows/table/table.js';
import { isDataError } from './server/errors.js';
import { type Column, columnar, unnested } from './sql.js';

/**
 * Converts values to the form in which their columns would write them, in one statement: `1` of a numeric(10,2) becomes
 * `1.00`. When a column could not hold one of its values, all values of that column are undefined.
 */
export async function normalise(
  session: Session,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): Promise<(Cell | undefined)[][]> {
  if (rows.length === 0 || columns.length === 0) return rows.map(() => []);
  const whole = await cast(session, columns, rows);
  if (whole !== null) return whole;
  if (columns.length === 1) return rows.map(() => [undefined]);
  const parts: (Cell | undefined)[][][] = [];
  for (const [i, column] of columns.entries()) {
    parts.push(
      await normalise(
        session,
        [column],
        rows.map((row) => row.slice(i, i + 1)),
      ),
    );
  }
  return rows.map((_, r) => parts.map((part) => part[r]?.[0]));
}

async function cast(
  session: Session,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): Promise<Cell[][] | null> {
  await session.run('SAVEPOINT cast_values');
  try {
    const texts = columns.map((column, i) => `v.c${i}::${column.type}::text`).join(', ');
    const found = await session.rows(
      `SELECT ${texts} FROM ${unnested(columns.length, 'v', { ordinality: true })} ORDER BY v.i`,
      columnar(columns.length, rows),
    );
    await session.run('RELEASE SAVEPOINT cast_values');
    return found;
  } catch (error) {
    if (!isDataError(error)) throw error;
    await session.run('ROLLBACK TO SAVEPOINT cast_values');
    return null;
  }
}
