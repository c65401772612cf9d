import { setTimeout as sleep } from 'node:timers/promises';
import { ApprovalRejectedError, ApprovalTimeoutError, BackstopUnavailableError, SessionClosedError } from './errors.js';
import type { JsonObject } from './json.js';
import type { ApprovalRecord } from './wire.js';

/** Seconds the service holds one question. */
const LONGEST_HOLD_SECONDS = 25;

export interface WaitLimits {
  readonly pollIntervalMs: number;
  readonly timeoutMs: number;
}

/**
 * Asks until somebody decided. `read` is given the seconds the service may hold the answer.
 * @throws ApprovalRejectedError, ApprovalTimeoutError, SessionClosedError
 */
export async function waitForDecision(
  read: (holdSeconds: number) => Promise<ApprovalRecord>,
  actionId: string,
  { pollIntervalMs, timeoutMs }: WaitLimits,
): Promise<JsonObject> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const askedAt = Date.now();
    const remaining = deadline - askedAt;
    if (remaining <= 0) throw timedOut(actionId);
    const hold = Math.max(1, Math.min(LONGEST_HOLD_SECONDS, Math.floor(remaining / 1000)));
    const approval = await read(hold).catch(unlessUnavailable);
    if (approval?.status === 'APPROVED') return runnable(approval, actionId);
    if (approval?.status === 'REJECTED') {
      if (approval.reason === 'expired') throw timedOut(actionId);
      throw new ApprovalRejectedError(approval.reason, approval.decidedBy, { code: 'approval-rejected', actionId });
    }
    const pause = Math.min(pollIntervalMs - (Date.now() - askedAt), deadline - Date.now());
    if (pause > 0) await sleep(pause);
  }
}

/** Between the decision and this answer a rollback may have closed the call again. */
function runnable(approval: ApprovalRecord, actionId: string): JsonObject {
  if (approval.actionStatus === 'CLEARED') return approval.payload;
  throw new SessionClosedError('The call was approved, but may not run any more. It did not run.', {
    code: 'not-cleared',
    actionId,
  });
}

/** A decision is worth waiting for through an outage; anything else ends the wait. */
function unlessUnavailable(error: unknown): null {
  if (error instanceof BackstopUnavailableError) return null;
  throw error;
}

function timedOut(actionId: string): ApprovalTimeoutError {
  return new ApprovalTimeoutError('Nobody approved the call in time. It did not run.', {
    code: 'approval-timeout',
    actionId,
  });
}
