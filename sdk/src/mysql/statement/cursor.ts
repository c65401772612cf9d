import { isSign, isWord, type Token } from './tokens.js';

/** The statement is more than a simple one. */
export class NotSimple extends Error {}

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

/** Where a statement has been read to. What is needed and not there throws `NotSimple`. */
export class Cursor {
  #at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get isAtEnd(): boolean {
    return this.#at === this.tokens.length;
  }

  next(): Token {
    const token = this.tokens[this.#at];
    if (token === undefined) throw new NotSimple();
    this.#at += 1;
    return token;
  }

  word(text: string): boolean {
    return this.#take(isWord(this.tokens[this.#at], text));
  }

  sign(text: string): boolean {
    return this.#take(isSign(this.tokens[this.#at], text));
  }

  needWord(text: string): void {
    if (!this.word(text)) throw new NotSimple();
  }

  needSign(text: string): void {
    if (!this.sign(text)) throw new NotSimple();
  }

  name(): string {
    const { kind, text } = this.next();
    const isName = kind === 'name' || (kind === 'word' && !RESERVED.has(text.toLowerCase()));
    if (!isName || /[.@]/.test(text)) throw new NotSimple();
    return text;
  }

  /** `(a, b)` */
  list<T>(read: () => T): T[] {
    this.needSign('(');
    const items = [read()];
    while (this.sign(',')) items.push(read());
    this.needSign(')');
    return items;
  }

  #take(isThere: boolean): boolean {
    if (isThere) this.#at += 1;
    return isThere;
  }
}
