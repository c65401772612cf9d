import { ApprovalTimeoutError, BackstopError, BackstopProblemError, SessionClosedError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { rebuild } from '../method-client/recording/rebuild.js';
import type { Session } from '../session.js';
import { canonicalJson } from '../wire/canonical-json.js';
import { deliverReports } from './after.js';
import type { HookOptions } from './arguments.js';
import { type AskedTool, askedTool, callKey, hashesOf } from './call.js';
import type { HookDecision, HookEvent } from './event.js';
import { type HookService, UnreachableError } from './service.js';
import { snapshotOf } from './snapshots.js';
import type { HookStore, WaitingCall } from './store.js';
import { touchedBy } from './touched.js';

/** A call before its tool runs, with all that decides about it. */
interface PendingToolCall {
  readonly event: HookEvent;
  readonly store: HookStore;
  readonly service: HookService;
  readonly asked: AskedTool;
}

/** The call that may run: as it was asked for, or as an operator edited it. */
interface Permitted {
  /** Null when the hook did not ask the service. */
  readonly actionId: string | null;
  readonly sessionId: string | null;
  readonly payload: JsonObject;
  readonly edited: JsonObject | null;
}

const WAITS =
  'It did not run. Continue with something else, and make exactly the same call again later: it runs once the operator has approved it.';
const TAKEN = 'Another call with the same arguments has used this approval. It did not run.';
const SIMULATED = 'Simulated: the key is a test key, so nothing runs.';

/** Asks for a tool call before it runs, and keeps the files that it may change. */
export async function before(
  event: HookEvent,
  store: HookStore,
  service: HookService,
  options: HookOptions,
): Promise<HookDecision> {
  const beginning = { event, store, service, asked: await askedTool(event, options) };
  try {
    const verdict = await service.unlessUnreachable(askFor(beginning));
    if (verdict.simulated) return { kind: 'deny', reason: SIMULATED };
    if (verdict.waiting) return await decided(beginning, verdict.waiting);
    const { actionId, sessionId } = verdict;
    await keep(beginning, { actionId, sessionId, payload: beginning.asked.recorded.json, edited: null });
    return { kind: 'pass' };
  } catch (error) {
    if (error instanceof UnreachableError) return decideUnreachable(beginning, options, error);
    if (error instanceof BackstopError) return { kind: 'deny', reason: error.message };
    throw error;
  }
}

/** A session that was closed meanwhile is followed by another one. @throws BackstopError */
async function askFor(beginning: PendingToolCall) {
  const { service, store, event } = beginning;
  const known = await store.session();
  const session = await service.session(store, event.harness);
  try {
    return await askIn(session, beginning);
  } catch (error) {
    const isGone = error instanceof BackstopProblemError && error.status === 404;
    if (!known || !(isGone || error instanceof SessionClosedError)) throw error;
    return askIn(await service.session(store, event.harness, known), beginning);
  }
}

async function askIn(session: Session, { event, store, service, asked }: PendingToolCall) {
  const { id: sessionId } = session;
  await deliverReports(store, sessionId, service);
  const known = await store.takeWaiting(asked.key);
  if (known?.sessionId === sessionId) return { ...known, simulated: false, waiting: known };
  const { actionId, approvalId, simulated } = await service.gate(session, event.harness).ask(asked.call, null);
  const waiting: WaitingCall | null = approvalId === null ? null : { actionId, approvalId, sessionId };
  return { actionId, sessionId, simulated, waiting };
}

/** Waits for the operator, for as long as the harness may be kept waiting. @throws BackstopError */
async function decided(beginning: PendingToolCall, waiting: WaitingCall): Promise<HookDecision> {
  const { event, store, service, asked } = beginning;
  const { actionId, approvalId, sessionId } = waiting;
  const session = service.known({ id: sessionId, agentId: '', intent: '', simulated: false });
  // A hook that is killed while it waits leaves the approval to the next try.
  await store.putWaiting(asked.key, waiting);
  const gate = service.gate(session, event.harness, service.waitMs);
  let payload: JsonObject;
  try {
    payload = await gate.wait(asked.call, approvalId, actionId);
  } catch (error) {
    // The hook's own time is over, and that of the approval is not.
    if (error instanceof ApprovalTimeoutError && error.status === 0)
      return { kind: 'deny', reason: `This call waits for an operator (approval ${approvalId}). ${WAITS}` };
    await store.takeWaiting(asked.key);
    throw error;
  }
  // Two hooks may have waited for the same call; one of them may run it.
  if (!(await store.takeWaiting(asked.key))) return { kind: 'deny', reason: TAKEN };
  await gate.begin(actionId, payload, approvalId);
  const isEdited = canonicalJson(payload) !== canonicalJson(asked.recorded.json);
  const edited = isEdited ? (rebuild(asked.touched.input, asked.recorded, payload) as JsonObject) : null;
  await keep(beginning, { actionId, sessionId, payload, edited });
  const reason = edited ? 'An operator approved this call with other arguments.' : 'An operator approved this call.';
  return { kind: 'allow', reason, input: edited };
}

/** The service is away, so the person in front of the harness decides. */
async function decideUnreachable(
  beginning: PendingToolCall,
  { whenAway }: HookOptions,
  error: UnreachableError,
): Promise<HookDecision> {
  const reason = `Backstop cannot be reached (${error.message}), so no policy has seen this call.`;
  if (whenAway === 'deny') return { kind: 'deny', reason: `${reason} It did not run.` };
  const payload = beginning.asked.recorded.json;
  await keep(beginning, { actionId: null, sessionId: null, payload, edited: null });
  return whenAway === 'pass' ? { kind: 'pass' } : { kind: 'ask', reason: `${reason} Run it all the same?` };
}

/** Keeps the files before the call, and what its end is compared with. */
async function keep({ event, store, asked }: PendingToolCall, permitted: Permitted): Promise<void> {
  const { edited, ...known } = permitted;
  // An operator may have named another file.
  const { changes } = edited ? await touchedBy(event.tool, edited, event.directory) : asked.touched;
  const files = await Promise.all(
    changes.map(async (path) => ({ path, before: await snapshotOf(path, store.keep), after: null })),
  );
  const { apiName, operationType } = asked.call;
  await store.putCall(callKey(event), {
    ...{ tool: event.tool, apiName, operationType, ...known },
    ...{ given: hashesOf(edited ?? event.input), toolCallId: event.callId, at: Date.now(), files },
    ...{ state: 'begun', report: null },
  });
}
