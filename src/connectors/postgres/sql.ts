/** SQL text. Identifiers are always quoted where SQL is run, and only where needed where it is shown. */
import type * as rows from '../rows/table/table.js';

export interface Column extends rows.Column {
  /** The type without modifiers, for comparing: `numeric`. */
  readonly bareType: string;
  /** The type on which a domain is based; for any other type, the type itself. */
  readonly baseType: string;
  readonly kind: 'array' | 'json' | 'jsonb' | 'integer' | 'other';
}

export type Table = rows.Table<Column>;

export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

export function qualified(table: { schema: string; name: string }): string {
  return `${quote(table.schema)}.${quote(table.name)}`;
}

/** The identifier in a form for operators, quoted only when necessary. */
export function label(identifier: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(identifier) ? identifier : quote(identifier);
}

/** The columns as text: the form that a snapshot holds and that is compared. */
export function asText(columns: readonly Column[], alias: string): string {
  return columns.map((column) => `${alias}.${quote(column.name)}::text`).join(', ');
}

/**
 * One text array for each column as a relation `alias(c0, c1, …)`; the number of parameters is the number of columns.
 */
export function unnested(count: number, alias: string, options: { from?: number; ordinality?: boolean } = {}): string {
  const from = options.from ?? 1;
  const arrays = Array.from({ length: count }, (_, i) => `$${from + i}::text[]`);
  const names = Array.from({ length: count }, (_, i) => `c${i}`);
  const ordinal = options.ordinality ? ' WITH ORDINALITY' : '';
  if (options.ordinality) names.push('i');
  return `unnest(${arrays.join(', ')})${ordinal} AS ${alias}(${names.join(', ')})`;
}

/** `t."id" = k.c0::bigint AND …` */
export function sameKey(table: Pick<Table, 'key'>, alias: string, values: string): string {
  return table.key.map((column, i) => `${alias}.${quote(column.name)} = ${values}.c${i}::${column.type}`).join(' AND ');
}

/** Rows turned into one array per column. */
export function columnar<T>(width: number, rows: readonly (readonly T[])[]): T[][] {
  return Array.from({ length: width }, (_, i) => rows.flatMap((row) => row.slice(i, i + 1)));
}
