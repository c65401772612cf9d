import type { Captured } from '../../captured.js';
import type { Dialect } from '../dialect.js';
import type { Session } from '../table/session.js';
import type { Column, Row, Table } from '../table/table.js';

/**
 * Updates rows of which one may have to make room for another by a unique value. All in one statement if the database
 * accepts that, otherwise one by one, each as soon as its value is free.
 */
export async function updateInAnyOrder(
  dialect: Dialect,
  session: Session,
  table: Table,
  columns: readonly Column[],
  rows: readonly Captured<Row>[],
): Promise<void> {
  let refused: unknown;
  const isTaken = async (some: readonly Captured<Row>[]) => {
    try {
      await dialect.guarded(session, () => dialect.update(session, table, columns, some));
      return true;
    } catch (error) {
      if (!dialect.errors.answer(error)?.isConstraint) throw error;
      refused = error;
      return false;
    }
  };
  if (await isTaken(rows)) return;
  for (let open = rows; open.length > 0; ) {
    const left: Captured<Row>[] = [];
    for (const row of open) if (!(await isTaken([row]))) left.push(row);
    if (left.length === open.length) throw refused;
    open = left;
  }
}
