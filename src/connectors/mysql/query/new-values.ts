/** Resolves `VALUES(column)` in ON DUPLICATE KEY UPDATE to the value that the row was to hold; pure. */

import { isSign, isWord, type Token } from '#sql/mysql/tokens';
import type { Json, JsonObject } from '../../connector.js';
import type { Column, Table } from '../sql.js';
import type { Piece } from './expression.js';
import type { Assignment } from './statement.js';

/** The expression with a parameter in its place; null when the row does not determine the value. */
export function withValues({ tokens, values }: Piece, { columns }: Table, row: JsonObject): Piece | null {
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
export function isItself({ column, right }: Assignment, key: readonly Column[]): boolean {
  const name = right.tokens.length === 4 ? newValueAt(right.tokens, 0) : null;
  const isSame = (other: string | undefined) => other?.toLowerCase() === column.toLowerCase();
  return name !== null && isSame(name) && key.some((one) => isSame(one.name));
}

function newValueAt(tokens: readonly Token[], at: number): string | null {
  const [word, open, name, close] = tokens.slice(at, at + 4);
  const isCall = isWord(word, 'values', 'value') && isSign(open, '(') && isSign(close, ')');
  return isCall && (name?.kind === 'word' || name?.kind === 'name') ? name.text : null;
}
