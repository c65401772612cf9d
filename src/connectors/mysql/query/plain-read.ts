/** `SELECT` of columns of one table, which may lock its rows until the transaction ends; pure. */

import { isSign, isWord, type Token } from '#sql/mysql/tokens';
import type { Json } from '../../connector.js';
import { at, cutter, type DeleteStatement, target } from './statement.js';

/** It touches the rows that a deletion with the same condition would. */
export interface PlainRead extends Omit<DeleteStatement, 'verb'> {
  /** Empty when it checks the whole table. */
  readonly columns: readonly string[];
}

/** The words after the condition, in lower case with blanks between them. */
const END =
  /^(order by \w+( asc| desc)?( , \w+( asc| desc)?)* ?)?(limit \d+ ?)?((for update|for share|lock in share mode)( nowait| skip locked| wait \d+)?)?$/;

/**
 * Null when it is another statement, or has further parts.
 * @throws NotCapturable
 */
export function plainReadOf(tokens: readonly Token[], values: readonly Json[]): PlainRead | null {
  const [from, where] = [at(tokens, 'from'), at(tokens, 'where')];
  const end = at(tokens, 'order', 'limit', 'for', 'lock');
  if (!isWord(tokens[0], 'select') || from >= end) return null;
  const columns = columnsIn(tokens.slice(1, from));
  const tail = tokens.slice(end).map(({ text }) => text.toLowerCase());
  if (columns === null || !END.test(tail.join(' '))) return null;
  if (tokens.filter((token) => isSign(token, '?')).length !== values.length) return null;
  const start = Math.min(where, end);
  return {
    columns,
    ...target(tokens.slice(from + 1, start)),
    where: cutter(tokens, values)(Math.min(start + 1, end), end),
  };
}

/** Names between commas, each with or without the name of its table. Null for any other list. */
function columnsIn(tokens: readonly Token[]): string[] | null {
  const items = tokens.map(({ kind, text }) => (kind === 'name' || kind === 'word' ? 'n' : text)).join('');
  if (items === '*') return [];
  if (!/^n(\.n)?(,n(\.n)?)*$/.test(items)) return null;
  return tokens.flatMap((token, i) =>
    isSign(token, ',') || isSign(token, '.') || isSign(tokens[i + 1], '.') ? [] : token.text,
  );
}
