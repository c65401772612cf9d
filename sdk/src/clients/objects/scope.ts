import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A call of the client that is running. The calls that the program's own functions make meanwhile belong to it: in a
 * permitted call they run as without the wrapper, in a read they cannot wait for an answer.
 */
export interface Scope {
  readonly kind: 'permitted' | 'read';
  readonly path: string;
  isOpen: boolean;
  /** The view of each part that was handed out in it. */
  views?: WeakMap<object, object>;
}

const running = new AsyncLocalStorage<Scope>();

export function newScope(kind: Scope['kind'], path: string): Scope {
  return { kind, path, isOpen: true };
}

export function runIn<T>(scope: Scope, run: () => T): T {
  return running.run(scope, run);
}

/** The call in which this code runs; null where it has ended, or where there is none. */
export function currentScope(): Scope | null {
  const scope = running.getStore();
  return scope?.isOpen ? scope : null;
}

/** Runs what belongs to no call of the client. */
export function runOutside<T>(run: () => T): T {
  return running.exit(run);
}
