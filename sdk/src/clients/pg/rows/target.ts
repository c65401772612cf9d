import type { Node, RangeVar } from 'libpg-query';

/** The one table a statement writes to. */
export interface Target {
  /** The name in a payload: `customers` or `sales.customers`. */
  readonly table: string;
  readonly schema: string | null;
  readonly name: string;
  readonly alias: string | null;
}

/**
 * Returns the target; null for one that a payload cannot name: ONLY, other databases, dots inside names, column
 * aliases.
 */
export function targetOf(relation: RangeVar | undefined): Target | null {
  if (!relation?.relname || !relation.inh || relation.catalogname || relation.alias?.colnames) return null;
  const { relname: name, schemaname: schema = null } = relation;
  if (name.includes('.') || schema?.includes('.')) return null;
  return { table: schema ? `${schema}.${name}` : name, schema, name, alias: relation.alias?.aliasname ?? null };
}

/** The column a reference names, or null when it may be anything else. */
export function columnOf(node: Node | undefined, target: Target): string | null {
  if (node === undefined || !('ColumnRef' in node)) return null;
  const path = (node.ColumnRef.fields ?? []).map((field) => ('String' in field ? (field.String.sval ?? '') : ''));
  const column = path.at(-1);
  if (!column || column === '__proto__') return null;
  const qualifier = path.slice(0, -1).join('.');
  const qualifiers = target.alias ? [target.alias] : [target.name, target.table];
  return qualifier === '' || qualifiers.includes(qualifier) ? column : null;
}
