/** SQL text. Identifiers are always quoted where SQL is run, and only where needed where it is shown. */

import type * as rows from '../rows/table/table.js';

export type Kind =
  | 'integer'
  | 'decimal'
  | 'float'
  | 'double'
  | 'bit'
  | 'char'
  | 'text'
  | 'choice'
  | 'json'
  | 'bytes'
  | 'date'
  | 'datetime'
  | 'timestamp'
  | 'time'
  | 'year';

export interface Column extends rows.Column {
  readonly kind: Kind;
  readonly autoIncrement: boolean;
  /** True also for MariaDB, which keeps JSON as a text with a check. */
  readonly isJson: boolean;
  /**
   * For a TIMESTAMP, the time zone in which the agent's session reads a text without one; absent for the default zone.
   */
  readonly zone?: string;
}

export type Table = rows.Table<Column>;

export function quote(identifier: string): string {
  return `\`${identifier.replaceAll('`', '``')}\``;
}

export function qualified(table: { schema: string; name: string }): string {
  return `${quote(table.schema)}.${quote(table.name)}`;
}

/** The identifier in a form for operators, quoted only when necessary. */
export function label(identifier: string): string {
  return /^[a-z_][a-z0-9_]*$/i.test(identifier) ? identifier : quote(identifier);
}

/** A column as the text a snapshot holds: exact for every kind, and the same in every session. */
export function asText(column: Column, alias = 't'): string {
  const field = `${alias}.${quote(column.name)}`;
  switch (column.kind) {
    case 'integer':
    case 'bit':
      return `CAST(${field} + 0 AS CHAR)`;
    // MySQL would write a FLOAT with six digits.
    case 'float':
      return `CAST(CAST(${field} AS DOUBLE) AS CHAR)`;
    case 'bytes':
      return `REPLACE(TO_BASE64(${field}), CHAR(10), '')`;
    default:
      return `CAST(${field} AS CHAR)`;
  }
}

/** A parameter that holds such a text, as a value to store. */
export function toStore({ kind }: Column): string {
  if (kind === 'bit') return 'CAST(? AS UNSIGNED)';
  return kind === 'bytes' ? 'FROM_BASE64(?)' : '?';
}

/** A parameter that holds such a text, as a value to compare the column with. */
export function toCompare({ kind, type }: Column): string {
  switch (kind) {
    case 'integer':
      return /unsigned/.test(type) ? 'CAST(? AS UNSIGNED)' : 'CAST(? AS SIGNED)';
    case 'decimal':
      return `CAST(? AS DECIMAL${sizeOf(type)})`;
    case 'float':
    case 'double':
      return 'CAST(? AS DOUBLE)';
    default:
      return toStore({ kind } as Column);
  }
}

/** `(10,2)` of `decimal(10,2) unsigned`; empty when there is none. */
export function sizeOf(type: string): string {
  return /\([\d, ]+\)/.exec(type)?.[0] ?? '';
}
