import { isSelfReference } from '../../rows/table/row.js';
import type { Session } from '../../rows/table/session.js';
import type { Key, Reference } from '../../rows/table/table.js';
import { columnar, qualified, quote, sameKey, type Table, unnested } from '../sql.js';

export async function foreign(session: Session, table: Table): Promise<Set<string>> {
  const rows = await session.rows(
    `SELECT DISTINCT a.attname
       FROM pg_catalog.pg_constraint f
       JOIN pg_catalog.pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey)
      WHERE f.contype = 'f' AND f.conrelid = $1::pg_catalog.regclass`,
    [qualified(table)],
  );
  return new Set(rows.map(([name]) => String(name)));
}

/** The rows are locked, or seen at one moment: nothing can begin to point at them. */
export async function referencedRows(
  session: Session,
  table: Table,
  reference: Reference,
  keys: readonly Key[],
  when: 'captured' | 'now',
): Promise<Set<number>> {
  const width = table.key.length;
  const join = reference.columns.map(([child, parent]) => `x.${quote(child)} = t.${quote(parent)}`).join(' AND ');
  const rows = await session.rows(
    `SELECT DISTINCT k.i::text
       FROM ${unnested(width, 'k', { ordinality: true })}, ${qualified(reference)} x JOIN ${qualified(table)} t ON ${join}
      WHERE ${sameKey(table, 't', 'k')}${isSelfReference(table, reference) ? ` AND NOT ${spared(table, when)}` : ''}`,
    columnar(width, keys),
  );
  return new Set(rows.map(([index]) => Number(index) - 1));
}

function spared(table: Table, when: 'captured' | 'now'): string {
  if (when === 'now') {
    return `(${table.key.map(({ name }) => `x.${quote(name)} = t.${quote(name)}`).join(' AND ')})`;
  }
  return `EXISTS (SELECT 1 FROM ${unnested(table.key.length, 'd')} WHERE ${sameKey(table, 'x', 'd')})`;
}
