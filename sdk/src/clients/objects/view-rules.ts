import type { Scope } from './scope.js';

export type AnyFunction = (...args: unknown[]) => unknown;

/** The way in which the program got a part of the client. */
export interface Origin {
  readonly path: string;
  /** The source: a member, a read, a method that only leads on, or a call that was asked for. */
  readonly by: 'member' | 'read' | 'through' | 'call';
  /** The call that handed it to a function of the program. */
  readonly scope: Scope | null;
  /** The read that gave it: what the program has changed of its result is no longer what the read has built. */
  readonly read?: { isChanged: boolean };
}

/** A call of the client, as the program makes it. */
export interface Called {
  readonly method: AnyFunction;
  /** `this`, as the client knows it. */
  readonly receiver: unknown;
  readonly origin: Origin;
  readonly key: PropertyKey | null;
  readonly args: readonly unknown[];
  /** `new`, and for which class. */
  readonly made?: AnyFunction | undefined;
  /** Code of the client makes it: a permitted call that it runs in stands for it. */
  readonly isInner?: boolean;
}

export interface ViewRules {
  /** Decides a call that is the client's own. */
  call(called: Called): unknown;
  /** Decides a request for the value of an object that begins its work with that. */
  awaitValue(value: PromiseLike<unknown>, origin: Origin): Promise<unknown>;
  /** @throws UngovernedCallError where a member may not be set, since the client's own code runs with that */
  mayRun(path: string, scope: Scope | null): boolean;
  readonly connector: string;
}
