import { isBareName } from '#sql/mysql/reserved';
import { isSign, isWord, type Token } from '#sql/mysql/tokens';

/** The statement is more than a simple one. */
export class NotSimple extends Error {}

/** The position to which a statement has been read. A missing token throws `NotSimple`. */
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
    const token = this.next();
    if (!isBareName(token) || /[.@]/.test(token.text)) throw new NotSimple();
    return token.text;
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
