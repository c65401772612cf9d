import { setImmediate } from 'node:timers/promises';

const TURN_MS = 10;

/** Works on each item, one after the other, and yields to the process's other work at intervals. */
export async function inTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  let begun = performance.now();
  for (const item of items) {
    if (performance.now() - begun > TURN_MS) {
      await setImmediate();
      begun = performance.now();
    }
    work(item);
  }
}
