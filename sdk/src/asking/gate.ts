import type { Json, JsonObject } from '../json.js';
import { inSpan } from '../wire/trace.js';
import type { OperationType } from '../wire/wire.js';
import { type FailureOutcome, outcomeOfFailure } from './failure.js';

/**
 * The answers of the client's own connection to a database right before the call. They are sent with the precapture
 * alone.
 */
export interface AgentConnection {
  /** The server's own identification. */
  readonly server: string;
  /** Left out if none is chosen. */
  readonly database?: string;
  /** The table that the name in the payload means there. Left out if there is none, or if it cannot be determined. */
  readonly table?: { readonly schema: string; readonly id?: string; readonly temporary: boolean };
  /** The schemas in which a bare name is looked for, the first one first. */
  readonly path: readonly string[];
  /** The settings that decide how values are read. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A call as the service is asked about it. */
export interface Call {
  /** `<connector>.<resource>.<verb>` */
  readonly apiName: string;
  readonly operationType: OperationType;
  readonly payload: JsonObject;
  /** Operations that a call of another name may do as well: what holds for them holds for it. See `covers.ts`. */
  readonly mayDo?: readonly string[];
  /** The id that the agent's framework gives the tool call. */
  readonly toolCallId?: string | undefined;
  readonly connection?: AgentConnection;
  /** True if the call waits inside a transaction, whose locks block others. */
  readonly holdsLocks?: boolean;
}

/** The arguments of a call after an operator edited them. */
export interface Edit {
  readonly from: JsonObject;
  readonly to: JsonObject;
  readonly reason: string | null;
}

export interface Verdict {
  readonly actionId: string;
  /** Set when an operator has to decide first. */
  readonly approvalId: string | null;
  /** True when nothing may really be run. */
  readonly simulated: boolean;
  /** Another process may have found the same action, so the call is begun before it runs. */
  readonly isShared?: boolean;
}

export type Outcome =
  | { readonly status: 'SUCCESS'; readonly response: Json; readonly payload: JsonObject }
  | FailureOutcome;

/**
 * The questions a governed call puts to the service. All but `confirm` and `giveUp` reject when the call must not run.
 */
export interface Gate {
  precapture(call: Call, actionId?: string): Promise<string>;
  ask(call: Call, precaptureId: string | null): Promise<Verdict>;
  /** Resolves with the payload an operator approved, which may be an edited one. @param signal ends the wait */
  wait(call: Call, approvalId: string, actionId: string, signal?: AbortSignal): Promise<JsonObject>;
  /**
   * Says that the call begins with this payload: of all processes that say so, one may run it. Resolves with what an
   * operator changed.
   */
  begin(actionId: string, payload: JsonObject, approvalId: string | null): Promise<Edit | null>;
  /** Takes back a call that its caller no longer wants and that has not run. Never rejects. */
  giveUp(actionId: string, approvalId: string | null): Promise<void>;
  /**
   * Reports the outcome. Never rejects because the service is away: the call has run, and its outcome is reported as
   * soon as possible.
   */
  confirm(actionId: string, outcome: Outcome): Promise<void>;
  /** Records a call that has run without being asked for. */
  report?(call: Call, outcome: Outcome): Promise<void>;
  needsPrecapture(apiName: string): boolean;
  /** Delivers the outcomes that are still to be confirmed. */
  flush(): Promise<void>;
}

/** The right to run one payload, once; tells the service how it ended. */
export interface Permit {
  readonly actionId: string;
  readonly payload: JsonObject;
  readonly simulated: boolean;
  /** A person has decided on it, and may have edited the payload. */
  readonly approved: boolean;
  /** The changes of that person; null when there are none. */
  readonly edit: Edit | null;
  succeed(response: Json): Promise<void>;
  /** `mayHaveRun`: the call may have taken effect, independent of the error. */
  fail(error: unknown, mayHaveRun?: boolean): Promise<void>;
}

interface Asking {
  /** Ends the wait for a decision. */
  readonly signal?: AbortSignal;
  /** Called as soon as there is an action, with the approval that it waits for. */
  asked?(actionId: string, approvalId: string | null): void;
  /** Called when a person has to decide first. */
  held?(): void;
}

/**
 * Precapture, ask, wait, begin, and precapture again when time has passed or the payload was edited.
 * @throws BackstopError when the call must not run
 */
export function admit(gate: Gate, call: Call, asking: Asking = {}): Promise<Permit> {
  return inSpan(`backstop ${call.apiName}`, { 'backstop.api_name': call.apiName }, () => ask(gate, call, asking));
}

async function ask(gate: Gate, call: Call, { signal, asked, held }: Asking): Promise<Permit> {
  const captures = gate.needsPrecapture(call.apiName);
  const precaptureId = captures ? await gate.precapture(call) : null;
  signal?.throwIfAborted();
  const { actionId, approvalId, simulated, isShared } = await gate.ask(call, precaptureId);
  asked?.(actionId, approvalId);
  let payload = call.payload;
  let edit: Edit | null = null;
  if (approvalId !== null) {
    held?.();
    payload = await gate.wait(call, approvalId, actionId, signal);
    signal?.throwIfAborted();
  }
  if (approvalId !== null || isShared) {
    edit = await gate.begin(actionId, payload, approvalId);
    if (captures && approvalId !== null) await recapture(gate, { ...call, payload }, actionId);
    if (signal?.aborted) await gate.giveUp(actionId, approvalId);
    signal?.throwIfAborted();
  }
  return {
    actionId,
    payload,
    simulated,
    approved: approvalId !== null,
    edit,
    succeed: (response) => gate.confirm(actionId, { status: 'SUCCESS', response, payload }),
    fail: (error, mayHaveRun) => gate.confirm(actionId, outcomeOfFailure(error, mayHaveRun)),
  };
}

/**
 * Asks for the last time before an approved call runs: if the service refuses it, the call does not run, and the
 * refusal is reported.
 */
async function recapture(gate: Gate, call: Call, actionId: string): Promise<void> {
  try {
    await gate.precapture(call, actionId);
  } catch (error) {
    await gate.confirm(actionId, outcomeOfFailure(error));
    throw error;
  }
}
