import { ApprovalPendingError, BackstopError, BackstopProblemError } from '../errors.js';
import type { Session } from '../session.js';
import { sleep } from '../wire/runtime.js';
import type { SameCall, WaitingCall, WaitingCalls } from './state/waiting-calls.js';

/** The sessions in which a proxy's calls are asked for. */
export interface Sessions {
  /** Its own one, opened when it is first asked for. */
  open(): Promise<Session>;
  /** One in which a call of an earlier process waits. */
  resume(id: string): Session;
}

/** The way to make a call in a session, and to take it back. */
export interface PreparedCall extends SameCall {
  readonly signal: AbortSignal;
  /** The client takes the call back; a client that is gone does not. */
  isCancelled(): boolean;
  make(session: Session): Promise<unknown>;
  giveUp(session: Session, waiting: WaitingCall): Promise<void>;
}

/** Milliseconds between two looks at an approval. */
const LOOK_MS = 1_000;
/** A task waits for as long as the person needs. */
const TASK_LOOK_MS = 5_000;

/**
 * Makes a call in the session where it waits already; otherwise in the proxy's own one.
 * @param waiting null where calls wait for their decision
 * @param waitMs for which a call that waits for a person is kept back before it is answered
 */
export async function callInItsSession(
  sessions: Sessions,
  waiting: WaitingCalls | null,
  waitMs: number,
  call: PreparedCall,
): Promise<unknown> {
  if (!waiting) return call.make(await sessions.open());
  const known = await waiting.find(call);
  if (known) {
    try {
      return await goOn(known);
    } catch (error) {
      // No call of a purged session waits.
      if (!(error instanceof BackstopProblemError) || error.status !== 404) throw error;
    }
  }
  const session = await sessions.open();
  try {
    return await call.make(session);
  } catch (error) {
    if (!(error instanceof ApprovalPendingError)) throw error;
    const { actionId, approvalId } = error;
    const params = call.task && { params: call.task.params };
    const own = { sessionId: session.id, actionId: actionId ?? '', approvalId, ...params };
    const kept = await waiting.keep(call, own).catch(() => null);
    // Another process may have asked for the same call at the same moment: one question is enough.
    if (kept?.actionId !== own.actionId) await call.giveUp(session, own);
    if (kept === null) throw new BackstopError(NOT_KEPT, { code: 'not-kept', actionId: own.actionId });
    return goOn(kept);
  }

  async function goOn(known: WaitingCall): Promise<unknown> {
    try {
      const answer = await onceDecided(sessions.resume(known.sessionId), known, waitMs, call);
      // The answer of a task is kept until its client has it.
      if (!call.task) await waiting?.forget(call);
      return answer;
    } catch (error) {
      if (call.signal.aborted ? !call.isCancelled() : staysOpen(error)) throw toToolError(error);
      if (!call.task || call.isCancelled()) await waiting?.forget(call);
      throw error;
    }
  }
}

/** Makes a call that waits, once it is decided. @throws ApprovalPendingError where it is not decided in time */
async function onceDecided(session: Session, known: WaitingCall, waitMs: number, call: PreparedCall): Promise<unknown> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    try {
      return await session.resume(known.actionId, () => call.make(session));
    } catch (error) {
      const left = deadline - Date.now();
      const waits = left > 0 && (call.task ? staysOpen(error) : error instanceof ApprovalPendingError);
      if (waits) await sleep(Math.min(call.task ? TASK_LOOK_MS : LOOK_MS, left), call.signal);
      if (call.isCancelled()) await call.giveUp(session, known);
      if (!waits || call.signal.aborted) throw error;
    }
  }
}

const NOT_KEPT =
  'A person has to approve this call, and backstop-mcp cannot write to its directory (--journal) what it waits for. ' +
  'The question was withdrawn, and the call did not run. Tell your user.';

/** A person has not decided yet, or nothing is known of the decision: the call can go on later. */
function staysOpen(error: unknown): boolean {
  return error instanceof ApprovalPendingError || (error instanceof BackstopError && error.isRetryable);
}

/** Tells a model what to do about a call that waits. */
function toToolError(error: unknown): unknown {
  if (!(error instanceof ApprovalPendingError)) return error;
  const { approvalId, actionId, url } = error;
  const page = url === null ? '' : `, ${url}`;
  return new BackstopError(
    `A person has to approve this call first (approval ${approvalId}${page}). It did not run. Do not make another call ` +
      'in its place. Continue with something else, and make exactly the same call again later: it runs once after the ' +
      'approval, and you get its answer.',
    { code: error.code, actionId },
  );
}
