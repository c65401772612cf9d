import { RolledBackError } from '../../asking/rolled-back.js';
import { UNREPORTED } from '../../method-client/governed-call.js';

interface Held {
  readonly stay: () => void;
  readonly undo: (reason: unknown) => void;
}

/** A statement of the transaction failed in a way that may have ended it so. */
export type Doubt = 'committed' | 'undone';

const ANY = '';

/**
 * Notes which calls of a connection belong to a transaction that has not ended: their effects stay when it is
 * committed. If its end is not known, nothing is reported for them, and the service reads before it undoes one.
 */
export class Transactions {
  readonly #held = new WeakMap<object, Held[]>();
  readonly #written = new WeakMap<object, Set<string>>();
  readonly #doubts = new WeakMap<object, Set<Doubt>>();

  /** @returns settles with the connection's transaction */
  hold(connection: object): Promise<void> {
    return new Promise((stay, undo) => {
      const held = this.#held.get(connection) ?? [];
      held.push({ stay, undo });
      this.#held.set(connection, held);
    });
  }

  /**
   * Notes that a call writes to this table; null: to any.
   * @returns whether an earlier one of the same transaction may have
   */
  writes(connection: object, table: string | null): boolean {
    const written = this.#written.get(connection) ?? new Set();
    this.#written.set(connection, written);
    const isAgain = table === null ? written.size > 0 : written.has(table) || written.has(ANY);
    written.add(table ?? ANY);
    return isAgain;
  }

  /** Something that it wrote hangs on a transaction that has not ended. */
  isOpen(connection: object): boolean {
    return this.#held.has(connection);
  }

  /** Notes that the transaction may have ended. Nothing is in doubt if it holds no calls. */
  doubt(connection: object, doubt: Doubt): void {
    if (!this.#held.has(connection)) return;
    const doubts = this.#doubts.get(connection) ?? new Set();
    this.#doubts.set(connection, doubts.add(doubt));
  }

  /** Notes that the server has said that the transaction continues. */
  goesOn(connection: object): void {
    this.#doubts.delete(connection);
  }

  /** The server has said that there is none, and did not say how it ended. */
  isOver(connection: object): void {
    const doubts = this.#doubts.get(connection);
    if (doubts?.size !== 1) this.forget(connection);
    else if (doubts.has('committed')) this.committed(connection);
    else this.undone(connection, 'an error ended its transaction.');
  }

  committed(connection: object): void {
    if (this.#doubts.get(connection)?.has('undone')) this.forget(connection);
    else for (const { stay } of this.#taken(connection)) stay();
  }

  /** @param how the text of the report */
  undone(connection: object, how: string): void {
    if (this.#doubts.get(connection)?.has('committed')) this.forget(connection);
    else for (const { undo } of this.#taken(connection)) undo(new RolledBackError(`What it did was undone: ${how}`));
  }

  /** It is not known how the transaction ended. */
  forget(connection: object): void {
    for (const { undo } of this.#taken(connection)) undo(UNREPORTED);
  }

  #taken(connection: object): readonly Held[] {
    const held = this.#held.get(connection) ?? [];
    this.#held.delete(connection);
    this.#written.delete(connection);
    this.#doubts.delete(connection);
    return held;
  }
}
