import {
  ApprovalPendingError,
  ApprovalTimeoutError,
  BackstopProblemError,
  BackstopUnavailableError,
  SessionClosedError,
} from '../errors.js';
import type { JsonObject } from '../json.js';
import type { Outbox } from '../outbox/outbox.js';
import { canonicalJson, payloadHash } from '../wire/canonical-json.js';
import type { Registry } from '../wire/registry.js';
import { traceOf } from '../wire/trace.js';
import type { Transport } from '../wire/transport.js';
import type { ActionRecord, ApprovalRecord, PrecaptureRecord, SessionRecord } from '../wire/wire.js';
import { type Hold, waitForDecision } from './approval-wait.js';
import { alsoDoing, isHeld } from './covers.js';
import type { Call, Gate, Outcome, Verdict } from './gate.js';
import type { WrapSettings } from './settings.js';
import { toolCallOf } from './tool-call.js';
import { UngatedCalls } from './ungated-calls.js';

/** Stands for the snapshot of a call that was not captured, because the service could not be reached. */
const NOT_CAPTURED = '';

/** The gate of one session and one wrapped client, over the service's routes. */
export class ServiceGate implements Gate {
  readonly #path: string;
  readonly #ungated = new UngatedCalls();

  constructor(
    private readonly transport: Transport,
    private readonly session: Pick<SessionRecord, 'id' | 'simulated'>,
    private readonly outbox: Outbox,
    private readonly registry: Registry,
    private readonly settings: WrapSettings,
  ) {
    this.#path = `/sessions/${encodeURIComponent(session.id)}/actions`;
  }

  needsPrecapture(apiName: string): boolean {
    this.registry.refresh();
    return this.registry.find(apiName)?.precapture === 'required';
  }

  async precapture(call: Call, actionId?: string): Promise<string> {
    const { apiName, payload, connection } = call;
    const body = {
      apiName,
      payload,
      ...(connection && { connection }),
      ...(actionId === undefined ? {} : { actionId }),
    };
    try {
      const capture = this.#post<PrecaptureRecord>(call, `${this.#path}/precapture`, body);
      return (await (actionId === undefined ? this.#open(capture) : capture)).precaptureId;
    } catch (error) {
      if (this.#runsUngated(call, error)) return NOT_CAPTURED;
      throw error;
    }
  }

  async ask(call: Call, precaptureId: string | null): Promise<Verdict> {
    const snapshot = precaptureId === null || precaptureId === NOT_CAPTURED ? {} : { precaptureId };
    let action: ActionRecord;
    try {
      action = await this.#ask(call, snapshot);
    } catch (error) {
      if (!this.#runsUngated(call, error)) throw error;
      const actionId = this.#ungated.begin(call, snapshot);
      return { actionId, approvalId: null, simulated: this.session.simulated };
    }
    if (
      action.status === 'CLEARED' &&
      !this.#requiresApproval(call) &&
      canonicalJson(action.payload) === canonicalJson(call.payload)
    ) {
      return { actionId: action.id, approvalId: null, simulated: action.simulated };
    }
    if (action.approval && (action.status === 'PENDING_APPROVAL' || action.status === 'CLEARED')) {
      return { actionId: action.id, approvalId: action.approval.id, simulated: action.simulated };
    }
    throw new BackstopProblemError(`The call was answered ${action.status} and did not run.`, null, [], {
      code: 'not-cleared',
      actionId: action.id,
    });
  }

  async wait(
    { payload, holdsLocks = false }: Call,
    approvalId: string,
    actionId: string,
    signal?: AbortSignal,
  ): Promise<JsonObject> {
    const path = `/approvals/${encodeURIComponent(approvalId)}`;
    // The wait itself repeats, at its own pace.
    const read = ({ seconds, timeoutMs }: Hold) =>
      this.transport.exchange<ApprovalRecord>('GET', `${path}?wait=${seconds}`, {
        timeoutMs,
        repeat: false,
        isHeld: true,
      });
    const timeoutMs = this.#waitsMs(holdsLocks);
    try {
      return await waitForDecision(read, actionId, { ...this.settings, timeoutMs }, signal, payload);
    } catch (error) {
      if (!holdsLocks || !(error instanceof ApprovalTimeoutError)) throw error;
      throw new ApprovalPendingError(
        `No person approved the call within the ${Math.round(timeoutMs / 1000)} s for which a transaction may wait ` +
          '(holdLocksMs). It did not run, and its transaction was rolled back. Make the calls that need an approval ' +
          'before the transaction begins, or run the transaction again when a person can decide.',
        { code: 'approval-pending', actionId, status: error.status, requestId: error.requestId },
      );
    }
  }

  confirm(actionId: string, outcome: Outcome): Promise<void> {
    const { id: sessionId } = this.session;
    const report = this.#ungated.end(actionId, outcome);
    if (report) return this.outbox.send({ kind: 'report', sessionId, ...report });
    const { status, response } = outcome;
    const body: JsonObject = { status, response };
    if (outcome.status === 'SUCCESS') body.payloadHash = payloadHash(outcome.payload);
    return this.outbox.send({ kind: 'confirmation', sessionId, actionId, body });
  }

  async report({ apiName, operationType, payload }: Call, { status, response }: Outcome): Promise<void> {
    const body = { apiName, operationType, payload, status, response };
    await this.transport.request<ActionRecord>('POST', this.#path, { body, idempotent: true });
  }

  flush(): Promise<void> {
    return this.outbox.flush();
  }

  #ask(call: Call, snapshot: object): Promise<ActionRecord> {
    const body = {
      apiName: call.apiName,
      operationType: call.operationType,
      payload: call.payload,
      ...alsoDoing(call),
      ...toolCallOf(call),
      ...traceOf(),
      timeoutMs: this.#waitsMs(call.holdsLocks),
      ...snapshot,
      ...(this.#requiresApproval(call) ? { status: 'PENDING_APPROVAL' } : {}),
    };
    return this.#open(this.#post<ActionRecord>(call, this.#path, body));
  }

  #waitsMs(holdsLocks = false): number {
    const { timeoutMs, holdLocksMs } = this.settings;
    return holdsLocks ? Math.min(timeoutMs, holdLocksMs) : timeoutMs;
  }

  /** A call that may run unasked is held up by a second of silence at most. */
  #post<T>(call: Call, path: string, body: object): Promise<T> {
    const post = (signal?: AbortSignal) =>
      this.transport.request<T>('POST', path, { body, idempotent: true, ...(signal && { signal }) });
    return this.#mayRunUngated(call) ? this.transport.whileAlive(post) : post();
  }

  #requiresApproval(call: Call): boolean {
    return isHeld(call, (apiName) => this.settings.requiresApproval(apiName));
  }

  #mayRunUngated(call: Call): boolean {
    return this.settings.allowsUnreachable && !this.#requiresApproval(call);
  }

  #runsUngated(call: Call, error: unknown): boolean {
    return this.#mayRunUngated(call) && error instanceof BackstopUnavailableError && !error.answered;
  }

  /** A conflict on asking means that the session permits nothing more. */
  async #open<T>(request: Promise<T>): Promise<T> {
    try {
      return await request;
    } catch (error) {
      if (!(error instanceof BackstopProblemError) || error.status !== 409) throw error;
      if (error.code.startsWith('idempotency')) throw error;
      throw new SessionClosedError(`${error.message} The call did not run; open a new session.`, error);
    }
  }
}
