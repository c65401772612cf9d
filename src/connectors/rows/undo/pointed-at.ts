import { shownTable } from '../table/names.js';
import type { Key } from '../table/table.js';
import type { Work } from './restore.js';

/**
 * Which of the rows others point at by a foreign key that would change those others, and from which table: deleting such
 * a row would spread.
 */
export async function pointedAt(
  { dialect, session, table }: Pick<Work, 'dialect' | 'session' | 'table'>,
  keys: readonly Key[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const reference of table.references.filter((it) => it.changesOnDelete)) {
    const indexes = await dialect.pointedAt(session, table, reference, keys, 'now');
    for (const index of indexes) found.set(index, shownTable(dialect.shown, reference));
  }
  return found;
}
