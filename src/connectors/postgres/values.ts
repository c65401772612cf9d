import type { Json } from '../connector.js';
import type { Column } from './sql.js';

/**
 * Converts a value of a payload or a response to the text that the database reads for this column; undefined when the
 * column cannot hold such a value. Null is SQL NULL.
 */
export function toText(value: Json, column: Pick<Column, 'kind'>): string | null | undefined {
  if (value === null || typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (column.kind === 'json' || column.kind === 'jsonb') return JSON.stringify(value);
  return column.kind === 'array' && Array.isArray(value) ? arrayLiteral(value) : undefined;
}

function arrayLiteral(values: readonly Json[]): string {
  return `{${values.map(arrayElement).join(',')}}`;
}

function arrayElement(value: Json): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return arrayLiteral(value);
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
