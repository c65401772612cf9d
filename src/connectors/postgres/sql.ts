/** SQL text; imports nothing. Identifiers are always quoted where SQL is run, and only where needed where it is shown. */

export interface Column {
  readonly name: string;
  /** As `format_type` writes it, with its modifiers: `numeric(10,2)`. */
  readonly type: string;
  /** Without modifiers, for comparing: `numeric`. */
  readonly bareType: string;
  readonly kind: 'array' | 'json' | 'jsonb' | 'integer' | 'other';
  /** GENERATED ALWAYS AS (…): never written. */
  readonly generated: boolean;
}

/** A foreign key of another table, or of this one, that points here. */
export interface Reference {
  readonly schema: string;
  readonly name: string;
  /** Pairs of referencing and referenced column. */
  readonly columns: readonly (readonly [string, string])[];
  /** Deleting, or changing the referenced columns, changes the referencing rows. */
  readonly changesOnDelete: boolean;
  readonly changesOnUpdate: boolean;
}

export interface Table {
  readonly oid: string;
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly Column[];
  readonly hasTriggers: boolean;
  readonly references: readonly Reference[];
}

export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

export function qualified(table: { schema: string; name: string }): string {
  return `${quote(table.schema)}.${quote(table.name)}`;
}

/** As an operator reads it: quoted only where it must be. */
export function shown(identifier: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(identifier) ? identifier : quote(identifier);
}

export function shownTable(table: { schema: string; name: string }): string {
  return `${shown(table.schema)}.${shown(table.name)}`;
}

/** A literal as an operator reads it; never sent to a database. */
export function shownValue(value: string | null): string {
  if (value === null) return 'NULL';
  const text = value.length > 200 ? `${value.slice(0, 200)}…` : value;
  return `'${text.replaceAll("'", "''")}'`;
}

/** The columns as text: what a snapshot holds and what is compared. */
export function asText(columns: readonly Column[], alias: string): string {
  return columns.map((column) => `${alias}.${quote(column.name)}::text`).join(', ');
}

/**
 * One text array per column as a relation `alias(c0, c1, …)`; keeps the number of parameters at the number of columns.
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
export function sameKey(table: Table, alias: string, values: string): string {
  return table.key.map((column, i) => `${alias}.${quote(column.name)} = ${values}.c${i}::${column.type}`).join(' AND ');
}

/** Rows turned into one array per column. */
export function columnar<T>(width: number, rows: readonly (readonly T[])[]): T[][] {
  return Array.from({ length: width }, (_, i) => rows.flatMap((row) => row.slice(i, i + 1)));
}
