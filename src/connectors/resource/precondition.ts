import { statusOf } from './requests/trouble.js';
import type { CapturedItem } from './resource.js';

/**
 * The captured version of the one resource of a call, for providers that take it as a condition. It is null when the
 * resource did not exist, and undefined when the provider reported none or the call has several resources.
 */
export function capturedVersion(captured: readonly CapturedItem[]): string | null | undefined {
  const [item, ...others] = captured;
  if (!item || others.length > 0) return undefined;
  return item.reading === null ? null : item.reading.version;
}

/** True for the answer to an unmet condition (RFC 9110, 13.2.2): the provider changed nothing. */
export const isPreconditionFailed = (error: unknown) => statusOf(error) === 412;
