import type { ThrottlerStorage } from '@nestjs/throttler';
import { recentlyUsed } from '../recently-used.js';

interface Window {
  readonly endsAtMs: number;
  hits: number;
}

/** The number of callers of each kind that a process remembers; they take about 30 MB. */
const AT_MOST = 100_000;

/**
 * Counts in this process. A window begins with its first request and ends its length later, however many are refused in
 * it; then the caller begins anew. The library's own storage keeps every request: a million callers took 739 MB of it,
 * and a caller with a high limit costs it time that grows with the square.
 */
export class FixedWindows implements ThrottlerStorage {
  /** Each kind of caller has its own map, so that a flood of addresses evicts no organization. */
  private readonly kinds = new Map<string, ReturnType<typeof recentlyUsed<Window>>>();

  constructor(
    private readonly atMost = AT_MOST,
    private readonly nowMs = () => performance.now(),
  ) {}

  /** `kind` is the library's name of a throttler. Times are answered in seconds, rounded up. */
  async increment(key: string, windowMs: number, limit: number, _blockMs: number, kind: string) {
    const now = this.nowMs();
    const window = this.windowOf(key, kind, now, windowMs);
    window.hits++;
    const isBlocked = window.hits > limit;
    const timeToExpire = Math.ceil((window.endsAtMs - now) / 1000);
    return { totalHits: window.hits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
  }

  private windowOf(key: string, kind: string, now: number, windowMs: number): Window {
    const windows = this.kinds.get(kind) ?? recentlyUsed<Window>(this.atMost);
    this.kinds.set(kind, windows);
    const current = windows.get(key);
    if (current && current.endsAtMs > now) return current;
    const begun = { endsAtMs: now + windowMs, hits: 0 };
    windows.set(key, begun);
    return begun;
  }
}
