/** The parts of a statement that writes to one table; pure. */

import { isBareName } from '#sql/mysql/reserved';
import { isSign, isWord, type Token } from '#sql/mysql/tokens';
import type { Json } from '../../connector.js';
import { NotCapturable, type TableName } from '../../rows/call/payload.js';
import type { Piece } from './expression.js';

export interface Assignment {
  readonly column: string;
  readonly right: Piece;
}

interface Common {
  readonly table: TableName;
  readonly alias: string | null;
}
export interface UpdateStatement extends Common {
  readonly verb: 'update';
  readonly assignments: readonly Assignment[];
  readonly where: Piece;
}
export interface DeleteStatement extends Common {
  readonly verb: 'delete';
  readonly where: Piece;
}
/** The source of an INSERT … SELECT: one table. */
export interface Selection extends Common {
  readonly pieces: readonly Piece[];
  /** The condition; no tokens select all rows. */
  readonly where: Piece;
}
export interface InsertStatement extends Common {
  readonly verb: 'insert';
  readonly orNothing: boolean;
  /** ON DUPLICATE KEY UPDATE; null without it. */
  readonly updates: readonly Assignment[] | null;
  /** Null for all columns of the table in their order. */
  readonly columns: readonly string[] | null;
  /** Empty when a query selects the rows. */
  readonly rows: readonly (readonly Piece[])[];
  readonly selected: Selection | null;
}
export type Statement = UpdateStatement | DeleteStatement | InsertStatement;

const NOT_READ = ['order', 'limit', 'join', 'returning', 'partition', 'using', 'select', 'union', 'on'];

/** @throws NotCapturable when it is another one */
export function statementOf(tokens: readonly Token[], values: readonly Json[]): Statement {
  const [verb] = tokens;
  const other = tokens.find(
    (token, i) =>
      isWord(token, ...NOT_READ) && !(isWord(verb, 'insert') && (isUpsert(tokens, i) || i === at(tokens, 'select'))),
  );
  if (other !== undefined) {
    throw new NotCapturable(`the statement cannot be undone: it has ${other.text.toUpperCase()} in it`);
  }
  const given = tokens.filter((token) => isSign(token, '?')).length;
  if (given !== values.length) throw new NotCapturable(`${values.length} values are given for ${given} places`);
  if (isWord(verb, 'update')) return updateOf(tokens, values);
  if (isWord(verb, 'delete') && isWord(tokens[1], 'from')) return deleteOf(tokens, values);
  if (isWord(verb, 'insert'))
    return at(tokens, 'select') < tokens.length ? insertSelected(tokens, values) : insertOf(tokens, values);
  throw new NotCapturable('the statement cannot be undone: it is no INSERT, UPDATE or DELETE of one table');
}

function updateOf(tokens: readonly Token[], values: readonly Json[]): UpdateStatement {
  const set = at(tokens, 'set');
  const where = at(tokens, 'where');
  const cut = cutter(tokens, values);
  const assignments = assignmentsIn(tokens, set + 1, where, cut);
  return { verb: 'update', ...target(tokens.slice(1, set)), assignments, where: cut(where + 1, tokens.length) };
}

function assignmentsIn(tokens: readonly Token[], start: number, end: number, cut: Cut): Assignment[] {
  return split(tokens, start, end).map(([from, to]) => {
    const name = isSign(tokens[from + 1], '.') ? from + 2 : from;
    const column = tokens[name];
    if (column === undefined || !isName(column) || !isSign(tokens[name + 1], '=')) {
      throw new NotCapturable('the statement could not be parsed');
    }
    return { column: column.text, right: cut(name + 2, to) };
  });
}

/** True when ON DUPLICATE KEY UPDATE begins there. */
function isUpsert(tokens: readonly Token[], on: number): boolean {
  return ['on', 'duplicate', 'key', 'update'].every((word, i) => isWord(tokens[on + i], word));
}

function deleteOf(tokens: readonly Token[], values: readonly Json[]): DeleteStatement {
  const where = at(tokens, 'where');
  return { verb: 'delete', ...target(tokens.slice(2, where)), where: cutter(tokens, values)(where + 1, tokens.length) };
}

function insertOf(tokens: readonly Token[], values: readonly Json[]): InsertStatement {
  const orNothing = isWord(tokens[1], 'ignore');
  const into = orNothing ? 2 : 1;
  const start = at(tokens, 'values', 'value');
  if (!isWord(tokens[into], 'into') || start === tokens.length)
    throw new NotCapturable('the statement could not be parsed');
  const cut = cutter(tokens, values);
  const on = tokens.findIndex((_, i) => isUpsert(tokens, i));
  const end = on === -1 ? tokens.length : on;
  if (on !== -1 && orNothing) throw new NotCapturable('the statement cannot be undone: it both ignores and updates');
  const rows = split(tokens, start + 1, end).map(([from, to]) => {
    if (!isSign(tokens[from], '(') || !isSign(tokens[to - 1], ')')) {
      throw new NotCapturable('the statement could not be parsed');
    }
    return to - from === 2 ? [] : split(tokens, from + 1, to - 1).map(([a, b]) => cut(a, b));
  });
  return {
    verb: 'insert',
    orNothing,
    updates: on === -1 ? null : assignmentsIn(tokens, on + 4, tokens.length, cut),
    ...intoTarget(tokens.slice(into + 1, start)),
    rows,
    selected: null,
  };
}

/** Reads an INSERT … SELECT from one table that takes each row by itself. */
function insertSelected(tokens: readonly Token[], values: readonly Json[]): InsertStatement {
  const [start, from] = [at(tokens, 'select'), at(tokens, 'from')];
  if (!isWord(tokens[1], 'into') || from < start || from === tokens.length)
    throw new NotCapturable('the statement could not be parsed');
  const cut = cutter(tokens, values);
  const where = at(tokens, 'where');
  return {
    verb: 'insert',
    orNothing: false,
    updates: null,
    ...intoTarget(tokens.slice(2, start)),
    rows: [],
    selected: {
      ...target(tokens.slice(from + 1, where)),
      pieces: split(tokens, start + 1, from).map(([a, b]) => cut(a, b)),
      where: cut(where + 1, tokens.length),
    },
  };
}

/** The table, and its columns where they are named. */
function intoTarget(head: readonly Token[]): Pick<InsertStatement, 'table' | 'alias' | 'columns'> {
  const open = head.findIndex((token) => isSign(token, '('));
  return {
    ...target(open === -1 ? head : head.slice(0, open)),
    columns: open === -1 ? null : columnsIn(head.slice(open)),
  };
}

function columnsIn(tokens: readonly Token[]): string[] | null {
  const names = tokens.slice(1, -1).filter((_, i) => i % 2 === 0);
  const isList = names.every(isName) && tokens.slice(1, -1).every((token, i) => i % 2 === 0 || isSign(token, ','));
  if (!isList || !isSign(tokens.at(-1), ')')) throw new NotCapturable('the statement could not be parsed');
  return names.length === 0 ? null : names.map(({ text }) => text);
}

/** `table`, `schema.table`, and an alias. */
export function target(tokens: readonly Token[]): Common {
  const [first, dot, second, ...more] = tokens;
  const isQualified = isSign(dot, '.');
  const rest = isQualified ? more : tokens.slice(1);
  const alias = isWord(rest[0], 'as') ? rest.slice(1) : rest;
  const name = isQualified ? second : first;
  const isWhole = name !== undefined && isName(name) && isBareName(first) && alias.every(isBareName);
  if (!isWhole || alias.length > 1) throw new NotCapturable('the statement could not be parsed');
  return {
    table: { schema: isQualified ? first.text : null, name: name.text },
    alias: alias[0]?.text ?? null,
  };
}

type Cut = (from: number, to: number) => Piece;

const isName = ({ kind }: Token) => kind === 'word' || kind === 'name';

/** The index at which one of the words stands outside of parentheses; the end when none does. */
export function at(tokens: readonly Token[], ...words: string[]): number {
  let depth = 0;
  const found = tokens.findIndex((token) => {
    depth += isSign(token, '(') ? 1 : isSign(token, ')') ? -1 : 0;
    return depth === 0 && isWord(token, ...words);
  });
  return found === -1 ? tokens.length : found;
}

/** The parts between commas outside of parentheses, each as its first index and the index after its last. */
function split(tokens: readonly Token[], from: number, to: number): [number, number][] {
  const commas: number[] = [];
  let depth = 0;
  for (let i = from; i < to; i += 1) {
    depth += isSign(tokens[i], '(') ? 1 : isSign(tokens[i], ')') ? -1 : 0;
    if (depth === 0 && isSign(tokens[i], ',')) commas.push(i);
  }
  return [from, ...commas.map((i) => i + 1)].map((start, n) => [start, commas[n] ?? to]);
}

/** Cuts a statement into pieces, each with the values of its own parameters. */
export function cutter(tokens: readonly Token[], values: readonly Json[]): Cut {
  const places = (end: number) => tokens.slice(0, end).filter((token) => isSign(token, '?')).length;
  return (from: number, to: number): Piece => ({
    tokens: tokens.slice(from, to),
    values: values.slice(places(from), places(to)),
  });
}
