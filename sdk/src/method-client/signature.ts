import type { JsonObject } from '../json.js';

/** A value of the client's own kind, before it is written down as the JSON of the payload. */
export type Parameters = Readonly<Record<string, unknown>>;

export interface Simulation {
  readonly path: string;
  readonly payload: JsonObject;
  /** The unique id of the simulated action. */
  readonly actionId: string;
}

/** Converts the arguments of a method into the payload that the service knows, and back after an edit. */
export interface Signature {
  /**
   * Returns the payload, by reference to the caller's values.
   * @throws when the arguments cannot be those of the method
   */
  read(args: readonly unknown[]): Parameters;
  /** Returns arguments with the values of `edited`; everything that is no part of the payload is taken from `args`. */
  write(edited: Parameters, args: readonly unknown[]): unknown[];
  /** Places of the payload that are secret in themselves. */
  isSecret?(path: readonly string[]): boolean;
  /** Returns the part of the answer that is reported. @param date of the provider's answer, by its own clock */
  response?(value: unknown, date: string | null): unknown;
  /** An answer such as the provider would give. */
  simulate(simulation: Simulation): unknown;
  /** Adds the provider's idempotency key to the arguments; absent if the provider has no such key. */
  keyed?(args: readonly unknown[], key: string): readonly unknown[];
  /** True if the client sends its arguments as they are at the time of the call: they are copied then. */
  readonly copies?: boolean;
  /**
   * Tells whether a call that was sent several times has the same result as one that was sent once. Left out: true if
   * it neither makes nor executes something.
   */
  isIdempotent?(payload: JsonObject): boolean | undefined;
  /** False if the arguments can be sent only once. */
  isRepeatable?(args: readonly unknown[]): boolean;
  /**
   * Returns the error with which the client itself ends a call whose signal was aborted; nothing may be sent. Left out:
   * the reason of the signal.
   * @param call the client's method
   */
  abortError?(args: readonly unknown[], reason: unknown, call: (args: readonly unknown[]) => unknown): Promise<unknown>;
  /**
   * The meaning of a function as last argument: called with `(error, value)` instead of a promise, called whatever the
   * method returns, or unknown.
   */
  readonly callback?: 'instead' | 'always' | 'perhaps';
}
