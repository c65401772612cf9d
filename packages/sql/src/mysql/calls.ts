/** Finds the functions that a statement calls; pure. */
import { classOf, GRAMMAR } from './functions.js';
import { isSign, isWord, type Token } from './tokens.js';

/** True when the statement calls only functions of the server that change nothing. The catalogue has to agree. */
export function callsKnown(tokens: readonly Token[]): boolean {
  return tokens.every((token, index) => {
    if (!isSign(tokens[index + 1], '(')) return true;
    // A parameter may be a name: `??`.
    if (token.kind === 'name' || isSign(token, '?')) return false;
    if (token.kind !== 'word') return true;
    const name = token.text.toLowerCase();
    // A name behind a dot is a function of that database.
    return !isSign(tokens[index - 1], '.') && (GRAMMAR.has(name) || classOf(name) !== 'unknown');
  });
}

/** Functions that are called by a name without quotes. */
export function calledBy(tokens: readonly Token[]): ReadonlySet<string> {
  const called = tokens.filter(({ kind }, index) => kind === 'word' && isSign(tokens[index + 1], '('));
  return new Set(called.map(({ text }) => text.toLowerCase()));
}

/** The words behind which a table is named with the list of its columns. */
const BEFORE_COLUMNS = ['into', 'table', 'replace', 'insert', 'ignore', 'with', 'recursive'];

/** Behind the name of a table stands a list of columns: the name becomes a text, which is not called. */
export function tablesAsTexts(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, index) => {
    const before = isSign(tokens[index - 1], '.') ? tokens[index - 3] : tokens[index - 1];
    const isTable = isWord(before, ...BEFORE_COLUMNS) && (token.kind === 'word' || token.kind === 'name');
    return isTable && isSign(tokens[index + 1], '(') ? { kind: 'text', text: token.text } : token;
  });
}
