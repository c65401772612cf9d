/**
 * Cuts the parts of a statement exactly out of its words; pure. Parsing the parts again shows whether the cut was
 * right.
 */
import type { DeleteStatement, InsertStatement, UpdateStatement } from './write-statement.js';

interface Token {
  readonly text: string;
  readonly start: number;
  readonly name: string;
}

type Words = readonly Token[];

export interface Pieces {
  /** `WITH …`, or nothing. */
  readonly prefix: Words;
  /** UPDATE: one right side per assignment; INSERT: the values, row by row. */
  readonly expressions: readonly Words[];
  /** The words after FROM, or USING. */
  readonly from: Words;
  readonly where: Words;
}

export function cutUpdate(tokens: Words, { target, assignments }: UpdateStatement): Pieces {
  const start = verbBefore(tokens, target.location);
  const clauses = clausesOf(tokens.slice(start), ['SET', 'FROM', 'WHERE', 'RETURNING', ';']);
  return { ...tail(clauses, 'FROM'), prefix: tokens.slice(0, start), expressions: rightSides(clauses, assignments) };
}

export function cutDelete(tokens: Words, { target }: DeleteStatement): Pieces {
  const start = verbBefore(tokens, target.location);
  const afterName = tokens.slice(start).filter(({ start: at }) => at >= target.location);
  const clauses = clausesOf(afterName, ['USING', 'WHERE', 'RETURNING', ';']);
  return { ...tail(clauses, 'USING'), prefix: tokens.slice(0, start), expressions: [] };
}

export function cutInsert(tokens: Words, { target }: InsertStatement): Pieces {
  const start = verbBefore(tokens, target.location);
  const clauses = clausesOf(tokens.slice(start), ['VALUES', 'ON', 'RETURNING', ';']);
  const rows = split(clauses.get('VALUES') ?? []);
  return {
    prefix: tokens.slice(0, start),
    expressions: rows.flatMap((row) => split(row.slice(1, -1))),
    from: [],
    where: [],
  };
}

/** Cuts the parts of ON CONFLICT DO UPDATE. */
export function cutConflict(tokens: Words, { target, conflict }: InsertStatement): Pieces {
  const start = verbBefore(tokens, target.location);
  const clauses = clausesOf(tokens.slice(start), ['VALUES', 'ON', 'SET', 'WHERE', 'RETURNING', ';']);
  return {
    prefix: tokens.slice(0, start),
    expressions: rightSides(clauses, conflict?.assignments ?? []),
    from: [],
    where: clauses.get('WHERE') ?? [],
  };
}

/** The query of INSERT … SELECT. */
export function cutSource(tokens: Words, { target }: InsertStatement): Pick<Pieces, 'prefix'> & { source: Words } {
  const start = verbBefore(tokens, target.location);
  const places = topLevel(tokens).filter(({ at }) => at > start);
  const from = places.find(({ word }) => ['SELECT', 'WITH'].includes(word))?.at ?? tokens.length;
  const end = places.find(({ word, at }) => at > from && ['RETURNING', ';'].includes(word))?.at ?? tokens.length;
  return { prefix: tokens.slice(0, start), source: tokens.slice(from, end) };
}

function topLevel(tokens: Words): { word: string; at: number }[] {
  let depth = 0;
  return tokens.flatMap((token, at) => {
    depth += depthOf(token);
    return depth === 0 ? [{ word: wordAt(tokens, at), at }] : [];
  });
}

/** The SQL of some words, their parameters numbered anew by `parameter`. */
export function sqlOf(words: Words, parameter: (number: number) => number): string {
  return words.map(({ text, name }) => (name === 'PARAM' ? `$${parameter(Number(text.slice(1)))}` : text)).join(' ');
}

function rightSides(clauses: ReadonlyMap<string, Words>, assignments: readonly unknown[]): Words[] {
  const sides = split(clauses.get('SET') ?? []).map((words) =>
    words.slice(words.findIndex(({ text }) => text === '=') + 1),
  );
  // `(a, b) = …` is one piece for two assignments; such right sides are never asked for.
  return sides.length === assignments.length ? sides : assignments.map(() => []);
}

function tail(clauses: ReadonlyMap<string, Words>, from: string): Pick<Pieces, 'from' | 'where'> {
  return { from: clauses.get(from) ?? [], where: clauses.get('WHERE') ?? [] };
}

/** UPDATE, DELETE FROM or INSERT INTO stands before the name, perhaps with ONLY. */
function verbBefore(tokens: Words, location: number): number {
  const name = tokens.findIndex(({ start }) => start >= location);
  let at = name - 1;
  while (at > 0 && !['UPDATE', 'DELETE', 'INSERT'].includes(wordAt(tokens, at))) at -= 1;
  return Math.max(0, at);
}

/** The words after each of these keywords, up to the next keyword that comes later in the list. */
function clausesOf(tokens: Words, keywords: readonly string[]): Map<string, Words> {
  const clauses = new Map<string, Token[]>();
  let current: Token[] | null = null;
  let next = 0;
  let depth = 0;
  tokens.forEach((token, i) => {
    depth += depthOf(token);
    const found = depth === 0 && isKeyword(tokens, i) ? keywords.indexOf(wordAt(tokens, i), next) : -1;
    if (found === -1) {
      current?.push(token);
      return;
    }
    next = found + 1;
    current = [];
    clauses.set(keywords[found] ?? '', current);
  });
  return clauses;
}

/** True unless it is a name after a dot, or the FROM of IS DISTINCT FROM. */
function isKeyword(tokens: Words, at: number): boolean {
  const before = wordAt(tokens, at - 1);
  return before !== '.' && !(before === 'DISTINCT' && wordAt(tokens, at) === 'FROM');
}

function wordAt(tokens: Words, at: number): string {
  return tokens[at]?.text.toUpperCase() ?? '';
}

function split(words: Words): Words[] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const word of words) {
    depth += depthOf(word);
    if (depth === 0 && word.text === ',') parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

function depthOf({ text }: Token): number {
  return ['(', '['].includes(text) ? 1 : [')', ']'].includes(text) ? -1 : 0;
}
