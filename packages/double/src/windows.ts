import type { ExpectedWindow } from '../../../src/actions/ledger/items.js';
import { type ActionStatus, LEAVES_WINDOWS } from '../../../src/actions/rules/action.js';
import { sum } from '../../../src/connectors/decimal.js';
import type { AskedWindow } from '../../../src/policies/windows/window.js';

/** A call in a window, as `policy_window_calls` has it. */
interface WindowCall {
  readonly actionId: string;
  readonly windowId: string;
  readonly amount: string;
  readonly seconds: number;
  /** The limit at which a policy blocks the call; null when none does. */
  readonly limit: Pick<AskedWindow, 'operator' | 'value'> | null;
  at: number;
  counts: boolean;
}

/** The windows of policies in memory: what the functions below `migrations/functions/policies` hold in tables. */
export class Windows {
  #calls: WindowCall[] = [];

  /** For each window, in order: does its comparison hold with this call? `leftOut` is an action that does not count. */
  hold(asked: readonly AskedWindow[], now: Date, leftOut: string | null = null): readonly boolean[] {
    return asked.map(({ id, seconds, amount, operator, value }) =>
      exceeds(this.#total(id, seconds, now, leftOut, amount), operator, value),
    );
  }

  /** A blocked call is in no window. */
  keep(actionId: string, windows: readonly ExpectedWindow[], counts: boolean, now: Date): void {
    const byId = new Map<string, ExpectedWindow>();
    const first = (a: ExpectedWindow, b: ExpectedWindow) => Number(b.blocks) - Number(a.blocks) || a.value - b.value;
    for (const window of [...windows].sort(first)) if (!byId.has(window.id)) byId.set(window.id, window);
    for (const { id, amount, seconds, operator, value, blocks } of byId.values()) {
      const limit = blocks ? { operator, value } : null;
      this.#calls.push({ actionId, windowId: id, amount, seconds, limit, at: now.getTime(), counts });
    }
  }

  /** An operator edited the arguments of a call that waits. */
  replace(actionId: string, windows: readonly ExpectedWindow[], now: Date): void {
    this.#calls = this.#calls.filter((call) => call.actionId !== actionId);
    this.keep(actionId, windows, false, now);
  }

  move(actionId: string, was: ActionStatus, status: ActionStatus, now: Date): void {
    const counts = !LEAVES_WINDOWS.includes(status);
    for (const call of this.#calls.filter((one) => one.actionId === actionId && one.counts !== counts)) {
      call.counts = counts;
      if (was === 'PENDING_APPROVAL') call.at = now.getTime();
    }
  }

  /** True when a call that waits would come over the limit of a policy that blocks it. */
  block(actionId: string, now: Date): boolean {
    return this.#calls.some(({ windowId, seconds, amount, limit, counts, actionId: id }) => {
      if (id !== actionId || counts || limit === null) return false;
      return exceeds(this.#total(windowId, seconds, now, null, amount), limit.operator, limit.value);
    });
  }

  #total(windowId: string, seconds: number, now: Date, leftOut: string | null, amount: string): string {
    const since = now.getTime() - seconds * 1_000;
    return this.#calls
      .filter((call) => call.windowId === windowId && call.counts && call.at > since && call.actionId !== leftOut)
      .reduce((total, call) => sum(total, 1, call.amount) ?? total, amount);
  }
}

/** Exact, as PostgreSQL adds decimals. */
function exceeds(total: string, operator: AskedWindow['operator'], limit: number): boolean {
  const difference = sum(total, -1, String(limit)) ?? '0';
  const sign = difference.startsWith('-') ? -1 : Number(difference !== '0');
  return { gt: sign > 0, gte: sign >= 0, lt: sign < 0, lte: sign <= 0 }[operator];
}
