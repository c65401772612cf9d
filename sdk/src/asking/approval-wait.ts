import {
  ApprovalRejectedError,
  ApprovalTimeoutError,
  BackstopProblemError,
  BackstopUnavailableError,
  SessionClosedError,
} from '../errors.js';
import type { JsonObject } from '../json.js';
import { payloadHash } from '../wire/canonical-json.js';
import { sleep } from '../wire/runtime.js';
import type { Answer } from '../wire/transport.js';
import type { ApprovalRecord } from '../wire/wire.js';

/** Seconds the service holds one question. */
export const LONGEST_HOLD_SECONDS = 25;
/** The time in milliseconds beyond its hold after which a held request counts as lost. */
export const GRACE_MS = 15_000;

/** The seconds for which the service holds one request, and the milliseconds after which the client gives it up. */
export interface Hold {
  readonly seconds: number;
  readonly timeoutMs: number;
}

export interface WaitLimits {
  readonly pollIntervalMs: number;
  readonly timeoutMs: number;
}

/**
 * Asks until a person decided: never more often than `pollIntervalMs`, through outages and restarts of the service, for
 * `timeoutMs` altogether. `read` makes one attempt.
 * @param asked the arguments of the ask, which are returned where the approval is of them
 * @throws ApprovalRejectedError, ApprovalTimeoutError, SessionClosedError
 */
export async function waitForDecision(
  read: (hold: Hold) => Promise<Answer<ApprovalRecord>>,
  actionId: string,
  { pollIntervalMs, timeoutMs }: WaitLimits,
  signal?: AbortSignal,
  asked?: JsonObject,
): Promise<JsonObject> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    const askedAt = Date.now();
    const remaining = deadline - askedAt;
    if (remaining <= 0) throw timedOut(actionId);
    const answer = await read(holdWithin(remaining)).catch(pauseAsked);
    if ('data' in answer && answer.data.status !== 'PENDING') return decided(answer, actionId, asked);
    const wanted = 'data' in answer ? 0 : answer.pauseMs;
    const pause = Math.min(Math.max(pollIntervalMs - (Date.now() - askedAt), wanted), deadline - Date.now());
    if (pause > 0) await sleep(pause, signal);
  }
}

/** The longest hold in a time in milliseconds. */
export function holdWithin(remaining: number): Hold {
  const seconds = Math.max(1, Math.min(LONGEST_HOLD_SECONDS, Math.floor(remaining / 1000)));
  return { seconds, timeoutMs: Math.min(seconds * 1000 + GRACE_MS, remaining) };
}

/**
 * Returns the payload that was approved; `asked` where the approval has its hash.
 * @throws ApprovalRejectedError, ApprovalTimeoutError, SessionClosedError
 */
export function decided(
  { data: approval, status, requestId }: Answer<ApprovalRecord>,
  actionId: string,
  asked: JsonObject | undefined,
): JsonObject {
  const { reason, decidedBy } = approval;
  if (approval.status === 'REJECTED') {
    if (approval.code === 'expired') throw timedOut(actionId, { status, requestId });
    throw new ApprovalRejectedError(reason, decidedBy, { code: 'approval-rejected', actionId, status, requestId });
  }
  // Between the decision and this answer a rollback may have closed the call again.
  if (approval.actionStatus === 'CLEARED') {
    // The service may show the arguments with values redacted, and approves those of the hash.
    return asked && payloadHash(asked) === approval.payloadHash ? asked : approval.payload;
  }
  throw new SessionClosedError('The call was approved, but may not run any more. It did not run; open a new session.', {
    code: 'not-cleared',
    actionId,
    status,
    requestId,
  });
}

/** A decision is worth waiting for through an outage or a rate limit; anything else ends the wait. */
export function pauseAsked(error: unknown): { pauseMs: number } {
  if (error instanceof BackstopUnavailableError) return { pauseMs: 0 };
  if (error instanceof BackstopProblemError && error.status === 429) {
    return { pauseMs: (error.retryAfterSeconds ?? 0) * 1000 };
  }
  throw error;
}

function timedOut(actionId: string, answered: object = {}): ApprovalTimeoutError {
  return new ApprovalTimeoutError(
    'No person approved the call in time. It did not run. Do something else, or ask again when a person can decide.',
    { code: 'approval-timeout', actionId, ...answered },
  );
}
