interface Held {
  readonly stay: () => void;
  readonly undo: (error: Error) => void;
}

/** Which calls of a connection are of a transaction that has not ended: what ran in it stays when it is committed. */
export class Transactions {
  readonly #held = new WeakMap<object, Held[]>();

  /** @returns settles with the connection's transaction */
  hold(connection: object): Promise<void> {
    return new Promise((stay, undo) => {
      const held = this.#held.get(connection) ?? [];
      held.push({ stay, undo });
      this.#held.set(connection, held);
    });
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
    return held;
  }
}
