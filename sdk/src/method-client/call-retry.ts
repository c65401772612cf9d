import { setTimeout as sleep } from 'node:timers/promises';
import { codesOf, fieldsOf, NOT_SENT, statusOf } from '../asking/error-facts.js';

const MOST_ATTEMPTS = 5;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 20_000;
/** The longest pause in milliseconds that a provider may demand; a longer one is reported to the caller. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** The answer was lost: only an idempotency key makes it safe to ask again. */
const LOST = new Set(['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT']);

/**
 * Runs `attempt` again, with growing pauses, as long as it fails in a way that is safe to repeat.
 * @throws the last error of `attempt`
 */
export async function retrying<T>(
  attempt: () => Promise<T>,
  isKeyed: boolean,
  pause: (milliseconds: number) => Promise<unknown> = sleep,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      const delay = failures < MOST_ATTEMPTS ? retryDelayMs(error, failures, isKeyed) : null;
      if (delay === null) throw error;
      await pause(delay);
    }
  }
}

/**
 * Milliseconds until a call that failed is made again, null when it is not. Safe is what did nothing: 429, 503 with
 * Retry-After, a connection that was refused; with an idempotency key also an answer that was lost, and every 5xx.
 * @param failures so far, from 1
 */
export function retryDelayMs(error: unknown, failures: number, isKeyed: boolean, random = Math.random): number | null {
  const asked = retryAfterMs(error);
  if (!isSafe(error, asked !== null, isKeyed)) return null;
  const backoff = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
  const jittered = backoff / 2 + (random() * backoff) / 2;
  if (asked === null) return jittered;
  return asked > LONGEST_RETRY_AFTER_MS ? null : Math.max(jittered, asked);
}

function isSafe(error: unknown, saysWhen: boolean, isKeyed: boolean): boolean {
  const status = statusOf(error);
  if (status === 429) return true;
  if (status === 503 && saysWhen) return true;
  if (status !== null) return isKeyed && status >= 500;
  const codes = codesOf(error);
  return codes.some((code) => NOT_SENT.has(code) || (isKeyed && LOST.has(code)));
}

function retryAfterMs(error: unknown): number | null {
  const { headers, response, retryAfter } = fieldsOf(error);
  if (typeof retryAfter === 'number' && retryAfter >= 0) return retryAfter * 1000;
  for (const candidate of [headers, fieldsOf(response).headers]) {
    const said = headerOf(candidate, 'retry-after');
    if (said === null) continue;
    const seconds = Number(said);
    const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(said) - Date.now();
    if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  }
  return null;
}

function headerOf(headers: unknown, name: string): string | null {
  if (typeof headers !== 'object' || headers === null) return null;
  const value = headers instanceof Headers ? headers.get(name) : fieldsOf(headers)[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
