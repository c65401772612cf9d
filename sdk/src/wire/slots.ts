/** Limits the number of concurrent requests; the others wait for their turn, in the order in which they came. */
export class Slots {
  readonly #waiting = new Set<{ begin(): void; fail(error: unknown): void }>();
  #taken = 0;

  /** @param most concurrent requests, at least 1 */
  constructor(readonly most: number) {}

  /**
   * Ends when it is this request's turn, which `release` ends.
   * @param signal gives the place up @throws the reason of the signal, or what `failWaiting` was given
   */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#taken < this.most) {
      this.#taken += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const place = {
        begin: () => leave(resolve),
        fail: (error: unknown) => leave(() => reject(error)),
      };
      const leave = (end: () => void) => {
        this.#waiting.delete(place);
        signal.removeEventListener('abort', abort);
        end();
      };
      const abort = () => place.fail(signal.reason);
      signal.addEventListener('abort', abort);
      this.#waiting.add(place);
    });
  }

  /** The next request takes the place over. */
  release(): void {
    const [next] = this.#waiting;
    if (next) next.begin();
    else this.#taken -= 1;
  }

  failWaiting(error: unknown): void {
    for (const place of [...this.#waiting]) place.fail(error);
  }
}
