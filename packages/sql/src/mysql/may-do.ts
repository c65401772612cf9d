/** Tells which operations on rows a free statement may do; pure. */
import { callsKnown, tablesAsTexts } from './calls.js';
import { isSign, isWord, type Token } from './tokens.js';

/** The operations that change rows, without the connector's name. */
export const ROWS: readonly string[] = ['rows.insert', 'rows.update', 'rows.delete'];

/**
 * Returns the operations on rows that a free statement may do, without the connector's name; null if they cannot be
 * determined. A function of the database's own may do anything.
 */
export function mayDoOf(tokens: readonly Token[] | null): readonly string[] | null {
  if (tokens === null || tokens.some((token) => isSign(token, ';')) || !callsKnown(tablesAsTexts(tokens))) return null;
  const [first] = tokens;
  const has = (word: string) => tokens.some((token) => isWord(token, word));
  // The server inserts the rest of a period.
  const rest = has('portion') ? ['rows.insert'] : [];
  if (isWord(first, 'insert')) return has('duplicate') ? ['rows.insert', 'rows.update'] : ['rows.insert'];
  if (isWord(first, 'update')) return ['rows.update', ...rest];
  if (isWord(first, 'delete')) return ['rows.delete', ...rest];
  return null;
}
