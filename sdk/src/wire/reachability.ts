/** Milliseconds without a sign of life after which the service counts as away. */
export const PATIENCE_MS = 1_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Decides whether a call that may run unasked asks at all: it does not during a pause after the service was found away.
 * After the pause one call tries, and each failed try doubles the pause.
 */
export class Reachability {
  #away: { readonly until: number; readonly pauseMs: number; readonly isTried: boolean } | null = null;

  /** @param tell called when the service is found away, and when it answers again */
  constructor(
    private readonly tell: (isReachable: boolean) => void = () => undefined,
    private readonly now: () => number = Date.now,
  ) {}

  /** True for one call after a pause; the others continue as before until it has its answer. */
  mayAsk(): boolean {
    const away = this.#away;
    if (away === null) return true;
    if (this.now() < away.until) return false;
    this.#away = { ...away, until: this.now() + PATIENCE_MS, isTried: true };
    return true;
  }

  markUnreachable(): void {
    const before = this.#away;
    // Calls that were asking at the same time find the same.
    if (before !== null && !before.isTried) return;
    const pauseMs = before === null ? FIRST_PAUSE_MS : Math.min(before.pauseMs * 2, LONGEST_PAUSE_MS);
    this.#away = { until: this.now() + pauseMs, pauseMs, isTried: false };
    if (before === null) this.tell(false);
  }

  answered(): void {
    if (this.#away === null) return;
    this.#away = null;
    this.tell(true);
  }
}
