/** Takes SQL of MySQL and MariaDB apart where it means the same in every mode of the server; pure. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign';
  /** The text without its quotes. */
  readonly text: string;
}

export type Pattern = readonly [Token['kind'] | null, RegExp];

/** The spaces of the server, which reads Unicode's other spaces as parts of a name. */
export const SPACE = '[ \\t\\n\\r\\v\\f]';

const PATTERNS: readonly Pattern[] = [
  [null, new RegExp(`${SPACE}+`, 'y')],
  ['word', /@{0,2}[A-Za-z_][\w$]*/y],
  ['name', /`((?:[^`]|``)+)`/y],
  ['text', /'((?:[^'\\]|'')*)'/y],
  ['number', /\d+(?:\.\d+)?(?![\w.])/y],
  ['sign', /<=>|<=|>=|<>|!=|:=|&&|\|\||->>|->|-(?!-)|\/(?!\*)|[?(),.;=<>+*%:]/y],
];

/**
 * Returns the tokens of a statement, without a semicolon at its end. Null for a text that may mean more than one thing:
 * comments, double quotes, backslashes, hexadecimal numbers, letters outside of quotes that are not ASCII.
 */
export function tokensOf(sql: string): Token[] | null {
  const tokens = scan(sql, PATTERNS);
  if (isSign(tokens?.at(-1), ';')) tokens?.pop();
  return tokens;
}

/**
 * The same, and null where a name ends with a letter that is not ASCII: in some character sets of a connection the last byte
 * of such a letter takes the quote for its own.
 */
export function tokensInEveryEncoding(sql: string): Token[] | null {
  const tokens = tokensOf(sql);
  return tokens?.some(({ kind, text }) => kind === 'name' && /[\u0080-\uffff]`?$/.test(text)) ? null : tokens;
}

/** Splits a text by patterns. Null if none of them matches. */
export function scan(sql: string, patterns: readonly Pattern[]): Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length; ) {
    const found = tokenAt(sql, at, patterns);
    if (found === null) return null;
    if (found.token !== null) tokens.push(found.token);
    at = found.end;
  }
  return tokens;
}

export function isSign(token: Token | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text;
}

/** @param texts in lower case */
export function isWord(token: Token | undefined, ...texts: string[]): boolean {
  return token?.kind === 'word' && texts.includes(token.text.toLowerCase());
}

function tokenAt(sql: string, at: number, patterns: readonly Pattern[]): { token: Token | null; end: number } | null {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(sql);
    if (match !== null) return { token: kind && { kind, text: unquoted(match) }, end: pattern.lastIndex };
  }
  return null;
}

function unquoted([whole, inner]: RegExpExecArray): string {
  if (inner === undefined) return whole;
  const quote = whole.charAt(0);
  return inner.replaceAll(quote + quote, quote);
}
