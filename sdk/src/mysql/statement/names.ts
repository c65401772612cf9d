import { membersOf } from './copied.js';
import { isSign, isWord, type Token } from './tokens.js';

/** Names that mean what they seem to mean only when the catalogue of the server agrees. */
export interface Names {
  readonly functions: ReadonlySet<string>;
  /** All names of a statement that reads tables: which of them are tables is not told apart. */
  readonly relations: ReadonlySet<string>;
  /** Those among which the tables are that are written to; none of a read. */
  readonly written: ReadonlySet<string>;
  /** In which ways they are written to, as the server calls those of triggers. */
  readonly events: readonly TriggerEvent[];
}

export type TriggerEvent = 'INSERT' | 'UPDATE' | 'DELETE';

const NONE: Names = { functions: new Set(), relations: new Set(), written: new Set(), events: [] };
const DEEPEST = 8;
const JOINING = ['from', 'join', 'straight_join'];
const READING = [...JOINING, 'table'];
/** Words that are names only in backticks. */
const RESERVED = new Set(
  `all and as asc between by case cross desc distinct else exists from group having in inner is join left like limit not
   null on or order outer right select table then union using when where with`.split(/\s+/),
);

/** @param values that may be put into the text as names: `??` */
export function namesOf(tokens: readonly Token[], values: unknown): Names {
  const [first] = tokens;
  const isFilter = tokens.some((token) => isWord(token, 'where') || isWord(token, 'select'));
  const isShown = ['show', 'describe', 'desc'].some((word) => isWord(first, word)) && !isFilter;
  if (isShown) return NONE;
  const isReading = tokens.some((token) => READING.some((word) => isWord(token, word)));
  const relations = new Set(isReading ? [...namedIn(tokens), ...givenNames(tokens, values)] : []);
  return { ...NONE, functions: calledBy(tokens), relations };
}

/** Functions that are called by a name without quotes. */
export function calledBy(tokens: readonly Token[]): ReadonlySet<string> {
  const called = tokens.filter(({ kind }, index) => kind === 'word' && isSign(tokens[index + 1], '('));
  return new Set(called.map(({ text }) => text.toLowerCase()));
}

export const namedIn = (tokens: readonly Token[]) => tokens.filter(isName).map(({ text }) => text);

/** Names among the values of a statement; none where it has no place for them. */
export function givenNames(tokens: readonly Token[], values: unknown): readonly string[] {
  return tokens.some(isOfName) ? textsIn(values, 0).flatMap((text) => [text, ...text.split('.')]) : [];
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
function isName({ kind, text }: Token, index: number, all: readonly Token[]): boolean {
  if (kind !== 'word') return kind === 'name';
  return !text.startsWith('@') && (isSign(all[index - 1], '.') || !RESERVED.has(text.toLowerCase()));
}

/** Half of a parameter that is a name. */
function isOfName(token: Token, index: number, all: readonly Token[]): boolean {
  return ['?', ':'].some((sign) => isSign(token, sign) && isSign(all[index + 1], sign));
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return membersOf(value).flatMap((pair) => pair.flatMap((inner) => textsIn(inner, depth + 1)));
}
