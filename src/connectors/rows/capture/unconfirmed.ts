import type { ConnectorContext, JsonObject } from '../../connector.js';
import type { StatementEffect } from '../call/effect.js';
import { type DeleteCall, type InsertCall, literalsOf, own, type UpdateCall } from '../call/payload.js';
import { tryRecordedCall } from '../call/recorded-call.js';
import type { Dialect } from '../dialect.js';
import { type Added, addedOf, addedTo } from '../insert/added.js';
import { absenceTest } from '../insert/insert-keys.js';
import { cell } from '../table/row.js';
import type { Session } from '../table/session.js';
import type { Row, Table } from '../table/table.js';
import { isAt } from '../undo/restore.js';
import { minus, negated, scaleOf } from '../values/decimal.js';
import { readSnapshot, type Snapshot } from './snapshot.js';

/** The columns of a row, as far as they are known. */
type Known = Readonly<Record<string, string | null | undefined>>;

/** The stored state of a row that no capture could see. */
export type Unseen = Pick<Snapshot, 'rows' | 'said' | 'proof'>;

/** The state of the row after the calls so far. */
interface Found {
  readonly row: Known;
  /** The call gave its key, and the database did not. */
  readonly isGiven: boolean;
}

/**
 * Derives the row with exactly this key from unconfirmed calls of the same session, when only the agent's own
 * transaction can see it yet: the state in which they, and this call, are to leave it. The capture itself found no such
 * row. Null when no such call inserts it, when it may be one of several, or when a column that the call changes or
 * deletes is unknown.
 * @param query the effect of an update that is a free statement
 */
export async function unconfirmedRow(
  dialect: Dialect,
  session: Session,
  table: Table,
  call: UpdateCall | DeleteCall,
  { unconfirmed }: ConnectorContext,
  query?: StatementEffect,
): Promise<Unseen | null> {
  const { match } = call;
  const isKey = match.length === table.key.length && match.every(({ operator }) => operator === 'eq');
  const key = Object.fromEntries(match.map(({ column, operand }) => [column, operand]));
  if (unconfirmed === undefined || !isKey || !table.key.every(({ name }) => Object.hasOwn(key, name))) return null;
  const [wanted = new Map()] = await dialect.claims(session, table.key, [key]);
  const wantedKey: Row = Object.fromEntries(table.key.map(({ name }) => [name, textOf(wanted, name) ?? null]));
  const place = await dialect.placeOf(session, table);
  let found: Found | null = null;
  for (const effect of await unconfirmed()) {
    const snapshot = readSnapshot(effect.snapshot);
    if (snapshot === null || snapshot.place !== place || snapshot.name !== table.name) continue;
    if (snapshot.said) {
      // It had the words of those before it.
      if (!isAt(table, wanted, snapshot.said)) continue;
      found = snapshot.proof === null ? null : { row: snapshot.said, isGiven: true };
      continue;
    }
    const recorded = tryRecordedCall(effect.apiName, effect.payload, snapshot);
    if (typeof recorded === 'string') continue;
    if (recorded.kind === 'insert') {
      const row = await insertedRow(recorded, snapshot);
      if (row === 'several') return null;
      if (row === null || (found?.isGiven && !row.isGiven)) continue;
      if (found && !row.isGiven) return null;
      found = row;
    } else if (found && snapshot.rows.some((captured) => isAt(table, wanted, captured))) {
      const added = addedOf(recorded, snapshot, NOT_ANSWERED);
      // The forecast for a visible row may be older than this transaction.
      found = recorded.kind === 'delete' ? null : await updated(found, recorded, added, {});
    } else if (found && recorded.kind === 'update' && snapshot.rows.length === 0) {
      // Rows that no capture saw: this may be one of them.
      found = without(found, Object.keys(recorded.values));
    }
  }
  if (found === null || !isEnough(found.row)) return null;
  const before = found.row;
  if (call.kind === 'delete') return { rows: [], said: known(before), proof: null };
  const { row } = await updated(found, call, addedTo(table, call, query), query?.after[0] ?? {});
  return { rows: [], said: known(row), proof: { kind: 'given', absent: [wantedKey], existing: [] } };

  async function updated({ row, isGiven }: Found, update: UpdateCall, added: Added, foreseen: JsonObject) {
    const literals = literalsOf(update);
    const computed = Object.keys(update.values).filter((name) => !literals.includes(name));
    const set = Object.fromEntries(literals.map((name) => [name, update.values[name] ?? null]));
    const sums = Object.fromEntries(computed.map((name) => [name, sumOf(row[name], added.get(name))]));
    return { row: { ...row, ...(await textsOf(set)), ...sums, ...(await textsOf(foreseen)) }, isGiven };
  }

  async function insertedRow({ rows }: InsertCall, snapshot: Snapshot): Promise<Found | 'several' | null> {
    const { proof, query, defaults, triggers } = snapshot;
    if (query?.orNothing || query?.verb === 'upsert') return null;
    if (proof?.kind !== 'given') {
      // Its key was not there when the insert was captured, and is not now: this call may have been given it.
      const wasThere = absenceTest(snapshot)(wantedKey) === false;
      if (wasThere || triggers !== 'none') return null;
      const [row, ...others] = rows;
      if (others.length > 0 || row === undefined) return 'several';
      return { row: { ...defaults?.[0], ...(await textsOf(row)), ...wantedKey }, isGiven: false };
    }
    if (!proof.absent.some((absent) => isAt(table, wanted, absent))) return null;
    const claims = await dialect.claims(session, table.key, [...rows]);
    const index = claims.findIndex((claim) =>
      table.key.every(({ name }) => claim.get(name)?.isExact && claim.get(name)?.text === wanted.get(name)?.text),
    );
    const given = rows[index];
    if (given === undefined) return null;
    const row = { ...defaults?.[index], ...(await textsOf(given)) };
    // A trigger may have written whatever the call leaves out.
    return triggers === 'none' || isWhole(row) ? { row, isGiven: true } : null;
  }

  /** The values that are certainly written so. */
  async function textsOf(values: UpdateCall['values']): Promise<Known> {
    const [claim = new Map()] = await dialect.claims(session, table.columns, [values]);
    return Object.fromEntries(Object.keys(values).map((name) => [name, textOf(claim, name)]));
  }

  function isWhole(row: Known): boolean {
    return table.columns.every(({ name }) => isKnown(row, name));
  }

  function isEnough(row: Known): boolean {
    const hasValues =
      call.kind === 'update' ? Object.keys(call.values).every((name) => isKnown(row, name)) : isWhole(row);
    return hasValues && table.key.every(({ name }) => isKnown(row, name));
  }

  function known(row: Known): Row {
    const knownColumns = table.columns.filter(({ name }) => isKnown(row, name));
    return Object.fromEntries(knownColumns.map(({ name }) => [name, cell(row as Row, name)]));
  }
}

/**
 * The possible values, when the call runs, of the columns that it adds to, because unconfirmed calls of the same
 * session add to them too: a capture does not see what a transaction has not committed.
 */
export async function unconfirmedSums(
  dialect: Dialect,
  session: Session,
  table: Table,
  rows: readonly Row[],
  added: Added,
  { unconfirmed }: ConnectorContext,
): Promise<Pick<Snapshot, 'met'>> {
  if (added.size === 0 || rows.length === 0 || unconfirmed === undefined) return {};
  const place = await dialect.placeOf(session, table);
  const met = rows.map((): Row[] => []);
  for (const effect of await unconfirmed()) {
    const snapshot = readSnapshot(effect.snapshot);
    if (snapshot === null || snapshot.place !== place || snapshot.name !== table.name) continue;
    const recorded = tryRecordedCall(effect.apiName, effect.payload, snapshot);
    if (typeof recorded === 'string') continue;
    if (recorded.kind !== 'update') continue;
    const sums = addedOf(recorded, snapshot, NOT_ANSWERED);
    const literals = literalsOf(recorded).filter((name) => added.has(name));
    const set = Object.fromEntries(literals.map((name) => [name, recorded.values[name] ?? null]));
    const [claim = new Map()] = await dialect.claims(session, table.columns, [set]);
    const texts = Object.fromEntries(
      literals.flatMap((name) => (claim.has(name) ? [[name, textOf(claim, name) ?? null]] : [])),
    );
    if (sums.size === 0 && literals.length === 0) continue;
    for (const [i, row] of rows.entries()) {
      if (!snapshot.rows.some((one) => isSameKey(table, one, row))) continue;
      // The capture may have seen any of the earlier ones already, and then not those after it.
      const seen = [row, ...(met[i] ?? [])].slice(0, MOST_MET);
      met[i] = seen.map((one) => ({ ...one, ...withSums(one, sums), ...texts }));
    }
  }
  if (met.every((one) => one.length === 0)) return {};
  return { met: met.map((all) => all.map((one) => only(table, one, added))) };
}

const MOST_MET = 100;

function withSums(row: Row, added: Added): Row {
  return Object.fromEntries([...added].map(([name, by]) => [name, sumOf(cell(row, name), by) ?? null]));
}

function only({ key }: Table, row: Row, added: Added): Row {
  const names = [...key.map(({ name }) => name), ...added.keys()];
  return Object.fromEntries(names.map((name) => [name, cell(row, name)]));
}

const isSameKey = ({ key }: Table, one: Row, other: Row) =>
  key.every(({ name }) => cell(one, name) === cell(other, name));

const NOT_ANSWERED = { rows: null, before: [], rowCount: null, insertId: null };

/** Undefined when it is not known. */
function sumOf(text: string | null | undefined, added: string | undefined): string | null | undefined {
  if (added === undefined || text === undefined || text === null) return added === undefined ? undefined : text;
  return scaleOf(text) === null ? undefined : minus(text, negated(added));
}

/** These columns are not known any more. */
function without({ row, isGiven }: Found, names: readonly string[]): Found {
  return { row: { ...row, ...Object.fromEntries(names.map((name) => [name, undefined])) }, isGiven };
}

const isKnown = (row: Known, name: string) => own(row as Row, name) !== undefined;

/** Undefined when it is not certain how the column writes it. */
function textOf(claim: Awaited<ReturnType<Dialect['claims']>>[number], name: string): string | null | undefined {
  const claimed = claim.get(name);
  return claimed?.isExact ? claimed.text : undefined;
}
