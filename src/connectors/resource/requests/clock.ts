/** HTTP names whole seconds, and so do most providers of when a thing was made; milliseconds. */
export const PRECISION_MS = 3_000;

/** Compares a provider's clock with ours, by the dates of its answers. */
export class ProviderClock {
  #aheadMs: number | null = null;
  #mostAheadMs = Number.POSITIVE_INFINITY;
  readonly #begunAt = Date.now();

  /** @param date of an answer that has just come, to a request since this clock was made */
  readonly saw = (date: number): void => {
    this.#mostAheadMs = Math.min(date + 1_000 - this.#begunAt, this.#mostAheadMs);
    // An answer that was kept for a while is dated too early, and none too late.
    this.#aheadMs = Math.max(date + 500 - Date.now(), this.#aheadMs ?? Number.NEGATIVE_INFINITY);
  };

  /** A moment of the provider's, by our clock. */
  ours(moment: number): number {
    return moment - (this.#aheadMs ?? 0);
  }

  /** A moment of ours, by the provider's clock. */
  theirs(moment: number): number {
    return moment + (this.#aheadMs ?? 0);
  }

  /** The earliest that a whole second of the provider's can be by our clock. */
  earliest(second: number): number {
    return second - (this.#mostAheadMs === Number.POSITIVE_INFINITY ? 0 : this.#mostAheadMs);
  }
}
