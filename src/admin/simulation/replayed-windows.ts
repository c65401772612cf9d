import type { PastCall } from '../../actions/action-history.js';
import { type ActionStatus, LEAVES_WINDOWS } from '../../actions/rules/action.js';
import { type AskedWindow, windowKey } from '../../policies/windows/window.js';

/** A blocked call is in no window. */
const isCounted = (status: ActionStatus): boolean => status !== 'BLOCKED' && !LEAVES_WINDOWS.includes(status);

interface Event {
  readonly id: string;
  readonly at: number;
  readonly counts: boolean;
  readonly windows: readonly AskedWindow[];
}

interface Sum {
  total: number;
  readonly calls: { readonly at: number; readonly amount: number }[];
}

const COMPARE = {
  gt: (total: number, bound: number) => total > bound,
  gte: (total: number, bound: number) => total >= bound,
  lt: (total: number, bound: number) => total < bound,
  lte: (total: number, bound: number) => total <= bound,
};

/** Adds up the windows of a draft at each past call, over the calls of all sessions in the order of time. */
export class ReplayedWindows {
  private readonly events: Event[] = [];
  private readonly held = new Map<string, ReadonlyMap<string, boolean>>();

  /** `blocks`: the draft would not have permitted a call that is over, so that does not count. */
  constructor(private readonly blocks: boolean) {}

  add(call: PastCall, windows: readonly AskedWindow[]): void {
    if (windows.length === 0) return;
    const { id, created_at: at, status } = call;
    this.events.push({ id, at: at.getTime(), counts: isCounted(status), windows });
  }

  /** All calls have been added. */
  run(): void {
    const sums = new Map<string, Sum>();
    this.events.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    for (const { id, at, counts, windows } of this.events) {
      const held = new Map(windows.map((window) => [windowKey(window), holdsAt(sums, window, at)]));
      this.held.set(id, held);
      if (!counts || (this.blocks && [...held.values()].some(Boolean))) continue;
      for (const one of new Map(windows.map((window) => [window.id, window])).values()) {
        const sum = sums.get(one.id) ?? { total: 0, calls: [] };
        sum.calls.push({ at, amount: Number(one.amount) });
        sum.total += Number(one.amount);
        sums.set(one.id, sum);
      }
    }
  }

  of({ id }: PastCall, windows: readonly AskedWindow[]): boolean[] {
    return windows.map((window) => this.held.get(id)?.get(windowKey(window)) ?? false);
  }
}

function holdsAt(sums: ReadonlyMap<string, Sum>, { id, seconds, amount, operator, value }: AskedWindow, at: number) {
  const sum = sums.get(id);
  while (sum?.calls[0] && sum.calls[0].at <= at - seconds * 1_000) sum.total -= sum.calls.shift()?.amount ?? 0;
  return COMPARE[operator]((sum?.total ?? 0) + Number(amount), value);
}
