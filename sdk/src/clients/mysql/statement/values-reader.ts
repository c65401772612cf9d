import { isSign, isWord, type Token } from '#sql/mysql/tokens';
import type { Json } from '../../../json.js';
import { type Cursor, NotSimple } from './cursor.js';

/** Values of parameters, in their order or by their names. */
export type Given = readonly unknown[] | Readonly<Record<string, unknown>>;

const isList = (given: Given): given is readonly unknown[] => Array.isArray(given);

/** Reads literals and parameters, in the order of a statement. A computed value throws `NotSimple`. */
export class ValuesReader {
  #parameter = 0;

  constructor(
    private readonly cursor: Cursor,
    private readonly given: Given,
  ) {}

  /** Every parameter has been read; of those that have names, others may be given. */
  get isAtEnd(): boolean {
    return !isList(this.given) || this.#parameter === this.given.length;
  }

  value(): Json {
    const token = this.cursor.next();
    if (isSign(token, '?')) return this.#next();
    if (isSign(token, ':')) return this.#named(this.cursor.next());
    if (token.kind === 'text') return token.text;
    if (isSign(token, '-')) return -numberOf(this.cursor.next());
    if (token.kind === 'number') return numberOf(token);
    if (isWord(token, 'null')) return null;
    if (isWord(token, 'true')) return true;
    if (isWord(token, 'false')) return false;
    throw new NotSimple();
  }

  /** Nothing equals NULL, so that a comparison with it has another meaning. */
  operand(): Json {
    const value = this.value();
    if (value === null) throw new NotSimple();
    return value;
  }

  #next(): Json {
    const value = isList(this.given) ? this.given[this.#parameter] : undefined;
    this.#parameter += 1;
    return this.#simple(value);
  }

  #named({ kind, text }: Token): Json {
    if (kind !== 'word' || isList(this.given) || !Object.hasOwn(this.given, text)) throw new NotSimple();
    return this.#simple(this.given[text]);
  }

  #simple(value: unknown): Json {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new NotSimple();
  }
}

/** Returns a number only if its text is the same again. */
function numberOf({ kind, text }: Token): number {
  const value = Number(text);
  if (kind !== 'number' || String(value) !== text) throw new NotSimple();
  return value;
}
