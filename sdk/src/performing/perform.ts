import { GRACE_MS, type Hold, holdWithin, LONGEST_HOLD_SECONDS, pauseAsked } from '../asking/approval-wait.js';
import { keyOf } from '../asking/asked-as.js';
import { toolCallOf } from '../asking/tool-call.js';
import {
  ApprovalRejectedError,
  ApprovalTimeoutError,
  BackstopError,
  BackstopUnavailableError,
  CallFailedError,
} from '../errors.js';
import type { Json, JsonObject } from '../json.js';
import { sleep } from '../wire/runtime.js';
import { traceOf } from '../wire/trace.js';
import type { Transport } from '../wire/transport.js';
import type { ActionRecord } from '../wire/wire.js';

/** The limits of waiting for a call that the service makes. */
export interface PerformOptions {
  /** Milliseconds for an approval and the call together. Default 86 400 000. */
  readonly timeoutMs?: number;
  /** The id that the agent's framework gives the tool call. */
  readonly toolCallId?: string;
  /** Ends the waiting. A question that waits for a person is withdrawn; a call that has begun continues. */
  readonly signal?: AbortSignal;
}

const DAY_MS = 86_400_000;
/** The milliseconds between two reads of a call that is queued or runs. */
const POLL_MS = 500;

/** @throws as `Session.perform` says */
export async function perform(
  transport: Transport,
  session: string,
  apiName: string,
  payload: JsonObject,
  { timeoutMs = DAY_MS, toolCallId, signal }: PerformOptions,
): Promise<Json> {
  const deadline = Date.now() + timeoutMs;
  const origin = { ...toolCallOf({ toolCallId }), ...traceOf() };
  const path = `${session}/actions?wait=${LONGEST_HOLD_SECONDS}`;
  let mayBeAsked = false;
  const asking = transport.request<ActionRecord>('POST', path, {
    timeoutMs: LONGEST_HOLD_SECONDS * 1000 + GRACE_MS,
    ...(signal && { signal }),
    body: { apiName, payload, perform: true, ...origin, timeoutMs: Math.max(5_000, Math.min(timeoutMs, 30 * DAY_MS)) },
    idempotent: keyOf({ apiName }) ?? true,
    onUnanswered: () => {
      mayBeAsked = true;
    },
  });
  const action = await asking.catch((error: unknown) => {
    signal?.throwIfAborted();
    if (!(error instanceof BackstopError)) throw error;
    // A refusal that names an action is the outcome of this ask; another one says nothing about an earlier attempt.
    const isOutcome = error.actionId !== null && !(error instanceof BackstopUnavailableError);
    throw mayBeAsked && !isOutcome ? unanswered(apiName, error) : error;
  });
  try {
    return await outcomeOf(transport, session, action, { timeoutMs: deadline - Date.now(), ...(signal && { signal }) });
  } catch (error) {
    if (signal?.aborted || error instanceof ApprovalTimeoutError) await withdraw(transport, action);
    throw error;
  }
}

/** The caller no longer waits for the person. A call that was decided or has begun continues. */
async function withdraw(transport: Transport, { approval }: ActionRecord): Promise<void> {
  if (approval === null) return;
  const path = `/approvals/${encodeURIComponent(approval.id)}/withdraw`;
  await transport
    .request('POST', path, { repeat: false, timeoutMs: GRACE_MS, idempotent: true })
    .catch(() => undefined);
}

/**
 * Waits for the outcome of a call that the service makes, through outages and restarts of the service.
 * @throws as `Session.perform` says
 */
export async function outcomeOf(
  transport: Transport,
  session: string,
  asked: ActionRecord,
  { timeoutMs = DAY_MS, signal }: PerformOptions,
): Promise<Json> {
  const deadline = Date.now() + timeoutMs;
  let action = asked;
  while (isUnderWay(action)) {
    signal?.throwIfAborted();
    const begunAt = Date.now();
    if (begunAt >= deadline) throw timedOut(action);
    const seen = await next(transport, session, action, deadline, signal).catch(pauseAsked);
    if ('id' in seen) action = seen;
    const wanted = 'id' in seen ? 0 : seen.pauseMs;
    const pause = Math.min(Math.max(POLL_MS - (Date.now() - begunAt), wanted), deadline - Date.now());
    if (isUnderWay(action) && pause > 0) await sleep(pause, signal);
  }
  return answerOf(action);
}

const isUnderWay = ({ performance }: ActionRecord) => performance !== null && performance.state !== 'done';

/** Reads the action once, after a person's decision where it waits for one. It may wait for a person again. */
async function next(
  transport: Transport,
  session: string,
  { id, approval }: ActionRecord,
  deadline: number,
  signal?: AbortSignal,
): Promise<ActionRecord> {
  const read = <T>(path: string, { timeoutMs }: Hold, isHeld = false) =>
    transport.request<T>('GET', path, { timeoutMs, isHeld, repeat: false, ...(signal && { signal }) });
  if (approval?.status === 'PENDING') {
    const hold = holdWithin(deadline - Date.now());
    await read(`/approvals/${encodeURIComponent(approval.id)}?wait=${hold.seconds}`, hold, true).catch(unlessDecided);
  }
  return read(`${session}/actions/${encodeURIComponent(id)}`, holdWithin(deadline - Date.now()));
}

/** An approval whose call may not begin any more is refused; the action says whether the call had begun before. */
function unlessDecided(error: unknown): void {
  if (error instanceof BackstopError && (error.status === 403 || error.status === 409)) return;
  throw error;
}

function answerOf({
  id: actionId,
  apiName,
  status,
  response,
  approval,
  performance,
  refusal: why,
}: ActionRecord): Json {
  if (status === 'SUCCESS') return response;
  if (status === 'REJECTED') {
    if (approval?.status === 'REJECTED' || performance?.reason === undefined)
      throw new ApprovalRejectedError(why?.reason ?? null, by(why?.code), { code: 'approval-rejected', actionId });
    throw new CallFailedError(null, `${apiName} did not run: ${performance?.reason}.`, { code: 'not-begun', actionId });
  }
  const refusal = (response as { refusal?: { message?: string } } | null)?.refusal;
  const code = status === 'FAILED' ? 'call-refused' : 'outcome-unknown';
  const said = refusal?.message ?? 'Whether it took effect is not known; do not repeat it blindly.';
  throw new CallFailedError(response, `${apiName}: ${said}`, { code, actionId });
}

/** No person decided where the time was over, or where the agent or the service took the question back. */
const by = (code: string | undefined) => (code === 'rejected' || code === 'revoked' ? 'operator' : null);

const timedOut = ({ id: actionId, apiName }: ActionRecord) =>
  new ApprovalTimeoutError(`${apiName} has no outcome yet.`, { code: 'no-outcome', actionId });

/** Another ask would have another key, and be another call. */
const unanswered = (apiName: string, cause: BackstopError) =>
  new CallFailedError(
    null,
    `${apiName}: Backstop gave no usable answer when it was asked to make the call, and may have made it. Do not ` +
      'repeat it blindly; look at the actions of the session first. A function that makes the call inside of ' +
      'session.once(key, …) may run again as a whole: under its key it asks for the same call.',
    { code: 'outcome-unknown', status: cause.status, requestId: cause.requestId, cause },
  );
