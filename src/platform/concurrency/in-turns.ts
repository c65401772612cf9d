import { setImmediate } from 'node:timers/promises';

const TURN_MS = 10;

/** Works on each, one after the other; from time to time whatever else the process has to do comes first. */
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
