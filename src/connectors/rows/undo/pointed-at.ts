import { tableLabel } from '../table/names.js';
import type { Key } from '../table/table.js';
import type { Work } from './restore.js';

/**
 * The rows at which a foreign key of other rows points in such a way that a deletion would change those, with the table
 * of each: deleting such a row would spread.
 */
export async function referencedRows(
  { dialect, session, table }: Pick<Work, 'dialect' | 'session' | 'table'>,
  keys: readonly Key[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const reference of table.references.filter((it) => it.changesOnDelete)) {
    const indexes = await dialect.referencedRows(session, table, reference, keys, 'now');
    for (const index of indexes) found.set(index, tableLabel(dialect.label, reference));
  }
  return found;
}
