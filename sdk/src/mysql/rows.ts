import type { Json, JsonObject } from '../json.js';
import { isSign, isWord, type Token } from './tokens.js';

export interface RowsCall {
  readonly path: 'rows.insert' | 'rows.update' | 'rows.delete';
  readonly payload: JsonObject;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '=': 'eq',
  '<>': 'neq',
  '!=': 'neq',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
};

/**
 * An INSERT, UPDATE or DELETE of one table whose values and conditions are literals and parameters, as what the service
 * can capture and undo. Null for every other statement.
 */
export function rowsCallOf(tokens: readonly Token[] | null, values: readonly unknown[]): RowsCall | null {
  if (tokens === null) return null;
  const reader = new Reader(tokens, values);
  try {
    const call = reader.statement();
    return reader.isAtEnd ? call : null;
  } catch (error) {
    if (error instanceof NotSimple) return null;
    throw error;
  }
}

class NotSimple extends Error {}

class Reader {
  #at = 0;
  #parameter = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly values: readonly unknown[],
  ) {}

  get isAtEnd(): boolean {
    return this.#at === this.tokens.length && this.#parameter === this.values.length;
  }

  statement(): RowsCall {
    if (this.#word('insert')) return this.#insert();
    if (this.#word('update')) return this.#update();
    if (this.#word('delete')) return this.#delete();
    throw new NotSimple();
  }

  #insert(): RowsCall {
    this.#needWord('into');
    const table = this.#table();
    const columns = this.#list(() => this.#name());
    this.#needWord('values');
    const rows: JsonObject[] = [];
    do {
      const cells = this.#list(() => this.#value());
      if (cells.length !== columns.length) throw new NotSimple();
      rows.push(unique(columns.map((column, index) => [column, cells[index] ?? null])));
    } while (this.#sign(','));
    const [only] = rows;
    return { path: 'rows.insert', payload: { table, values: rows.length === 1 && only ? only : rows } };
  }

  #update(): RowsCall {
    const table = this.#table();
    this.#needWord('set');
    const values: [string, Json][] = [];
    do {
      const column = this.#name();
      this.#needSign('=');
      values.push([column, this.#value()]);
    } while (this.#sign(','));
    return { path: 'rows.update', payload: { table, match: this.#where(), values: unique(values) } };
  }

  #delete(): RowsCall {
    this.#needWord('from');
    const table = this.#table();
    return { path: 'rows.delete', payload: { table, match: this.#where() } };
  }

  #where(): JsonObject {
    if (this.#at === this.tokens.length) return {};
    this.#needWord('where');
    const conditions: [string, Json][] = [];
    do conditions.push([this.#name(), this.#condition()]);
    while (this.#word('and'));
    return unique(conditions);
  }

  #condition(): Json {
    if (this.#word('is')) {
      const not = this.#word('not');
      this.#needWord('null');
      return { null: !not };
    }
    if (this.#word('in')) return { in: this.#list(() => this.#operand()) };
    const token = this.tokens[this.#at];
    const operator = token?.kind === 'sign' ? OPERATORS[token.text] : undefined;
    if (!operator) throw new NotSimple();
    this.#at += 1;
    const operand = this.#operand();
    return operator === 'eq' ? operand : { [operator]: operand };
  }

  /** Nothing equals NULL, so that a condition on it is something else. */
  #operand(): Json {
    const value = this.#value();
    if (value === null) throw new NotSimple();
    return value;
  }

  #value(): Json {
    const token = this.tokens[this.#at];
    this.#at += 1;
    if (token === undefined) throw new NotSimple();
    if (isSign(token, '?')) return this.#given();
    if (token.kind === 'text') return token.text;
    if (isSign(token, '-')) return -this.#number(this.tokens[this.#at++]);
    if (token.kind === 'number') return this.#number(token);
    if (isWord(token, 'null')) return null;
    if (isWord(token, 'true')) return true;
    if (isWord(token, 'false')) return false;
    throw new NotSimple();
  }

  #number(token: Token | undefined): number {
    const value = Number(token?.text);
    if (token?.kind !== 'number' || String(value) !== token.text) throw new NotSimple();
    return value;
  }

  #given(): Json {
    const value = this.values[this.#parameter];
    this.#parameter += 1;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new NotSimple();
  }

  #table(): string {
    const first = this.#name();
    return this.#sign('.') ? `${first}.${this.#name()}` : first;
  }

  #name(): string {
    const token = this.tokens[this.#at];
    this.#at += 1;
    const isName = token?.kind === 'name' || (token?.kind === 'word' && !RESERVED.has(token.text.toLowerCase()));
    if (!token || !isName || /[.@]/.test(token.text)) throw new NotSimple();
    return token.text;
  }

  #list<T>(read: () => T): T[] {
    this.#needSign('(');
    const items = [read()];
    while (this.#sign(',')) items.push(read());
    this.#needSign(')');
    return items;
  }

  #word(text: string): boolean {
    return this.#take(isWord(this.tokens[this.#at], text));
  }

  #sign(text: string): boolean {
    return this.#take(isSign(this.tokens[this.#at], text));
  }

  #needWord(text: string): void {
    if (!this.#word(text)) throw new NotSimple();
  }

  #needSign(text: string): void {
    if (!this.#sign(text)) throw new NotSimple();
  }

  #take(isThere: boolean): boolean {
    if (isThere) this.#at += 1;
    return isThere;
  }
}

/** Options and clauses that stand where a name may stand, and are none. */
const RESERVED = new Set([
  ...[
    'ignore',
    'low_priority',
    'high_priority',
    'delayed',
    'quick',
    'select',
    'set',
    'into',
    'from',
    'where',
    'values',
  ],
  ...['default', 'null', 'not', 'and', 'or', 'in', 'is', 'exists', 'case', 'binary', 'interval', 'lateral'],
]);

/** A name that stands there twice, in whatever case, says two things. */
function unique(entries: readonly (readonly [string, Json])[]): JsonObject {
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  if (names.size !== entries.length) throw new NotSimple();
  return Object.fromEntries(entries);
}
