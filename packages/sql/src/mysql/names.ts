/** Finds the names in a statement; pure. */
import { calledBy } from './calls.js';
import { isBareName } from './reserved.js';
import { isSign, isWord, type Token } from './tokens.js';

/** Names whose meaning the catalogue of the server has to confirm. */
export interface Names {
  readonly functions: ReadonlySet<string>;
  /** All names of a statement that reads tables; the other names are not distinguished from those of tables. */
  readonly relations: ReadonlySet<string>;
  /** The names among which the written tables are; a read has none. */
  readonly written: ReadonlySet<string>;
  /** The kinds of writes, as the server names those of triggers. */
  readonly events: readonly TriggerEvent[];
}

/** The texts among the values of a statement. */
export type Texts = () => readonly string[];

export type TriggerEvent = 'INSERT' | 'UPDATE' | 'DELETE';

const NONE: Names = { functions: new Set(), relations: new Set(), written: new Set(), events: [] };
const JOINING = ['from', 'join', 'straight_join'];
const READING = [...JOINING, 'table'];
/** @param given texts that may be put into the text as names: `??` */
export function namesOf(tokens: readonly Token[], given: Texts): Names {
  const [first] = tokens;
  const isFilter = tokens.some((token) => isWord(token, 'where') || isWord(token, 'select'));
  const isShown = ['show', 'describe', 'desc'].some((word) => isWord(first, word)) && !isFilter;
  if (isShown) return NONE;
  const isReading = tokens.some((token) => READING.some((word) => isWord(token, word)));
  const relations = new Set(isReading ? [...namedIn(tokens), ...givenNames(tokens, given)] : []);
  return { ...NONE, functions: calledBy(tokens), relations };
}

export const namedIn = (tokens: readonly Token[]) => tokens.filter(isName).map(({ text }) => text);

/** True when a value of the statement may stand in it as a name: `??`, `::`. */
export const takesNames = (tokens: readonly Token[]) => tokens.some(isOfName);

/** The given texts that may stand in the statement as names; none where it has no place for one. */
export function givenNames(tokens: readonly Token[], given: Texts): readonly string[] {
  return takesNames(tokens) ? given().flatMap((text) => [text, ...text.split('.')]) : [];
}

/**
 * The tables of the query of a view as the server writes it, each with its database; null where one of them is not
 * written so.
 */
export function tablesOfView(tokens: readonly Token[]): readonly (readonly [schema: string, name: string])[] | null {
  const tables: (readonly [string, string])[] = [];
  for (const [index, token] of tokens.entries()) {
    if (!JOINING.some((word) => isWord(token, word))) continue;
    let at = index + 1;
    while (isSign(tokens[at], '(')) at += 1;
    if (isWord(tokens[at], 'select')) continue;
    const [schema, dot, name] = tokens.slice(at, at + 3);
    if (schema?.kind !== 'name' || !isSign(dot, '.') || name?.kind !== 'name') return null;
    tables.push([schema.text, name.text]);
  }
  return tables;
}

/** Behind a dot each word is a name. */
function isName(token: Token, index: number, all: readonly Token[]): boolean {
  const isBehindDot = token.kind === 'word' && !token.text.startsWith('@') && isSign(all[index - 1], '.');
  return isBehindDot || isBareName(token);
}

/** Half of a parameter that is a name. */
function isOfName(token: Token, index: number, all: readonly Token[]): boolean {
  return ['?', ':'].some((sign) => isSign(token, sign) && isSign(all[index + 1], sign));
}
