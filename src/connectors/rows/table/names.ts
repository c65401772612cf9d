import { cutText } from '../../../platform/cut-text.js';
/** Writes names and values for reports and plans; the texts are never sent to a database. */
import { cell } from './row.js';
import type { Cell, Row } from './table.js';

/** Quotes a name only when it must be. */
export type NameLabel = (identifier: string) => string;

interface NamedTable {
  readonly schema: string;
  readonly name: string;
}

/** The names of one table and of its rows and columns. */
export interface Names {
  readonly table: string;
  /** `public.customers id=7` */
  row(row: Row): string;
  column(name: string): string;
}

/** @param key the names of its columns */
export function namesOf(shown: NameLabel, table: NamedTable & { readonly key: readonly string[] }): Names {
  const label = tableLabel(shown, table);
  const keyText = (row: Row) => table.key.map((name) => `${shown(name)}=${plain(cell(row, name))}`).join(', ');
  return { table: label, row: (row) => `${label} ${keyText(row)}`, column: shown };
}

/** `public.customers` */
export function tableLabel(label: NameLabel, { schema, name }: NamedTable): string {
  return `${label(schema)}.${label(name)}`;
}

/** A literal, shortened where it is long. */
export function valueLabel(value: Cell): string {
  if (value === null) return 'NULL';
  const text = value.length > 200 ? `${cutText(value, 200)}…` : value;
  return `'${text.replaceAll("'", "''")}'`;
}

function plain(value: Cell): string {
  return value !== null && /^[\w.:+-]+$/.test(value) ? value : valueLabel(value);
}
