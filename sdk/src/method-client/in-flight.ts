/** Calls that have not ended. */
export class InFlight {
  readonly #calls = new Set<Promise<unknown>>();

  get isIdle(): boolean {
    return this.#calls.size === 0;
  }

  track<T>(call: Promise<T>): Promise<T> {
    const settled: Promise<unknown> = call.then(
      () => this.#calls.delete(settled),
      () => this.#calls.delete(settled),
    );
    this.#calls.add(settled);
    return call;
  }

  async idle(): Promise<void> {
    while (this.#calls.size > 0) await Promise.allSettled([...this.#calls]);
  }
}
