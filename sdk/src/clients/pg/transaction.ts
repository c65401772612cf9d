import type { SessionEffect } from './reading/classify.js';

/** The calls that a session effect releases, by the end of their transaction. */
export interface Released<T> {
  readonly committed: readonly T[];
  readonly rolledBack: readonly T[];
}

const NOTHING = { committed: [], rolledBack: [] };

/** The calls of one connection whose effects depend on its transaction, in the order they ran. */
export class Transaction<T> {
  #open = false;
  #held: T[] = [];
  #savepoints: { name: string; mark: number }[] = [];

  get open(): boolean {
    return this.#open;
  }

  get held(): readonly T[] {
    return this.#held;
  }

  hold(call: T): void {
    this.#open = true;
    this.#held.push(call);
  }

  /** @param command the server's answer: a COMMIT of a failed transaction answers ROLLBACK */
  apply(effect: SessionEffect, command: string | null): Released<T> {
    switch (effect.type) {
      case 'begin':
        this.#open = true;
        return NOTHING;
      case 'commit':
        return this.#end(effect.chained, command === 'ROLLBACK' ? 'rolledBack' : 'committed');
      case 'rollback':
        return this.#end(effect.chained, 'rolledBack');
      case 'savepoint':
        this.#savepoints.push({ name: effect.name, mark: this.#held.length });
        return NOTHING;
      case 'release':
        this.#savepoints.length = Math.max(0, this.#find(effect.name));
        return NOTHING;
      case 'rollback-to':
        return { committed: [], rolledBack: this.#rollBackTo(effect.name) };
      case 'names':
        return NOTHING;
    }
  }

  /** The transaction is over and nothing of it remains. */
  abandon(): readonly T[] {
    return this.#end(false, 'rolledBack').rolledBack;
  }

  /** The end of the transaction is unknown: nothing may be reported about the calls it held. */
  forget(): void {
    this.#end(false, 'rolledBack');
  }

  #end(chained: boolean, how: 'committed' | 'rolledBack'): Released<T> {
    const held = this.#held;
    this.#held = [];
    this.#savepoints = [];
    this.#open = chained;
    return { ...NOTHING, [how]: held };
  }

  #find(name: string): number {
    return this.#savepoints.findLastIndex((savepoint) => savepoint.name === name);
  }

  #rollBackTo(name: string): readonly T[] {
    const index = this.#find(name);
    const savepoint = this.#savepoints[index];
    if (!savepoint) return [];
    this.#savepoints.length = index + 1;
    return this.#held.splice(savepoint.mark);
  }
}
