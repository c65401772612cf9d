import type { ThrottlerStorage } from '@nestjs/throttler';

interface Window {
  readonly endsAtMs: number;
  hits: number;
}

/** What one process remembers of each kind of caller: about 20 MB. */
const AT_MOST = 100_000;

/**
 * Counts in this process. A window begins with its first request and ends its length later, however many are refused in
 * it; then the caller begins anew. The library's own storage keeps every request: a million callers took 739 MB of it,
 * and a caller with a high limit costs it time that grows with the square.
 */
export class FixedWindows implements ThrottlerStorage {
  /** By the kind of caller: a flood of addresses has nothing of an organization forgotten. */
  private readonly kinds = new Map<string, Map<string, Window>>();

  constructor(
    private readonly atMost = AT_MOST,
    private readonly nowMs = () => performance.now(),
  ) {}

  /** `kind` is what the library calls the name of a throttler. Times are answered in seconds, rounded up. */
  async increment(key: string, windowMs: number, limit: number, _blockMs: number, kind: string) {
    const now = this.nowMs();
    const windows = this.kinds.get(kind) ?? new Map<string, Window>();
    this.kinds.set(kind, windows);
    let window = windows.get(key);
    if (!window || window.endsAtMs <= now) {
      windows.delete(key);
      this.makeRoom(windows, now);
      window = { endsAtMs: now + windowMs, hits: 0 };
      windows.set(key, window);
    }
    window.hits++;
    const isBlocked = window.hits > limit;
    const timeToExpire = Math.ceil((window.endsAtMs - now) / 1000);
    return { totalHits: window.hits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
  }

  /** They stand in the order in which they began: those that are over go, and the oldest when there are too many. */
  private makeRoom(windows: Map<string, Window>, now: number): void {
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > now && windows.size < this.atMost) return;
      windows.delete(key);
    }
  }
}
