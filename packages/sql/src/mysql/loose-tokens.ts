import { type Pattern, SPACE, scan, type Token } from './tokens.js';

const LONGEST = 64_000;

const PATTERNS: readonly Pattern[] = [
  // The server runs the contents of a comment with an exclamation mark, so such a comment is not skipped.
  [null, new RegExp(`${SPACE}+|--(?=${SPACE}|$)[^\\n]*|#[^\\n]*|/\\*(?![!M])[\\s\\S]*?\\*/`, 'y')],
  ['word', /@{0,2}[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['name', /`((?:[^`]|``)+)`/y],
  // With ANSI_QUOTES this is a name, otherwise a text.
  ['name', /"((?:[^"\\]|"")*)"/y],
  ['text', /'((?:[^'\\]|'')*)'/y],
  ['number', /\d[\w.]*/y],
  ['sign', /<=>|<=|>=|<>|!=|:=|\|\||&&|<<|>>|->>?|\/(?!\*)|[-?(),.;=<>+*%!|&^~]/y],
];

/**
 * Reads the words of a text, to find names in it. It accepts more texts than `tokensOf`, and skips comments. Null when
 * server modes differ in where a string ends, and for a comment whose contents the server runs.
 */
export function looseTokensOf(sql: string): Token[] | null {
  return sql.length > LONGEST ? null : scan(sql, PATTERNS);
}
