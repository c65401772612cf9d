import { BackstopError, BackstopProblemError, BackstopUnavailableError } from '../errors.js';
import type { OutboxEntry } from './entry.js';

/**
 * The next step for an entry after a delivery: it has arrived; it is tried again; it is tried again when something else
 * happens, because nothing here can change the answer; or it was refused for good.
 */
export type Disposition = 'delivered' | 'later' | 'stopped' | 'refused';

const PASSING_STATUSES = new Set([408, 425, 429]);

export function dispositionOf(entry: OutboxEntry, error: unknown): Disposition {
  if (error instanceof BackstopUnavailableError) return 'later';
  if (!(error instanceof BackstopError)) return 'refused';
  if (error instanceof BackstopProblemError && PASSING_STATUSES.has(error.status)) return 'later';
  if (error.status === 401) return 'stopped';
  // The answer to a report names the fault of the call, and the call is recorded nevertheless.
  return entry.kind === 'report' && error.actionId !== null ? 'delivered' : 'refused';
}
