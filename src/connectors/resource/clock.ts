/** HTTP names whole seconds, and so do most providers of when a thing was made; milliseconds. */
export const PRECISION_MS = 3_000;

/** A provider's clock beside ours, as the dates of its answers tell. */
export class ProviderClock {
  #aheadMs = 0;

  /** @param date of an answer that has just come */
  readonly saw = (date: number): void => {
    this.#aheadMs = date + 500 - Date.now();
  };

  /** A moment of the provider's, by our clock. */
  ours(moment: number): number {
    return moment - this.#aheadMs;
  }
}
