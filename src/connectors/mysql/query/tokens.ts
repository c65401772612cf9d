/** Takes SQL apart where it means the same in every mode of the server; pure. */
import { NotCapturable } from '../../rows/call/payload.js';

export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign';
  /** The text without its quotes. */
  readonly text: string;
}

const LONGEST = 64_000;

const PATTERNS: readonly (readonly [Token['kind'] | null, RegExp])[] = [
  [null, /\s+/y],
  ['word', /@{0,2}[A-Za-z_][\w$]*/y],
  ['name', /`((?:[^`]|``)+)`/y],
  ['text', /'((?:[^'\\]|'')*)'/y],
  ['number', /\d+(?:\.\d+)?(?![\w.])/y],
  ['sign', /<=>|<=|>=|<>|!=|-(?!-)|\/(?!\*)|[?(),.;=<>+*%]/y],
];

/**
 * Comments, double quotes, backslashes, `||` and literals of bytes mean one thing or another, so none of them is read.
 * @throws NotCapturable
 */
export function tokensOf(sql: string): Token[] {
  if (sql.length > LONGEST) throw new NotCapturable(`the text is longer than ${LONGEST} characters`);
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length; ) {
    const found = tokenAt(sql, at);
    if (found === null) throw new NotCapturable('the statement has a part that may mean more than one thing');
    if (found.token !== null) tokens.push(found.token);
    at = found.end;
  }
  if (isSign(tokens.at(-1), ';')) tokens.pop();
  return tokens;
}

export function isSign(token: Token | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text;
}

/** @param texts in lower case */
export function isWord(token: Token | undefined, ...texts: string[]): boolean {
  return token?.kind === 'word' && texts.includes(token.text.toLowerCase());
}

function tokenAt(sql: string, at: number): { token: Token | null; end: number } | null {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const match = pattern.exec(sql);
    if (match === null) continue;
    const inner = match[1] ?? match[0];
    const text = kind === 'text' ? inner.replaceAll("''", "'") : kind === 'name' ? inner.replaceAll('``', '`') : inner;
    return { token: kind && { kind, text }, end: pattern.lastIndex };
  }
  return null;
}
