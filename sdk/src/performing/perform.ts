import { keyOf } from '../asking/asked-as.js';
import { toolCallOf } from '../asking/tool-call.js';
import { ApprovalRejectedError, ApprovalTimeoutError, CallFailedError } from '../errors.js';
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

/** The seconds for which the service holds one request, and the milliseconds after that until it counts as lost. */
const HOLD_SECONDS = 25;
const GRACE_MS = 15_000;
const DAY_MS = 86_400_000;

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
  const held = { timeoutMs: HOLD_SECONDS * 1000 + GRACE_MS, ...(signal && { signal }) };
  const path = `${session}/actions`;
  const action = await transport.request<ActionRecord>('POST', `${path}?wait=${HOLD_SECONDS}`, {
    ...held,
    body: { apiName, payload, perform: true, ...origin, timeoutMs: Math.max(5_000, Math.min(timeoutMs, 30 * DAY_MS)) },
    idempotent: keyOf({ apiName }) ?? true,
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

/** Waits for the outcome of a call that the service makes. @throws as `Session.perform` says */
export async function outcomeOf(
  transport: Transport,
  session: string,
  asked: ActionRecord,
  { timeoutMs = DAY_MS, signal }: PerformOptions,
): Promise<Json> {
  const deadline = Date.now() + timeoutMs;
  const held = { timeoutMs: HOLD_SECONDS * 1000 + GRACE_MS, ...(signal && { signal }) };
  let action = asked;
  while (action.performance !== null && action.performance.state !== 'done') {
    signal?.throwIfAborted();
    const left = deadline - Date.now();
    if (left <= 0) throw timedOut(action);
    const path = `${session}/actions/${encodeURIComponent(action.id)}`;
    action = await transport.request<ActionRecord>('GET', path, held).catch((error) => {
      signal?.throwIfAborted();
      throw error;
    });
    if (action.performance?.state !== 'done') await sleep(Math.min(500, left), signal);
  }
  return answerOf(action);
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
