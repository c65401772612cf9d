import type { Token } from './tokens.js';

const LONGEST = 64_000;

const PATTERNS: readonly (readonly [Token['kind'] | null, RegExp])[] = [
  // The server runs the contents of a comment with an exclamation mark, so such a comment is not skipped.
  [null, /\s+|--(?=\s|$)[^\n]*|#[^\n]*|\/\*(?![!M])[\s\S]*?\*\//y],
  ['word', /@{0,2}[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['name', /`((?:[^`]|``)+)`/y],
  // A text, or with ANSI_QUOTES a name.
  ['name', /"((?:[^"\\]|"")*)"/y],
  ['text', /'((?:[^'\\]|'')*)'/y],
  ['number', /\d[\w.]*/y],
  ['sign', /<=>|<=|>=|<>|!=|:=|\|\||&&|<<|>>|->>?|\/(?!\*)|[-?(),.;=<>+*%!|&^~]/y],
];

/**
 * Reads the words of a text, to find names in it. It accepts more texts than `tokensOf`, and skips comments. Null when
 * server modes differ in where a string ends, and for a comment whose contents the server runs.
 */
export function readable(sql: string): Token[] | null {
  if (sql.length > LONGEST) return null;
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length; ) {
    const end = next(sql, at, tokens);
    if (end === null) return null;
    at = end;
  }
  return tokens;
}

function next(sql: string, at: number, tokens: Token[]): number | null {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const match = pattern.exec(sql);
    if (match === null) continue;
    if (kind !== null) tokens.push({ kind, text: unquoted(match) });
    return pattern.lastIndex;
  }
  return null;
}

function unquoted([whole, inner]: RegExpExecArray): string {
  if (inner === undefined) return whole;
  const quote = whole[0] ?? '';
  return inner.replaceAll(quote + quote, quote);
}
