import type { JsonObject } from '../connector.js';

/** Attribute, then members and indexes within it. */
export type Path = readonly [string, ...(string | number)[]];

export type Operand =
  | { readonly is: 'path'; readonly path: Path }
  | { readonly is: 'value'; readonly value: JsonObject }
  | { readonly is: 'if_not_exists'; readonly path: Path; readonly other: Operand }
  | { readonly is: 'list_append'; readonly one: Operand; readonly other: Operand }
  | { readonly is: 'sum'; readonly one: Operand; readonly sign: 1 | -1; readonly other: Operand };

export type Clause =
  | { readonly does: 'SET'; readonly path: Path; readonly to: Operand }
  | { readonly does: 'REMOVE'; readonly path: Path }
  | { readonly does: 'ADD' | 'DELETE'; readonly path: Path; readonly value: JsonObject };

export interface Placeholders {
  readonly names: { readonly [name: string]: unknown };
  readonly values: { readonly [name: string]: unknown };
}

/** The text is no update expression, or names a value that was not given. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

/** DynamoDB's own limit for any expression. */
const MOST_BYTES = 4_096;

const TOKEN = /\s*(?:([#:]?[A-Za-z0-9_]+)|([=,.()[\]+-]))/y;

/** The grammar of UpdateExpression, as DynamoDB documents it. @throws ExpressionError */
export function parseUpdate(text: string, placeholders: Placeholders): Clause[] {
  return new Parser(tokensOf(text), placeholders).clauses();
}

function tokensOf(text: string): string[] {
  if (Buffer.byteLength(text) > MOST_BYTES) throw new ExpressionError(`the update expression is longer than 4 KB`);
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const source = text.trimEnd();
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (!match) throw new ExpressionError(`the update expression cannot be read at ${at}`);
    tokens.push(match[1] ?? match[2] ?? '');
  }
  return tokens;
}

class Parser {
  private at = 0;

  constructor(
    private readonly tokens: readonly string[],
    private readonly given: Placeholders,
  ) {}

  clauses(): Clause[] {
    const clauses: Clause[] = [];
    while (this.at < this.tokens.length) {
      const does = this.next().toUpperCase();
      do clauses.push(this.clause(does));
      while (this.skip(','));
    }
    if (clauses.length === 0) throw new ExpressionError('the update expression is empty');
    return clauses;
  }

  private clause(does: string): Clause {
    if (does === 'REMOVE') return { does, path: this.path() };
    if (does === 'ADD' || does === 'DELETE') return { does, path: this.path(), value: this.value(this.next()) };
    if (does !== 'SET') throw new ExpressionError(`the update expression has ${does} where a clause begins`);
    const path = this.path();
    this.expect('=');
    const one = this.operand();
    const sign = this.skip('+') ? 1 : this.skip('-') ? -1 : null;
    return { does, path, to: sign ? { is: 'sum', one, sign, other: this.operand() } : one };
  }

  private operand(): Operand {
    const token = this.peek();
    if (token.startsWith(':')) return { is: 'value', value: this.value(this.next()) };
    if (this.tokens[this.at + 1] !== '(') return { is: 'path', path: this.path() };
    const name = this.next();
    this.expect('(');
    const operand = this.call(name);
    this.expect(')');
    return operand;
  }

  private call(name: string): Operand {
    if (name === 'if_not_exists') {
      const path = this.path();
      this.expect(',');
      return { is: name, path, other: this.operand() };
    }
    if (name !== 'list_append') throw new ExpressionError(`the update expression calls ${name}`);
    const one = this.operand();
    this.expect(',');
    return { is: name, one, other: this.operand() };
  }

  private path(): Path {
    const path: [string, ...(string | number)[]] = [this.name()];
    for (;;) {
      if (this.skip('.')) path.push(this.name());
      else if (this.skip('[')) {
        const index = this.next();
        if (!/^\d+$/.test(index)) throw new ExpressionError(`the update expression has the index ${index}`);
        path.push(Number(index));
        this.expect(']');
      } else return path;
    }
  }

  private name(): string {
    const token = this.next();
    if (!/^#?\w+$/.test(token)) throw new ExpressionError(`the update expression has ${token} where a name belongs`);
    if (!token.startsWith('#')) return token;
    const name = this.given.names[token];
    if (typeof name !== 'string') throw new ExpressionError(`the payload does not name ${token}`);
    return name;
  }

  private value(token: string): JsonObject {
    const value = token.startsWith(':') ? this.given.values[token] : undefined;
    if (typeof value !== 'object' || value === null) throw new ExpressionError(`the payload has no value ${token}`);
    return value as JsonObject;
  }

  private peek(): string {
    return this.tokens[this.at] ?? '';
  }

  private next(): string {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new ExpressionError('the update expression ends too early');
    return token;
  }

  private skip(token: string): boolean {
    const isNext = this.peek() === token;
    if (isNext) this.at++;
    return isNext;
  }

  private expect(token: string): void {
    if (!this.skip(token))
      throw new ExpressionError(`the update expression has ${this.peek() || 'an end'} where ${token} belongs`);
  }
}
