import { type Pattern, SPACE, scan, type Token } from './tokens.js';

const LONGEST = 64_000;

const PATTERNS: readonly Pattern[] = [
  // What a comment with an exclamation mark holds, the server runs.
  [null, new RegExp(`${SPACE}+|--(?=${SPACE}|$)[^\\n]*|#[^\\n]*|/\\*(?![!M])[\\s\\S]*?\\*/`, 'y')],
  ['word', /@{0,2}[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['name', /`((?:[^`]|``)+)`/y],
  // With ANSI_QUOTES this is a name, else a text.
  ['name', /"((?:[^"\\]|"")*)"/y],
  ['text', /'((?:[^'\\]|'')*)'/y],
  ['number', /\d[\w.]*/y],
  ['sign', /<=>|<=|>=|<>|!=|:=|\|\||&&|<<|>>|->>?|\/(?!\*)|[-?(),.;=<>+*%!|&^~]/y],
];

/**
 * The words of a text, for finding names in it: more texts than `tokensOf` reads, with comments left out. Null where modes of
 * the server differ in where a text ends, and for what the server runs out of a comment.
 */
export function looseTokensOf(sql: string): Token[] | null {
  return sql.length > LONGEST ? null : scan(sql, PATTERNS);
}
