import { recentlyUsed } from '../../platform/recently-used.js';
import { type AskedWindow, windowKey } from '../../policies/windows/window.js';

/** The service expects of the windows of a call what the last call found, until the ledger says otherwise. */
export class ExpectedWindows {
  private readonly known = recentlyUsed<boolean>(50_000);

  /** `found`: what the ledger answered to this very call. */
  of(windows: readonly AskedWindow[], found: readonly boolean[] | null): boolean[] {
    if (found?.length === windows.length) return [...found];
    return windows.map((window) => this.known.get(windowKey(window)) ?? window.operator.startsWith('l'));
  }

  learn(windows: readonly AskedWindow[], holds: readonly (boolean | null)[]): void {
    windows.forEach((window, index) => {
      const one = holds[index];
      if (typeof one === 'boolean') this.known.set(windowKey(window), one);
    });
  }
}
