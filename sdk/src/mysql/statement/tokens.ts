/** A piece of a statement. */
export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string };

const PATTERNS: readonly (readonly [Token['kind'] | null, RegExp])[] = [
  // What else counts as a space in Unicode is a part of a name to the server.
  [null, /[ \t\n\r\v\f]+/y],
  ['word', /@{0,2}[A-Za-z_][\w$]*/y],
  // In some character sets the last byte of such a character would swallow the quote.
  ['name', /`((?:[^`]|``)*[^`\u0080-\uffff]|(?:[^`]|``)*[^\u0080-\uffff]``)`/y],
  ['text', /'((?:[^'\\]|'')*)'/y],
  ['number', /\d+(?:\.\d+)?(?![\w.])/y],
  ['sign', /<=>|<=|>=|<>|!=|:=|&&|\|\||->>|->|-(?!-)|\/(?!\*)|[?(),.;=<>+*%:]/y],
];

/**
 * Of a statement in the part of SQL that means the same in every mode of the server; null for anything that might not:
 * comments, double quotes, backslashes, binary and hexadecimal literals.
 */
export function tokensOf(sql: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < sql.length) {
    const found = nextToken(sql, at);
    if (!found) return null;
    at = found.end;
    if (found.token) tokens.push(found.token);
  }
  if (isSign(tokens.at(-1), ';')) tokens.pop();
  return tokens;
}

export function isSign(token: Token | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text;
}

/** @param text in lower case */
export function isWord(token: Token | undefined, text: string): boolean {
  return token?.kind === 'word' && token.text.toLowerCase() === text;
}

function nextToken(sql: string, at: number): { token: Token | null; end: number } | null {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const match = pattern.exec(sql);
    if (!match) continue;
    const text = kind === 'text' ? match[1]?.replaceAll("''", "'") : (match[1]?.replaceAll('``', '`') ?? match[0]);
    return { token: kind && { kind, text: text ?? '' }, end: pattern.lastIndex };
  }
  return null;
}
