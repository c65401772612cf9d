/** Finds the tables that a statement writes to; pure. */
import { calledBy, tablesAsTexts } from './calls.js';
import { givenNames, type Names, namedIn, type Texts, type TriggerEvent } from './names.js';
import { isSign, isWord, type Token } from './tokens.js';

interface Kind {
  readonly event: TriggerEvent;
  /** Tokens behind which no written table stands. */
  readonly ends: readonly string[];
}

const KINDS: Readonly<Record<string, Kind>> = {
  insert: { event: 'INSERT', ends: ['(', 'values', 'set', 'select', 'with', 'table'] },
  update: { event: 'UPDATE', ends: ['set'] },
  delete: { event: 'DELETE', ends: ['where'] },
};

/**
 * Returns the names in an INSERT, an UPDATE or a DELETE, with those it may write to: views, tables, and words that are
 * neither.
 * @param texts that may be put into the text as names
 */
export function writtenOf(tokens: readonly Token[], texts: Texts): Names | null {
  const [first] = tokens;
  const kind = first?.kind === 'word' ? KINDS[first.text.toLowerCase()] : undefined;
  if (!kind) return null;
  const has = (...words: string[]) => tokens.some((token) => words.some((word) => isWord(token, word)));
  const given = givenNames(tokens, texts);
  const written = new Set([...namedIn(beforeAny(kind.ends, tokens)), ...given]);
  const events = new Set([kind.event]);
  if (has('duplicate')) events.add('UPDATE');
  // The server inserts the rest of a period.
  if (has('portion')) events.add('INSERT');
  return {
    functions: calledBy(tablesAsTexts(tokens)),
    relations: has('select', 'table') ? new Set([...namedIn(tokens), ...given]) : written,
    written,
    events: [...events],
  };
}

/** The tokens before the first of these outside of parentheses. Behind a dot each word is a name. */
function beforeAny(ends: readonly string[], tokens: readonly Token[]): readonly Token[] {
  let depth = 0;
  const end = tokens.findIndex((token, index) => {
    const isEnd = ends.some((end) => isSign(token, end) || isWord(token, end));
    if (depth === 0 && isEnd && !isSign(tokens[index - 1], '.')) return true;
    if (isSign(token, '(')) depth += 1;
    if (isSign(token, ')')) depth -= 1;
    return false;
  });
  return end < 0 ? tokens : tokens.slice(0, end);
}
