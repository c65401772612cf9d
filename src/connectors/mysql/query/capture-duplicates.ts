import { isSign, isWord, type Token } from '#sql/mysql/tokens';
import type { Json, JsonObject } from '../../connector.js';
import type { StatementEffect } from '../../rows/call/effect.js';
import { NotCapturable } from '../../rows/call/payload.js';
import { refuseTooMuch, refuseUnrestorable } from '../../rows/capture/capture-limits.js';
import type { Filled } from '../../rows/capture/defaults.js';
import type { KeyProof } from '../../rows/capture/snapshot.js';
import type { Claim } from '../../rows/dialect.js';
import { keyOf, toRow } from '../../rows/table/row.js';
import type { Session } from '../../rows/table/session.js';
import type { Cell, Row } from '../../rows/table/table.js';
import { dialect } from '../dialect.js';
import { uniqueOf } from '../server/table.js';
import { asText, type Column, qualified, quote, type Table, toCompare } from '../sql.js';
import { assignmentsOf } from './assignments.js';
import type { Piece } from './expression.js';
import type { Assignment, InsertStatement } from './statement.js';

interface Duplicates extends Filled {
  readonly identity?: readonly string[];
  readonly proof: KeyProof;
  /** The rows that are there, and that it updates. */
  readonly there: readonly Row[];
  readonly effect: Partial<StatementEffect>;
}

/**
 * Finds the existing rows, by any unique index, and the changes that ON DUPLICATE KEY UPDATE would make to them; IGNORE
 * leaves them unchanged.
 * @throws NotCapturable
 */
export async function duplicatesOf(
  session: Session,
  table: Table,
  statement: InsertStatement,
  given: readonly JsonObject[],
  filled: Filled,
): Promise<Duplicates> {
  const rows = given.map((row, i) => ({ ...filled.defaults[i], ...row }));
  const unique = await uniqueOf(session, table);
  const columns = [...new Set(unique.flat())];
  const claims = await dialect.claims(session, columns, rows);
  const keys = rows.map((row, i) => unique.map((index) => keyIn(index, row, claims[i] ?? new Map())));
  const n = unique.findIndex((_, at) => keys.every((own) => own[at] !== null));
  const identity = unique[n];
  if (identity === undefined) {
    throw new NotCapturable('it leaves its unique keys to the database: which rows it inserts is not known before');
  }
  refuseTwice(keys);
  const found: (Found | null)[] = [];
  for (const [i, row] of rows.entries())
    found.push(await findRow(session, table, statement, unique, keys[i] ?? [], row));
  const there = found.flatMap((one) => one ?? []);
  refuseTwice(there.map(({ row }) => [keyOf(table, row)]));
  refuseTooMuch(there.length, Buffer.byteLength(JSON.stringify(there)), null);
  const absent = keys.flatMap((own, i) => (found[i] === null ? [toRow(identity, own[n] ?? [])] : []));
  const isKey = identity.every(({ name }) => table.key.some((column) => column.name === name));
  const common = {
    ...filled,
    ...(!isKey && { identity: identity.map(({ name }) => name) }),
    proof: { kind: 'given', absent, existing: [] } as const,
  };
  if (statement.updates === null) return { ...common, there: [], effect: { rows: given, orNothing: true } };
  return {
    ...common,
    there: there.map(({ row }) => row),
    effect: {
      ...{ verb: 'upsert', rows: given, countPerUpdate: 2 },
      values: there[0]?.values ?? {},
      added: addedByAll(there),
      after: there.map(({ after }) => after),
    },
  };
}

interface Found {
  readonly row: Row;
  readonly after: Readonly<Record<string, Json>>;
  readonly values: Readonly<Record<string, string>>;
  readonly added: Readonly<Record<string, string>>;
}

type Key = readonly Cell[] | null;

/**
 * The row's values in a unique index; null when they cannot be a duplicate.
 * @throws NotCapturable
 */
function keyIn(index: readonly Column[], row: JsonObject, claim: Claim): Key {
  const key = index.map((column) => {
    if (dialect.isLeftOut(column, row[column.name]) && column.autoIncrement) return null;
    const claimed = claim.get(column.name);
    if (claimed?.isExact) return claimed.text;
    throw new NotCapturable(`what it gives to ${column.name}, which is unique, is not known before`);
  });
  return key.includes(null) ? null : key;
}

/** @param keys row by row, index by index */
function refuseTwice(keys: readonly (readonly Key[])[]): void {
  const seen = new Set<string>();
  for (const own of keys) {
    for (const [at, key] of own.entries()) {
      if (key === null) continue;
      // A collation may take both for the same.
      const text = JSON.stringify([
        at,
        ...key.map((one) => one?.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()),
      ]);
      if (seen.has(text)) throw new NotCapturable('two of its rows may be the same one');
      seen.add(text);
    }
  }
}

async function findRow(
  session: Session,
  table: Table,
  { updates, alias, table: { name } }: InsertStatement,
  unique: readonly (readonly Column[])[],
  keys: readonly Key[],
  row: JsonObject,
): Promise<Found | null> {
  const scope = { table, names: [alias ?? name] };
  const known = (updates ?? []).filter((one) => !isItself(one, table.key));
  const pieces = known.map(({ column, right }) => ({ column, right: withValues(right, table, row) }));
  const unknown = pieces.filter(({ right }) => right === null).map(({ column }) => column.toLowerCase());
  const assignments = pieces.flatMap(({ column, right }) => (right === null ? [] : [{ column, right }]));
  const assigned = assignmentsOf(
    { verb: 'update', assignments, alias, table: { schema: null, name }, where: NONE },
    scope,
  );
  const open = table.columns.filter((column) => unknown.includes(column.name.toLowerCase()));
  refuseUnrestorable(dialect, table, [...assigned.columns, ...open]);
  const conditions = unique.flatMap((index, at) => {
    const key = keys[at];
    const equal = index.map((column) => `t.${quote(column.name)} = ${toCompare(column)}`);
    return key ? [{ sql: `(${equal.join(' AND ')})`, key }] : [];
  });
  const foreseen = assigned.foreseen.filter(({ reads }) => !open.some((column) => reads.has(column.name)));
  const list = [...table.columns.map((column) => asText(column)), ...foreseen.map(({ sql }) => `CAST(${sql} AS CHAR)`)];
  const found = await session.rows(
    `SELECT ${list.join(', ')} FROM ${qualified(table)} t WHERE ${conditions.map(({ sql }) => sql).join(' OR ')}`,
    [...foreseen.flatMap(({ params }) => params), ...conditions.flatMap(({ key }) => key)],
  );
  if (found.length > 1) throw new NotCapturable('one of its rows is a duplicate of several rows that are there');
  const [cells] = found;
  if (cells === undefined) return null;
  const there = toRow(table.columns, cells);
  const isSame = JSON.stringify(keyOf(table, there)) === JSON.stringify(keys[0]);
  if (known.length < (updates ?? []).length && !isSame) refuseUnrestorable(dialect, table, table.key);
  const after = toRow(
    foreseen.map(({ column }) => column),
    cells.slice(table.columns.length),
  );
  const values = { ...assigned.values, ...Object.fromEntries(open.map((column) => [column.name, '…'])) };
  return { row: there, after: { ...after, ...assigned.literals }, values, added: assigned.added };
}

const NONE = { tokens: [], values: [] };

/** The number, by column, that is added in each of the rows. */
function addedByAll(there: readonly Found[]): Record<string, string> {
  const [first, ...others] = there;
  const all = Object.entries(first?.added ?? {});
  return Object.fromEntries(all.filter(([name, number]) => others.every(({ added }) => added[name] === number)));
}

/** Resolves `VALUES(column)` in ON DUPLICATE KEY UPDATE to the value that the row was to hold; pure. */

/** The expression with a parameter in its place; null when the row does not determine the value. */
function withValues({ tokens, values }: Piece, { columns }: Table, row: JsonObject): Piece | null {
  const given = [...values];
  const written: Token[] = [];
  const params: Json[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const name = newValueAt(tokens, at);
    if (name === null) {
      if (isSign(token, '?')) params.push(given.shift() ?? null);
      written.push(token);
      at += 1;
      continue;
    }
    const column = columns.find((one) => one.name.toLowerCase() === name.toLowerCase());
    const value = column && row[column.name];
    if (value === undefined) return null;
    written.push({ kind: 'sign', text: '?' });
    params.push(value);
    at += 4;
  }
  return { tokens: written, values: params };
}

/** `id = VALUES(id)` of a column of the key: the row is found by it. */
function isItself({ column, right }: Assignment, key: readonly Column[]): boolean {
  const name = right.tokens.length === 4 ? newValueAt(right.tokens, 0) : null;
  const isSame = (other: string | undefined) => other?.toLowerCase() === column.toLowerCase();
  return name !== null && isSame(name) && key.some((one) => isSame(one.name));
}

function newValueAt(tokens: readonly Token[], at: number): string | null {
  const [word, open, name, close] = tokens.slice(at, at + 4);
  const isCall = isWord(word, 'values', 'value') && isSign(open, '(') && isSign(close, ')');
  return isCall && (name?.kind === 'word' || name?.kind === 'name') ? name.text : null;
}
