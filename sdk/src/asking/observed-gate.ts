import type { JsonObject } from '../json.js';
import { environment, warn } from '../wire/runtime.js';
import type { Call, Edit, Gate, Outcome, Verdict } from './gate.js';

/** One question of a wrapped client to the service and its answer. It holds no payload. */
export interface CallEvent {
  /** `capture` the state before the call, `ask` for it, wait for an `approval`, report an `outcome` or a `read`. */
  readonly step: 'capture' | 'ask' | 'approval' | 'outcome' | 'read';
  /** The operation; null for an action that another client asked for. */
  readonly apiName: string | null;
  /** The action that the service recorded; null before there is one. */
  readonly actionId: string | null;
  /** The answer: `allowed`, `simulated`, `held` for an ask; the status of an outcome; `failed` with an `error`. */
  readonly result: string;
  /** The id of the approval or of the capture; null where there is none. */
  readonly reference: string | null;
  /** The error with which the question ended; null if it was answered. */
  readonly error: unknown;
  /** Between question and answer, in milliseconds. */
  readonly durationMs: number;
}

export type Observer = (event: CallEvent) => void;

type Answer = Pick<CallEvent, 'result'> & Partial<Pick<CallEvent, 'actionId' | 'reference'>>;

/** True if the program or the environment (`DEBUG=backstop`) asks for a line about each call. */
export function isDebugging(option: boolean | undefined): boolean {
  if (option !== undefined) return option;
  return (environment('DEBUG') ?? '').split(/[\s,]+/).some((name) => /^(\*|backstop(:\*)?)$/.test(name));
}

/** The observers that the options of a client ask for. */
export function observersOf(debug: boolean | undefined, onCall: Observer | undefined): readonly Observer[] {
  const printing: Observer = (event) => console.error(lineOf(event));
  return [...(isDebugging(debug) ? [printing] : []), ...(onCall ? [onCall] : [])];
}

/** A line about an event, for people. */
export function lineOf({ step, apiName, actionId, result, reference, error, durationMs }: CallEvent): string {
  const subject = step === 'outcome' ? actionId : step === 'approval' ? reference : apiName;
  const { code = 'error' } = (error ?? {}) as { code?: string };
  const failure = `${code}: ${error instanceof Error ? error.message : String(error)}`;
  const answer =
    step === 'ask' ? `${result === 'held' ? `waits for approval ${reference}` : result} (action ${actionId})` : result;
  const shown = error === null ? (step === 'capture' ? (reference ?? 'none, the service is away') : answer) : failure;
  return `backstop ${new Date().toISOString()} ${step}${step === 'outcome' ? ' of' : ''} ${subject}: ${shown}, ${durationMs} ms`;
}

/** Tells observers about each question to the service and about its answer. */
export class ObservedGate implements Gate {
  readonly #names = new Map<string, string>();

  constructor(
    private readonly gate: Gate,
    private readonly observers: readonly Observer[],
  ) {}

  needsPrecapture(apiName: string): boolean {
    return this.gate.needsPrecapture(apiName);
  }

  precapture(call: Call, actionId?: string): Promise<string> {
    const known = { step: 'capture', apiName: call.apiName, actionId: actionId ?? null } as const;
    return this.#observed(
      known,
      () => this.gate.precapture(call, actionId),
      (id) => ({ result: 'captured', reference: id || null }),
    );
  }

  async ask(call: Call, precaptureId: string | null): Promise<Verdict> {
    const { apiName } = call;
    const answer = ({ actionId, approvalId, simulated }: Verdict): Answer => {
      this.#names.set(actionId, apiName);
      return {
        result: approvalId !== null ? 'held' : simulated ? 'simulated' : 'allowed',
        actionId,
        reference: approvalId,
      };
    };
    return this.#observed({ step: 'ask', apiName, actionId: null }, () => this.gate.ask(call, precaptureId), answer);
  }

  wait(call: Call, approvalId: string, actionId: string, signal?: AbortSignal): Promise<JsonObject> {
    const known = { step: 'approval', apiName: this.#nameOf(actionId), actionId, reference: approvalId } as const;
    const run = () => this.gate.wait(call, approvalId, actionId, signal);
    return this.#observed(known, run, () => ({ result: 'approved' }));
  }

  begin(actionId: string, payload: JsonObject, approvalId: string | null): Promise<Edit | null> {
    return this.gate.begin(actionId, payload, approvalId);
  }

  giveUp(actionId: string, approvalId: string | null): Promise<void> {
    this.#names.delete(actionId);
    return this.gate.giveUp(actionId, approvalId);
  }

  async confirm(actionId: string, outcome: Outcome): Promise<void> {
    const known = { step: 'outcome', apiName: this.#nameOf(actionId), actionId } as const;
    this.#names.delete(actionId);
    await this.#observed(
      known,
      () => this.gate.confirm(actionId, outcome),
      () => ({ result: outcome.status }),
    );
  }

  async report(call: Call, outcome: Outcome): Promise<void> {
    const known = { step: 'read', apiName: call.apiName, actionId: null } as const;
    await this.#observed(
      known,
      async () => this.gate.report?.(call, outcome),
      () => ({ result: outcome.status }),
    );
  }

  flush(): Promise<void> {
    return this.gate.flush();
  }

  #nameOf(actionId: string): string | null {
    return this.#names.get(actionId) ?? null;
  }

  async #observed<T>(
    known: Pick<CallEvent, 'step' | 'apiName' | 'actionId'> & { readonly reference?: string },
    run: () => Promise<T>,
    answer: (value: T) => Answer,
  ): Promise<T> {
    const begun = Date.now();
    const tell = (end: Partial<CallEvent>) =>
      this.#tell({ reference: null, result: 'failed', error: null, ...known, ...end, durationMs: Date.now() - begun });
    try {
      const value = await run();
      tell(answer(value));
      return value;
    } catch (error) {
      tell({ error });
      throw error;
    }
  }

  #tell(event: CallEvent): void {
    for (const observe of this.observers) {
      try {
        observe(event);
      } catch (error) {
        warn(`The program's onCall failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
}
