import {
  AlreadyRunError,
  ApprovalPendingError,
  ApprovalTimeoutError,
  BackstopError,
  type BackstopErrorDetails,
  BackstopProblemError,
  BackstopUnavailableError,
  PolicyBlockedError,
  SessionClosedError,
} from '../errors.js';
import type { JsonObject } from '../json.js';
import type { Outbox } from '../outbox/outbox.js';
import { factsOf } from '../wire/action-status.js';
import { canonicalJson, payloadHash } from '../wire/canonical-json.js';
import type { Registry } from '../wire/registry.js';
import { traceOf } from '../wire/trace.js';
import type { Answer, Transport } from '../wire/transport.js';
import type { ActionRecord, ApprovalRecord, PrecaptureRecord, SessionRecord } from '../wire/wire.js';
import { decided, type Hold, waitForDecision } from './approval-wait.js';
import { keyOf, resumedBy, takeResumed } from './asked-as.js';
import { alsoDoing, isHeld } from './covers.js';
import { outcomeOfFailure } from './failure.js';
import type { Call, Edit, Gate, Outcome, Verdict } from './gate.js';
import type { WrapSettings } from './settings.js';
import { toolCallOf } from './tool-call.js';
import { UngatedCalls } from './ungated-calls.js';

/** Stands for the snapshot of a call that was not captured, because the service could not be reached. */
const NOT_CAPTURED = '';
/** Milliseconds for taking a call back: its approval ends by itself, and a caller that gave up does not wait longer. */
const WITHDRAW_WITHIN_MS = 5_000;
/** An approval says what becomes of a call with one of these statuses. */
const UNDER_APPROVAL: readonly ActionRecord['status'][] = ['PENDING_APPROVAL', 'CLEARED', 'REJECTED'];

type AskingSession = Pick<SessionRecord, 'id' | 'simulated'> & {
  /** Has the session wait for outcomes that are still to be reported before it is completed. */
  track<T>(reporting: Promise<T>): Promise<T>;
};

/** The gate of one session and one wrapped client, over the service's routes. */
export class ServiceGate implements Gate {
  readonly #path: string;
  readonly #ungated = new UngatedCalls();
  /** The calls that this process has begun, until their outcome is reported. */
  readonly #begun = new Set<string>();

  constructor(
    private readonly transport: Transport,
    private readonly session: AskingSession,
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
    if (actionId === undefined && resumedBy(call, this.session.id)) return NOT_CAPTURED;
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
    const resumed = resumedBy(call, this.session.id);
    if (resumed) {
      takeResumed();
      return { ...this.#verdictOn(resumed, call), isShared: true };
    }
    const snapshot = precaptureId === null || precaptureId === NOT_CAPTURED ? {} : { precaptureId };
    const key = keyOf(call);
    let action: ActionRecord;
    try {
      action = await this.#ask(call, snapshot, key ?? true);
    } catch (error) {
      if (!this.#runsUngated(call, error)) throw error;
      const actionId = this.#ungated.begin(call, snapshot);
      return { actionId, approvalId: null, simulated: this.session.simulated };
    }
    return { ...this.#verdictOn(action, call), isShared: key !== null };
  }

  #verdictOn(action: ActionRecord, call: Call): Verdict {
    const { id: actionId, approval, status, simulated, refusal, policy } = action;
    if (approval && UNDER_APPROVAL.includes(status)) return { actionId, approvalId: approval.id, simulated };
    const isAsAsked = canonicalJson(action.payload) === canonicalJson(call.payload);
    if (status === 'CLEARED' && !this.#requiresApproval(call) && isAsAsked)
      return { actionId, approvalId: null, simulated };
    const details = { code: 'not-cleared', actionId };
    if (factsOf(status).hasOutcome)
      throw new AlreadyRunError(status, recordOf(action), { ...details, code: 'already-run' });
    if (status === 'BLOCKED')
      throw new PolicyBlockedError(refusal?.reason ?? 'A policy blocks it.', policy.policyIds, details);
    throw new BackstopProblemError(`The call was answered ${status} and did not run.`, null, [], details);
  }

  async wait(
    { payload, holdsLocks = false }: Call,
    approvalId: string,
    actionId: string,
    signal?: AbortSignal,
  ): Promise<JsonObject> {
    const path = approvalPath(approvalId);
    if (this.settings.throwsPending) return this.#decidedNow(approvalId, actionId, payload);
    let url: string | null = null;
    // The wait itself repeats, at its own pace.
    const read = async ({ seconds, timeoutMs }: Hold) => {
      const held = { timeoutMs, repeat: false, isHeld: true, ...(signal && { signal }) };
      const answer = await this.transport.exchange<ApprovalRecord>('GET', `${path}?wait=${seconds}`, held);
      url = answer.data.url;
      return answer;
    };
    const timeoutMs = this.#waitsMs(holdsLocks);
    try {
      return await waitForDecision(read, actionId, { ...this.settings, timeoutMs }, signal, payload);
    } catch (error) {
      if (!(error instanceof ApprovalTimeoutError)) throw error;
      // Without an answer it is the time of this process that is over.
      if (error.status === 0 && this.settings.withdraws) await this.giveUp(actionId, approvalId);
      if (!holdsLocks) throw error;
      throw new ApprovalPendingError(
        `No person approved the call within the ${Math.round(timeoutMs / 1000)} s for which a transaction may wait ` +
          '(holdLocksMs). It did not run, and its transaction was rolled back. Make the calls that need an approval ' +
          'before the transaction begins, or run the transaction again when a person can decide.',
        approvalId,
        url,
        { code: 'approval-pending', actionId, status: error.status, requestId: error.requestId },
      );
    }
  }

  async #decidedNow(approvalId: string, actionId: string, asked: JsonObject): Promise<JsonObject> {
    const answer = await this.#approval(approvalId);
    const { status, requestId, data } = answer;
    if (data.status !== 'PENDING') return decided(answer, actionId, asked);
    throw new ApprovalPendingError(
      `A person has to approve the call first (${data.url}). It has not run. Do not ask for another one like it; the ` +
        'same call can continue after the decision.',
      approvalId,
      data.url,
      { code: 'approval-pending', actionId, status, requestId },
    );
  }

  #approval(approvalId: string, options: object = {}): Promise<Answer<ApprovalRecord>> {
    return this.transport.exchange<ApprovalRecord>('GET', approvalPath(approvalId), options);
  }

  /** Each attempt is a claim of its own: a second one in this process must not run the call again either. */
  async begin(actionId: string, payload: JsonObject, approvalId: string | null): Promise<Edit | null> {
    try {
      return await this.#claim(actionId, { payloadHash: payloadHash(payload) });
    } catch (error) {
      if (!(error instanceof BackstopProblemError)) throw error;
      const details = { code: error.code, actionId, status: error.status, requestId: error.requestId };
      if (error.code === 'already-begun') throw await this.#alreadyRun(actionId, details);
      // The approval says why it does not count any more.
      if (error.code === 'not-approved' && approvalId !== null)
        decided(await this.#approval(approvalId), actionId, payload);
      throw new SessionClosedError(`${error.message} The call did not run.`, details);
    }
  }

  async #claim(actionId: string, more: object, options: object = {}): Promise<Edit | null> {
    const body = { status: 'CLEARED', claim: crypto.randomUUID(), ...more };
    const path = `${this.#path}/${encodeURIComponent(actionId)}`;
    const { edited } = await this.transport.request<ActionRecord>('PATCH', path, { body, ...options });
    this.#begun.add(actionId);
    return edited;
  }

  async #alreadyRun(actionId: string, details: BackstopErrorDetails): Promise<AlreadyRunError> {
    const path = `${this.#path}/${encodeURIComponent(actionId)}`;
    const action = await this.transport.request<ActionRecord>('GET', path);
    return new AlreadyRunError(action.status === 'CLEARED' ? 'UNKNOWN' : action.status, recordOf(action), details);
  }

  /**
   * An approval that was given meanwhile is not the agent's to take back: then the call is reported as not made, unless
   * another process has begun it.
   */
  giveUp(actionId: string, approvalId: string | null): Promise<void> {
    return this.session.track(this.#takeBack(actionId, approvalId));
  }

  async #takeBack(actionId: string, approvalId: string | null): Promise<void> {
    const once = { repeat: false, timeoutMs: WITHDRAW_WITHIN_MS };
    try {
      if (approvalId !== null && (await this.#withdraws(approvalId, once))) return;
      if (!this.#begun.has(actionId) && !this.#ungated.has(actionId)) await this.#claim(actionId, {}, once);
      const error = new BackstopError('The caller ended the call before it ran.', { code: 'aborted', actionId });
      await this.confirm(actionId, outcomeOfFailure(error));
    } catch {
      // The approval ends by itself.
    }
  }

  /** @returns whether nothing more is to be said of the call */
  async #withdraws(approvalId: string, once: object): Promise<boolean> {
    try {
      await this.transport.request('POST', `${approvalPath(approvalId)}/withdraw`, { ...once, idempotent: true });
      return true;
    } catch (error) {
      if (!(error instanceof BackstopProblemError)) throw error;
      const { data } = await this.#approval(approvalId, once);
      return data.actionStatus !== 'CLEARED';
    }
  }

  confirm(actionId: string, outcome: Outcome): Promise<void> {
    const { id: sessionId } = this.session;
    this.#begun.delete(actionId);
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

  #ask(call: Call, snapshot: object, idempotent: string | true): Promise<ActionRecord> {
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
    return this.#open(this.#post<ActionRecord>(call, this.#path, body, idempotent));
  }

  #waitsMs(holdsLocks = false): number {
    const { timeoutMs, holdLocksMs } = this.settings;
    return holdsLocks ? Math.min(timeoutMs, holdLocksMs) : timeoutMs;
  }

  /** A call that may run unasked is held up by a second of silence at most. */
  #post<T>(call: Call, path: string, body: object, idempotent: string | true = true): Promise<T> {
    const post = (signal?: AbortSignal) =>
      this.transport.request<T>('POST', path, { body, idempotent, ...(signal && { signal }) });
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

const recordOf = ({ response, approval, edited }: ActionRecord) => ({
  response,
  edited,
  approvalId: approval?.id ?? null,
});

const approvalPath = (id: string) => `/approvals/${encodeURIComponent(id)}`;
