import { waitForDecision } from './approval-wait.js';
import { canonicalJson, payloadHash } from './canonical-json.js';
import type { Confirmations } from './confirmations.js';
import { BackstopProblemError, SessionClosedError } from './errors.js';
import type { Call, Gate, Outcome, Verdict } from './gate.js';
import type { JsonObject } from './json.js';
import type { WrapSettings } from './options.js';
import type { Transport } from './transport.js';
import type { ActionRecord, ApprovalRecord, PrecaptureRecord, RegistryEntry } from './wire.js';

/** The gate of one session and one wrapped client, over the service's routes. */
export class ServiceGate implements Gate {
  readonly #path: string;
  readonly #captured: ReadonlySet<string>;

  constructor(
    private readonly transport: Transport,
    sessionId: string,
    private readonly confirmations: Confirmations,
    registry: readonly RegistryEntry[],
    private readonly settings: WrapSettings,
  ) {
    this.#path = `/sessions/${encodeURIComponent(sessionId)}/actions`;
    this.#captured = new Set(registry.filter((entry) => entry.precapture === 'required').map((entry) => entry.apiName));
  }

  needsPrecapture(apiName: string): boolean {
    return this.#captured.has(apiName);
  }

  async precapture({ apiName, payload }: Call, actionId?: string): Promise<string> {
    const body = { apiName, payload, ...(actionId === undefined ? {} : { actionId }) };
    const request = { body, idempotent: true };
    const capture = this.transport.request<PrecaptureRecord>('POST', `${this.#path}/precapture`, request);
    return (await (actionId === undefined ? this.#open(capture) : capture)).precaptureId;
  }

  async ask(call: Call, precaptureId: string | null): Promise<Verdict> {
    const wantsApproval = this.settings.requiresApproval(call.apiName);
    const body = {
      apiName: call.apiName,
      operationType: call.operationType,
      payload: call.payload,
      timeoutMs: this.settings.timeoutMs,
      ...(precaptureId === null ? {} : { precaptureId }),
      ...(wantsApproval ? { status: 'PENDING_APPROVAL' } : {}),
    };
    const action = await this.#open(
      this.transport.request<ActionRecord>('POST', this.#path, { body, idempotent: true }),
    );
    if (
      action.status === 'CLEARED' &&
      !wantsApproval &&
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

  wait(approvalId: string, actionId: string): Promise<JsonObject> {
    const read = (holdSeconds: number) =>
      this.transport.request<ApprovalRecord>(
        'GET',
        `/approvals/${encodeURIComponent(approvalId)}?wait=${holdSeconds}`,
        { timeoutMs: (holdSeconds + 15) * 1000 },
      );
    return waitForDecision(read, actionId, this.settings);
  }

  confirm(actionId: string, outcome: Outcome): Promise<void> {
    const { status, response } = outcome;
    const hash = outcome.status === 'SUCCESS' ? { payloadHash: payloadHash(outcome.payload) } : {};
    return this.confirmations.send({ actionId, body: { status, response, ...hash } });
  }

  async report({ apiName, operationType, payload }: Call, { status, response }: Outcome): Promise<void> {
    const body = { apiName, operationType, payload, status, response };
    await this.transport.request<ActionRecord>('POST', this.#path, { body, idempotent: true });
  }

  flush(): Promise<void> {
    return this.confirmations.flush();
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
