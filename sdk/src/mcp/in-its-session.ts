import { ApprovalPendingError, BackstopError, BackstopProblemError } from '../errors.js';
import type { Session } from '../session.js';
import type { SameCall, WaitingCalls } from './state/waiting-calls.js';

/** The sessions in which a proxy's calls are asked for. */
export interface Sessions {
  /** Its own one, opened when it is first asked for. */
  open(): Promise<Session>;
  /** One in which a call of an earlier process waits. */
  resume(id: string): Session;
}

/** How a call is made in a session, and taken back there. */
export interface Making extends SameCall {
  make(session: Session): Promise<unknown>;
  giveUp(session: Session, pending: ApprovalPendingError): Promise<void>;
}

/**
 * Makes a call in the session where it waits already; otherwise in the proxy's own one.
 * @param waiting null where calls wait for their decision
 */
export async function inItsSession(sessions: Sessions, waiting: WaitingCalls | null, call: Making): Promise<unknown> {
  if (!waiting) return call.make(await sessions.open());
  const known = await waiting.find(call);
  if (known) {
    const session = sessions.resume(known.sessionId);
    try {
      const answer = await session.resume(known.actionId, () => call.make(session));
      await waiting.forget(call);
      return answer;
    } catch (error) {
      if (staysOpen(error)) throw told(error);
      await waiting.forget(call);
      // Of a session that was purged nothing waits any more.
      if (!(error instanceof BackstopProblemError) || error.status !== 404) throw error;
    }
  }
  const session = await sessions.open();
  try {
    return await call.make(session);
  } catch (error) {
    if (!(error instanceof ApprovalPendingError)) throw error;
    const own = { sessionId: session.id, actionId: error.actionId ?? '' };
    const kept = await waiting.keep(call, own).catch(() => null);
    if (kept?.actionId === own.actionId) throw told(error);
    await call.giveUp(session, error);
    if (kept === null) throw new BackstopError(NOT_KEPT, { code: 'not-kept', actionId: own.actionId });
    // Another process asked for the same call at the same moment: one question is enough.
    return inItsSession(sessions, waiting, call);
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
function told(error: unknown): unknown {
  if (!(error instanceof ApprovalPendingError)) return error;
  const { approvalId, actionId, url } = error;
  const page = url === null ? '' : `, ${url}`;
  return new BackstopError(
    `A person has to approve this call first (approval ${approvalId}${page}). It did not run. Do not make another call ` +
      'in its place. Go on with something else, and make exactly the same call again later: it runs once after the ' +
      'approval, and you get its answer.',
    { code: error.code, actionId },
  );
}
