import { OPEN } from '../../actions/rules/action.js';
import { type ResultAction, resultOf, type ToolResult, textOf } from '../tools/results.js';

/** A call as a task, in no particular protocol. */
export interface Task {
  readonly taskId: string;
  readonly status: 'working' | 'completed' | 'cancelled';
  /** Words for a person or a model; null where the result says everything. */
  readonly message: string | null;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** When the client should look again; null once the task has ended. */
  readonly pollMs: number | null;
  /** The result that the call itself would have had; null while there is none. */
  readonly result: ToolResult | null;
}

const POLL_MS = 1_000;
/** A person takes longer than a provider. */
const PERSON_POLL_MS = 5_000;
const TAKEN_BACK: ReadonlySet<string> = new Set(['cancelled', 'withdrawn']);

/** The task of a call in its present state. */
export function taskOf(action: ResultAction, taskId: string, inboxUrl: string, now: number): Task {
  const { status, refusal, createdAt, updatedAt: lastUpdatedAt } = action;
  const common = { taskId, createdAt, lastUpdatedAt };
  if (status === 'PENDING_APPROVAL') {
    const url = action.approval === null ? '' : ` (${inboxUrl}/${action.approval.id})`;
    const message = `A person has to approve this call first${url}. It has not run. Do not make it again: its result comes with this task.`;
    return { ...common, status: 'working', message, pollMs: pollOf(action, now), result: null };
  }
  if (OPEN.includes(status)) {
    const message = 'The call is under way. Do not make it again: its result comes with this task.';
    return { ...common, status: 'working', message, pollMs: POLL_MS, result: null };
  }
  const result = resultOf(action, inboxUrl);
  const message = result.isError ? textOf(result) : null;
  const isTakenBack = refusal !== null && TAKEN_BACK.has(refusal.code);
  return { ...common, status: isTakenBack ? 'cancelled' : 'completed', message, pollMs: null, result };
}

/** The client looks when the time of the approval is over, which may permit the call. */
function pollOf({ approval }: ResultAction, now: number): number {
  const left = approval?.expiresAt ? Date.parse(approval.expiresAt) - now : PERSON_POLL_MS;
  return Math.max(POLL_MS, Math.min(PERSON_POLL_MS, left));
}

/** A task of protocol 2025-11-25, where a result that is an error fails the task. The ledger keeps calls: no `ttl`. */
export function toSessionTask({ taskId, status, message, createdAt, lastUpdatedAt, pollMs, result }: Task) {
  return {
    taskId,
    status: status === 'completed' && result?.isError ? ('failed' as const) : status,
    ...(message !== null && { statusMessage: message }),
    createdAt,
    lastUpdatedAt,
    ttl: null,
    ...(pollMs !== null && { pollInterval: pollMs }),
  };
}

/** A task of the extension of protocol 2026-07-28, which fails by an error of the protocol alone. */
export function toExtensionTask({ taskId, status, message, createdAt, lastUpdatedAt, pollMs, result }: Task) {
  return {
    taskId,
    status,
    ...(message !== null && { statusMessage: message }),
    createdAt,
    lastUpdatedAt,
    ttlMs: null,
    ...(pollMs !== null && { pollIntervalMs: pollMs }),
    ...(status === 'completed' && { result: { resultType: 'complete', ...result } }),
  };
}

/** Protocol 2025-11-25 has the result of a task name the task. */
export const resultOfTask = (taskId: string, result: ToolResult): ToolResult => ({
  ...result,
  _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
});
