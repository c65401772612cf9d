/** HTTP names whole seconds, and so do most providers of when a thing was made; milliseconds. */
export const PRECISION_MS = 3_000;

/** A provider's clock beside ours, as the dates of its answers tell. */
export class ProviderClock {
  #aheadMs: number | null = null;

  /** @param date of an answer that has just come */
  readonly saw = (date: number): void => {
    // An answer that was kept for a while is dated too early, and none too late.
    this.#aheadMs = Math.max(date + 500 - Date.now(), this.#aheadMs ?? Number.NEGATIVE_INFINITY);
  };

  /** A moment of the provider's, by our clock. */
  ours(moment: number): number {
    return moment - (this.#aheadMs ?? 0);
  }
}
