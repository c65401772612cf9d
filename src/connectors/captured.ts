/**
 * This class alone makes the values that an undo may write. It takes a value that the service read by itself, in a
 * precapture or right before it writes, and gives out its members. Payloads and responses are plain values, which no
 * writer takes.
 */

import { isDeepStrictEqual } from 'node:util';
import type { Effect, Json, JsonObject, Kept } from './connector.js';

type Row = Readonly<Record<string, string | null>>;

export class Captured<T> {
  private constructor(readonly value: T) {}

  /** The content of the snapshot of a call; null when it has none. */
  static in({ snapshot }: Pick<Effect, 'snapshot'>): Captured<JsonObject> | null {
    return snapshot === null ? null : new Captured(snapshot);
  }

  /** The contents that an undo replaced: the service read them right before the undo wrote. */
  static replaced({ contents }: Pick<Kept, 'contents'>): readonly Captured<JsonObject>[] {
    return contents.map((content) => new Captured(content));
  }

  /** A value that a connector's definition fixes, so that no call can choose it. */
  static fixed(ends: JsonObject): Captured<JsonObject> {
    return new Captured(ends);
  }

  /** Joins the parts of a list: captured elements, and those that were read right before the write. */
  static joined(parts: readonly Captured<readonly Json[]>[]): Captured<readonly Json[]> {
    return new Captured(parts.flatMap(({ value }) => value));
  }

  /** Elements that are in the list now, as the undo read them at the provider. */
  static standing(now: readonly Json[]): Captured<readonly Json[]> {
    return new Captured(now);
  }

  /**
   * Captured rows as the database writes the same values in this session: its time zone may be another one.
   * @returns null for a row of which a value no longer fits its column
   */
  static async rewritten(
    rows: readonly Captured<Row>[],
    names: readonly string[],
    write: (
      cells: readonly (readonly (string | null)[])[],
    ) => Promise<readonly (readonly (string | null | undefined)[])[]>,
  ): Promise<{ readonly rows: readonly Captured<Row>[]; readonly unfit: string | undefined }> {
    const texts = await write(rows.map(({ value }) => names.map((name) => own(value, name))));
    const unfit = names.find((_, at) => texts.some((cells) => cells[at] === undefined));
    const written = texts.map(
      (cells) => new Captured<Row>(Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null]))),
    );
    return { rows: written, unfit };
  }

  /**
   * A row between two calls of one transaction, while both are undone. It was never captured: before the transaction of
   * the undo ends, a captured row has to replace it (`IntermediateValues`).
   */
  static passing(row: Row): Captured<Row> {
    return new Captured(row);
  }

  /**
   * A captured row with numbers that the undo read right before it writes, less what the call added. It is used only
   * when an operator chooses it or declared a counter.
   */
  static lessened<R extends Readonly<Record<string, Json>>>(row: Captured<R>, numbers: R): Captured<R> {
    return new Captured({ ...row.value, ...numbers });
  }

  /** A lessened number that stands alone. */
  static lessenedNumber(number: Json): Captured<Json> {
    return new Captured(number);
  }

  /** The very same content under the type that its reader gives it; null when the reader does not know it. */
  as<U>(read: (content: T) => U | null): Captured<U> | null {
    const known = read(this.value);
    if (known !== null && (known as unknown) !== this.value) throw new TypeError('the content is not the captured one');
    return known === null ? null : new Captured(known);
  }

  at<K extends keyof T>(key: K): Captured<T[K]> {
    return new Captured(this.value[key]);
  }

  /** These members alone; null stands for one that is not there. */
  only(this: Captured<JsonObject>, names: readonly string[]): Captured<JsonObject> {
    return new Captured(Object.fromEntries(names.map((name) => [name, own(this.value, name)])));
  }

  each<E>(this: Captured<readonly E[]>): readonly Captured<E>[] {
    return this.value.map((one) => new Captured(one));
  }

  slice(this: Captured<readonly Json[]>, from: number, to: number): Captured<readonly Json[]> {
    return new Captured(this.value.slice(from, to));
  }

  /** True when it equals the value; a value that a client reported may be compared with it. */
  is(value: unknown): boolean {
    return isDeepStrictEqual(this.value, value);
  }
}

/** A member may be called `constructor`. */
function own<V>(object: Readonly<Record<string, V>>, name: string): V | null {
  return Object.hasOwn(object, name) ? (object[name] ?? null) : null;
}
