/** A type without its `readonly`: openapi-fetch takes a read-only list for an object. */
export type Mutable<T> = T extends readonly (infer E)[]
  ? Mutable<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T;
