import { isSelfReference, keyOf, toRow } from '../../rows/table/row.js';
import type { Session } from '../../rows/table/session.js';
import type { Key, Reference } from '../../rows/table/table.js';
import { portions, ROWS_OF_A_READ, sameKey } from '../rows.js';
import { asText, qualified, quote, type Table } from '../sql.js';

export async function foreign(session: Session, { schema, name }: Table): Promise<Set<string>> {
  const rows = await session.rows(
    `SELECT DISTINCT COLUMN_NAME FROM information_schema.KEY_COLUMN_USAGE
      WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND REFERENCED_TABLE_NAME IS NOT NULL`,
    [schema, name],
  );
  return new Set(rows.map(([column]) => String(column)));
}

/**
 * To read rows as they are now, the pointing rows are locked one by one: otherwise the transaction reads its first
 * snapshot.
 */
export async function referencedRows(
  session: Session,
  table: Table,
  reference: Reference,
  keys: readonly Key[],
  when: 'captured' | 'now',
): Promise<Set<number>> {
  const names = table.key.map((column) => asText(column)).join(', ');
  const join = reference.columns.map(([child, parent]) => `x.${quote(child)} = t.${quote(parent)}`).join(' AND ');
  const from = `${qualified(reference)} x JOIN ${qualified(table)} t ON ${join}`;
  const spared = isSelfReference(table, reference) ? sparedOf(table, keys, when) : { sql: '', params: [] };
  const limit = when === 'now' ? ' LIMIT 1 FOR UPDATE' : '';
  const found = new Set<string>();
  for (const some of portions(keys, when === 'now' ? 1 : ROWS_OF_A_READ)) {
    const where = `(${some.map(() => sameKey(table)).join(' OR ')})`;
    const sql = `SELECT DISTINCT ${names} FROM ${from} WHERE ${where}${spared.sql}${limit}`;
    for (const cells of await session.rows(sql, [...some.flat(), ...spared.params])) {
      found.add(JSON.stringify(keyOf(table, toRow(table.key, cells))));
    }
  }
  return new Set(keys.flatMap((key, i) => (found.has(JSON.stringify(key)) ? [i] : [])));
}

function sparedOf(table: Table, keys: readonly Key[], when: 'captured' | 'now') {
  if (when === 'now') {
    const itself = table.key.map(({ name }) => `x.${quote(name)} = t.${quote(name)}`).join(' AND ');
    return { sql: ` AND NOT (${itself})`, params: [] };
  }
  return { sql: ` AND NOT (${keys.map(() => sameKey(table, 'x')).join(' OR ')})`, params: keys.flat() };
}
