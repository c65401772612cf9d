interface Held {
  readonly stay: () => void;
  readonly undo: (error: Error) => void;
}

const ANY = '';

/** Which calls of a connection are of a transaction that has not ended: what ran in it stays when it is committed. */
export class Transactions {
  readonly #held = new WeakMap<object, Held[]>();
  readonly #written = new WeakMap<object, Set<string>>();

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

  committed(connection: object): void {
    for (const { stay } of this.#taken(connection)) stay();
  }

  /** @param how as it is told */
  undone(connection: object, how: string): void {
    for (const { undo } of this.#taken(connection)) undo(new Error(`What it did was undone: ${how}`));
  }

  #taken(connection: object): readonly Held[] {
    const held = this.#held.get(connection) ?? [];
    this.#held.delete(connection);
    this.#written.delete(connection);
    return held;
  }
}
