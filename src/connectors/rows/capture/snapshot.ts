import { isObject } from '../../../platform/json.js';
import type { Json, JsonObject } from '../../connector.js';
import { isStatementEffect, type StatementEffect } from '../call/effect.js';
import { isListOf, isRow } from '../call/json-rows.js';
import { type NameLabel, tableLabel } from '../table/names.js';
import type { Cell, Column, Row, Triggers } from '../table/table.js';

/** The evidence by which an undo recognizes that an inserted row was not there before. */
export type KeyProof =
  /** All key columns were in the payload: which of the keys were absent, and which existed. */
  | { readonly kind: 'given'; readonly absent: readonly Row[]; readonly existing: readonly Row[] }
  /** Every key that existed was at most this integer, or is one of `except`. */
  | NumberProof
  /** All keys that existed. */
  | { readonly kind: 'listed'; readonly keys: readonly Row[] }
  /** There were too many keys to list, and they have no order: only the age of the row version is known. */
  | { readonly kind: 'version' };

interface NumberProof {
  readonly kind: 'above';
  readonly column: string;
  /** Null when `except` lists all keys that there were; when `except` is absent too, there were none. */
  readonly value: Cell;
  /** The highest keys: a database may give lower numbers than a key that a client chose. */
  readonly except?: readonly string[];
  /**
   * The distance between the numbers of one call, if the database gives them so that the first one determines the
   * others.
   */
  readonly step?: number;
}

/** The number of the highest keys that are listed. */
const LISTED_KEYS = 100;

/** @param highest the keys from the highest down, up to the number that was read: `ASKED_KEYS` */
export function aboveAll(column: string, highest: readonly Cell[]): NumberProof {
  const except = highest.slice(0, LISTED_KEYS).map(String);
  return { kind: 'above', column, value: highest[LISTED_KEYS] ?? null, except };
}
export const ASKED_KEYS = LISTED_KEYS + 1;

/** A column as the database described it; `id` is absent in former versions and where the database has none. */
export type CapturedColumn = Pick<Column, 'name' | 'type' | 'id'>;

export const toCapturedColumn = ({ name, type, id }: Column): CapturedColumn => ({
  name,
  type,
  ...(id !== undefined && { id }),
});

/** The contents of a capture. Every value is the text of the database, or null. */
export interface Snapshot {
  /** The place of the table; an undo anywhere else would prove nothing. */
  readonly place: string;
  /**
   * The identity of the server; former versions left it out. A copy of the server's files agrees in everything else.
   */
  readonly server?: { readonly address: string; readonly run: string; readonly begunAt?: number };
  readonly schema: string;
  readonly name: string;
  /** The time zone of the table. Former versions left it out: the server's default at the undo then holds. */
  readonly zone?: string;
  readonly key: readonly string[];
  readonly columns: readonly CapturedColumn[];
  readonly triggers: Triggers;
  /**
   * The tables whose rows ON DELETE may have deleted or changed with a row of this one between the capture and the call,
   * in the form of reports; absent when there are none, and for a performed call, whose transaction sees them.
   */
  readonly spreads?: readonly string[];
  /** The transactions that the capture saw, if the database can compare a row with them later. */
  readonly visible?: string;
  /** Empty for an insert. */
  readonly rows: readonly Row[];
  /**
   * For a row that only the agent's own transaction can see yet: the values that this call and unconfirmed ones of the
   * same session are to leave in it, without unknown columns; for a deletion, the values before it. They come from the
   * agent, so they are compared with, and never written. `rows` is empty then, because nothing was captured.
   */
  readonly said?: Row;
  /**
   * Row by row of `rows`, the values that unconfirmed calls of the same session may have left in it before this one.
   * They are only compared with, like `said`.
   */
  readonly met?: readonly (readonly Row[])[];
  /**
   * Only an insert has it: keys of rows that were there when it was captured, and that older unconfirmed calls of the
   * same session are to have deleted. The insert is undone only together with one of those calls, whose undo brings the
   * row back.
   */
  readonly freed?: readonly Row[];
  /** Keys among `rows` that such an insert has made anew since: it is undone together with that alone. */
  readonly renewed?: readonly Row[];
  /** The rows that another part of the same call changes. They are never stored. */
  readonly beside?: readonly Row[];
  /** Null unless the call is an insert, or an upsert. */
  readonly proof: KeyProof | null;
  /** Only an insert has it: the unique columns that identify its rows, if those are not the primary key. */
  readonly identity?: readonly string[];
  /** Only an insert has it; see `Filled`. */
  readonly defaults?: readonly Row[];
  readonly unforeseen?: readonly string[];
  /** Only a free statement has it: its effect, as far as the database could be asked. */
  readonly query?: StatementEffect;
}

/** Agents see this, so it holds nothing that only the operator's credential can read. */
export function resourceOfCapture(label: NameLabel, snapshot: Snapshot): JsonObject {
  return { table: tableLabel(label, snapshot), key: [...snapshot.key] };
}

export function toContent(snapshot: Snapshot): JsonObject {
  return JSON.parse(JSON.stringify(snapshot)) as JsonObject;
}

/** Null when the content was not written by `toContent`. */
export function readSnapshot(content: JsonObject | null): Snapshot | null {
  if (content === null) return null;
  const {
    place,
    server,
    schema,
    name,
    zone,
    key,
    columns,
    triggers,
    spreads,
    visible,
    rows,
    proof,
    isUnconfirmed,
    said,
    met,
    freed,
    renewed,
    identity,
    defaults,
    unforeseen,
    query,
  } = content;
  const isWhole =
    typeof place === 'string' &&
    (server === undefined ||
      (isObject(server) && typeof server.address === 'string' && typeof server.run === 'string')) &&
    typeof schema === 'string' &&
    typeof name === 'string' &&
    (zone === undefined || typeof zone === 'string') &&
    typeof triggers === 'string' &&
    (spreads === undefined || isListOf(spreads, (item) => typeof item === 'string')) &&
    (visible === undefined || typeof visible === 'string') &&
    isListOf(key, (item) => typeof item === 'string') &&
    isListOf(columns, (item) => isObject(item) && typeof item.name === 'string' && typeof item.type === 'string') &&
    isListOf(rows, isRow) &&
    // Rows of former versions that were made of payloads: nothing of them was captured.
    isUnconfirmed === undefined &&
    (said === undefined || isRow(said)) &&
    (met === undefined || (Array.isArray(met) && met.every((one) => isListOf(one, isRow)))) &&
    (freed === undefined || isListOf(freed, isRow)) &&
    (renewed === undefined || isListOf(renewed, isRow)) &&
    (proof === null || isProof(proof)) &&
    (identity === undefined || isListOf(identity, (item) => typeof item === 'string')) &&
    (defaults === undefined || isListOf(defaults, isRow)) &&
    (unforeseen === undefined || isListOf(unforeseen, (item) => typeof item === 'string')) &&
    (query === undefined || isStatementEffect(query));
  return isWhole ? (content as unknown as Snapshot) : null;
}

function isProof(value: Json | undefined): boolean {
  if (!isObject(value)) return false;
  switch (value.kind) {
    case 'given':
      return isListOf(value.absent, isRow) && isListOf(value.existing, isRow);
    case 'listed':
      return isListOf(value.keys, isRow);
    case 'above':
      return (
        typeof value.column === 'string' &&
        ['number', 'undefined'].includes(typeof value.step) &&
        (value.except === undefined || isListOf(value.except, (item) => typeof item === 'string'))
      );
    default:
      return value.kind === 'version';
  }
}
