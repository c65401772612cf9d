import type { Call, Gate, Outcome, Verdict } from '../../src/asking/gate.js';
import { ApprovalRejectedError } from '../../src/errors.js';
import type { JsonObject } from '../../src/json.js';

export interface Asked extends Call {
  readonly actionId: string;
  readonly precaptured: boolean;
}

/** A gate that answers as the test says and keeps the calls it was asked for. */
export class RecordingGate implements Gate {
  readonly asked: Asked[] = [];
  readonly precaptures: { apiName: string; payload: JsonObject; actionId: string | undefined }[] = [];
  readonly givenUp: string[] = [];
  readonly outcomes: { actionId: string; outcome: Outcome }[] = [];
  /** Every question in the order it was put. */
  readonly log: string[] = [];
  simulated = false;
  refuse: Error | null = null;
  decide: ((payload: JsonObject) => Promise<JsonObject>) | null = null;

  needsPrecapture(apiName: string): boolean {
    return apiName.startsWith('postgres.rows.');
  }

  async precapture({ apiName, payload }: Call, actionId?: string): Promise<string> {
    this.log.push(actionId ? 'precapture again' : 'precapture');
    this.precaptures.push({ apiName, payload, actionId });
    return `capture-${this.precaptures.length}`;
  }

  async ask(call: Call, precaptureId: string | null): Promise<Verdict> {
    this.log.push('ask');
    if (this.refuse) throw this.refuse;
    const actionId = `action-${this.asked.length + 1}`;
    this.asked.push({ ...call, actionId, precaptured: precaptureId !== null });
    return { actionId, approvalId: this.decide ? `approval-${actionId}` : null, simulated: this.simulated };
  }

  async wait(_call: Call, _approvalId: string, actionId: string): Promise<JsonObject> {
    this.log.push('wait');
    const asked = this.asked.find((candidate) => candidate.actionId === actionId);
    if (!asked || !this.decide) throw new ApprovalRejectedError('unknown', null, { code: 'approval-rejected' });
    return this.decide(asked.payload);
  }

  async begin(): Promise<null> {
    this.log.push('begin');
    return null;
  }

  async giveUp(actionId: string): Promise<void> {
    this.log.push('give up');
    this.givenUp.push(actionId);
  }

  async confirm(actionId: string, outcome: Outcome): Promise<void> {
    this.log.push(outcome.status);
    this.outcomes.push({ actionId, outcome });
  }

  async flush(): Promise<void> {
    this.log.push('flush');
  }

  get statuses(): string[] {
    return this.outcomes.map(({ actionId, outcome }) => `${actionId} ${outcome.status}`);
  }

  get operations(): string[] {
    return this.asked.map(({ apiName }) => apiName.slice('postgres.'.length));
  }
}
