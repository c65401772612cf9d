import type { JsonObject } from '../json.js';

/** A value of the client's own kind: what the payload is made of before it is written down as JSON. */
export type Parameters = Readonly<Record<string, unknown>>;

export interface Simulation {
  readonly path: string;
  readonly payload: JsonObject;
  /** Of the simulated action; unique. */
  readonly actionId: string;
}

/** How the arguments of a method become the payload that the service knows, and back after an edit. */
export interface Signature {
  /** The payload, by reference to what the caller gave. @throws when the arguments cannot be those of the method */
  read(args: readonly unknown[]): Parameters;
  /** Arguments that say what `edited` says; whatever is no part of the payload is taken from `args`. */
  write(edited: Parameters, args: readonly unknown[]): unknown[];
  /** Places of the payload that are secret in themselves. */
  isSecret?(path: readonly string[]): boolean;
  /** What is reported of the answer. */
  response?(value: unknown): unknown;
  /** An answer such as the provider would give. */
  simulate(simulation: Simulation): unknown;
  /** The same arguments with the provider's idempotency key; left out where the provider knows none. */
  keyed?(args: readonly unknown[], key: string): readonly unknown[];
  /** True where the client sends what its arguments say at the moment of the call: they are copied then. */
  readonly copies?: boolean;
  /**
   * Whether a call that was sent several times leaves what it leaves when it is sent once. Left out: whether it neither
   * makes nor executes something.
   */
  isIdempotent?(payload: JsonObject): boolean | undefined;
  /** False where the arguments can be sent only once. */
  isRepeatable?(args: readonly unknown[]): boolean;
  /**
   * What a function as last argument is: called with `(error, value)` instead of a promise, called
   * whatever the method answers, or it is not known.
   */
  readonly callback?: 'instead' | 'always' | 'perhaps';
}
