/** Several calls that are undone in one transaction; imports types only. */
import type { Recorded } from '../insert/feasible.js';

/** The undo wrote, or removed, what only calls outside of this transaction could bring back: all of it is rolled back. */
export class IncompleteUndoError extends Error {
  override readonly name = 'IncompleteUndoError';
}

/** The name that stands for a whole row instead of one of its columns. */
export const WHOLE = '(row)';

/**
 * The values that calls undone together have written and that were never captured: the states between two calls of one
 * transaction, which the database checks too. Before COMMIT each of them has to be replaced by a captured value.
 */
export class IntermediateValues {
  readonly #owed = new Map<string, Set<string>>();

  /** @param older the calls that are undone in the same transaction after this one, newest first */
  constructor(readonly older: readonly Recorded[]) {}

  /** Returns the values for the next older call. */
  after(older: readonly Recorded[]): IntermediateValues {
    const next = new IntermediateValues(older);
    for (const [resource, names] of this.#owed) next.add(resource, [...names]);
    return next;
  }

  add(resource: string, names: readonly string[]): void {
    const intermediate = this.#owed.get(resource) ?? new Set();
    for (const name of names) intermediate.add(name);
    if (intermediate.size > 0) this.#owed.set(resource, intermediate);
  }

  /** These columns hold captured values again. Without names the whole row does, or it is gone. */
  replaced(resource: string, names?: readonly string[]): void {
    const owed = this.#owed.get(resource);
    for (const name of names ?? []) owed?.delete(name);
    if (names === undefined || owed?.size === 0) this.#owed.delete(resource);
  }

  /** @throws IncompleteUndoError */
  requireNone(): void {
    for (const resource of this.#owed.keys()) throw new IncompleteUndoError(resource);
  }
}
