/** Reads the body of a trigger; pure. */
import { calledBy, callsKnown } from './calls.js';
import { isSign, isWord, type Token, tokensInEveryEncoding } from './tokens.js';

/** Words of an expression that reads tables, takes a number of a sequence, or is none. */
const MORE = ['select', 'table', 'values', 'with', 'into', 'next', 'previous', 'nextval', 'currval', 'lastval'];

/**
 * The functions that the body of a trigger calls which does nothing but `SET NEW.column = expression`; null where it may do
 * more.
 */
export function calledByTrigger(body: string): ReadonlySet<string> | null {
  const tokens = tokensInEveryEncoding(body);
  const statements = tokens && statementsOf(tokens);
  return statements?.every(setsNew) ? calledBy(tokens ?? []) : null;
}

function statementsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const isBlock = isWord(tokens[0], 'begin') && isWord(tokens.at(-1), 'end');
  if (!isBlock) return [tokens];
  const statements = split(tokens.slice(1, -1), ';');
  return statements.at(-1)?.length === 0 ? statements.slice(0, -1) : statements;
}

function setsNew([first, ...rest]: readonly Token[]): boolean {
  return isWord(first, 'set') && split(rest, ',').every(isOfNew);
}

function isOfNew([row, dot, column, sign, ...value]: readonly Token[]): boolean {
  if (!isWord(row, 'new') || !isSign(dot, '.') || !['word', 'name'].includes(column?.kind ?? '')) return false;
  if (!(isSign(sign, '=') || isSign(sign, ':=')) || value.length === 0) return false;
  const isMore = (token: Token) =>
    isSign(token, ':=') || isSign(token, ';') || MORE.some((word) => isWord(token, word));
  return callsKnown(value) && !value.some(isMore);
}

/** Splits at each such sign outside of parentheses. */
function split(tokens: readonly Token[], at: string): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (isSign(token, '(')) depth += 1;
    if (isSign(token, ')')) depth -= 1;
    if (depth === 0 && isSign(token, at)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}
