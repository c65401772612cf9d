import { setTimeout as sleep } from 'node:timers/promises';

/** The time that the two services of a run take to start on two quiet cores. */
export const QUIET_START_MS = 2_000;

/**
 * The factor by which a limit exceeds the need of a step. A limit ends a test that hangs; the machine may become busier
 * later.
 */
const MARGIN = 5;

/** A look costs the machine that is waited for: the longer the wait, the rarer the looks. */
const LOOKS_EVERY = { atLeastMs: 25, atMostMs: 250, ofTheWait: 0.2 };

/**
 * Returns how many times slower than two quiet cores this machine was when the run began, at least 1
 * (global-setup.mjs).
 */
export const slowness = () => Math.max(1, Number(process.env.TEST_SLOWNESS ?? 1));

/**
 * The time-out, in milliseconds, for a step that takes up to `ms` on two quiet cores.
 * @param {number} ms
 */
export const patience = (ms) => Math.ceil(ms * MARGIN * slowness());

/**
 * Looks again until the value holds, or until the time-out for a step of `ms` has passed. Returns the last value, so
 * that the assertion of the caller shows it.
 * @template T
 * @param {() => T | Promise<T>} look
 * @param {(seen: T) => boolean} [holds]
 * @param {number} [ms]
 * @returns {Promise<T>}
 */
export async function eventually(look, holds = Boolean, ms = 10_000) {
  const { atLeastMs, atMostMs, ofTheWait } = LOOKS_EVERY;
  const begun = performance.now();
  for (;;) {
    const waited = performance.now() - begun;
    const seen = await look();
    if (holds(seen) || waited > patience(ms)) return seen;
    await sleep(Math.min(atMostMs, Math.max(atLeastMs, waited * ofTheWait)));
  }
}
