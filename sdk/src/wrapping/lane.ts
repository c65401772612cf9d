/** Runs tasks one after another, the first immediately. */
export class Lane {
  #tail: Promise<unknown> | null = null;

  get busy(): boolean {
    return this.#tail !== null;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail === null ? task() : this.#tail.then(task);
    const tail: Promise<void> = result.then(
      () => this.#finish(tail),
      () => this.#finish(tail),
    );
    this.#tail = tail;
    return result;
  }

  async idle(): Promise<void> {
    while (this.#tail !== null) await this.#tail;
  }

  #finish(tail: Promise<unknown>): void {
    if (this.#tail === tail) this.#tail = null;
  }
}
