import type { Token } from './tokens.js';

/** Words that are a name only in backticks, or behind a dot. */
export const RESERVED: ReadonlySet<string> = new Set(
  `all and as asc between binary by case cross default delayed desc distinct else exists from group having high_priority
   ignore in inner interval into is join left like limit low_priority not null on or order outer right select set table
   then union using values when where with`.split(/\s+/),
);

/** True when the token, without a dot before it, may name a table or a column. */
export function isBareName(token: Token | undefined): token is Token {
  if (token?.kind !== 'word') return token?.kind === 'name';
  return !token.text.startsWith('@') && !RESERVED.has(token.text.toLowerCase());
}
