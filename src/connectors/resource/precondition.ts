import { statusOf } from './requests/trouble.js';
import type { CapturedItem } from './resource.js';

/**
 * The version that a call of one thing has met, for providers that take it as a condition; null: nothing was there.
 * Undefined: the provider told none, or the call is of several things.
 */
export function capturedVersion(captured: readonly CapturedItem[]): string | null | undefined {
  const [item, ...others] = captured;
  if (!item || others.length > 0) return undefined;
  return item.reading === null ? null : item.reading.version;
}

/** RFC 9110, 13.2.2: nothing was done, because another version is there. */
export const isPreconditionFailed = (error: unknown) => statusOf(error) === 412;
