import type { Json, JsonObject } from '../connector.js';
import { isObject } from '../rows/payload.js';
import { isStatementEffect, type StatementEffect } from './query/effect.js';
import type { Row } from './rows.js';
import type { Cell } from './session.js';
import { shownTable } from './sql.js';

/** How an undo can tell that a row whose key the database generated was not there before. */
export type KeyProof =
  /** All key columns were in the payload: which of the keys were absent, and which existed. */
  | { readonly kind: 'given'; readonly absent: readonly Row[]; readonly existing: readonly Row[] }
  /** Every key that existed was at most this integer; null when there was none. */
  | { readonly kind: 'above'; readonly column: string; readonly value: Cell }
  /** All keys that existed. */
  | { readonly kind: 'listed'; readonly keys: readonly Row[] }
  /** Too many to list and without an order: only the age of the row version is known. */
  | { readonly kind: 'version' };

/** What a capture holds. Every value is the text of the database, or null. */
export interface Snapshot {
  readonly schema: string;
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly hasTriggers: boolean;
  /** `pg_current_snapshot()`: which transactions the capture saw. */
  readonly visible: string;
  /** Empty for an insert. */
  readonly rows: readonly Row[];
  /** Null unless it is an insert. */
  readonly proof: KeyProof | null;
  /** Only of a free statement: what it does, as far as could be asked. */
  readonly query?: StatementEffect;
}

/** Agents see this, so it tells nothing that only the operator's credential can read. */
export function resourceOfCapture(snapshot: Snapshot): JsonObject {
  return { table: shownTable(snapshot), key: [...snapshot.key] };
}

export function toContent(snapshot: Snapshot): JsonObject {
  return JSON.parse(JSON.stringify(snapshot)) as JsonObject;
}

/** Null when the content was not written by this connector. */
export function readSnapshot(content: JsonObject | null): Snapshot | null {
  if (content === null) return null;
  const { schema, name, key, columns, hasTriggers, visible, rows, proof, query } = content;
  const whole =
    typeof schema === 'string' &&
    typeof name === 'string' &&
    typeof visible === 'string' &&
    isListOf(key, (item) => typeof item === 'string') &&
    isListOf(columns, (item) => isObject(item) && typeof item.name === 'string' && typeof item.type === 'string') &&
    isListOf(rows, isRow) &&
    (proof === null || isProof(proof)) &&
    (query === undefined || isStatementEffect(query));
  if (!whole) return null;
  const base = { schema, name, key, columns, hasTriggers: hasTriggers === true, visible, rows, proof };
  return { ...base, ...(query === undefined ? {} : { query }) } as unknown as Snapshot;
}

function isListOf(value: Json | undefined, test: (item: Json) => boolean): boolean {
  return Array.isArray(value) && value.every(test);
}

function isRow(value: Json): boolean {
  return isObject(value) && Object.values(value).every((item) => item === null || typeof item === 'string');
}

function isProof(value: Json | undefined): boolean {
  if (!isObject(value)) return false;
  if (value.kind === 'given') return isListOf(value.absent, isRow) && isListOf(value.existing, isRow);
  if (value.kind === 'listed') return isListOf(value.keys, isRow);
  return value.kind === 'version' || (value.kind === 'above' && typeof value.column === 'string');
}
