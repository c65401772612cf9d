import type { JsonObject } from '../json.js';
import { environment } from '../wire/runtime.js';
import type { Call, Gate, Outcome, Verdict } from './gate.js';

/** True if the program or the environment (`DEBUG=backstop`) asks for a line about each call. */
export function isDebugging(option: boolean | undefined): boolean {
  if (option !== undefined) return option;
  return (environment('DEBUG') ?? '').split(/[\s,]+/).some((name) => /^(\*|backstop(:\*)?)$/.test(name));
}

/** Writes a line about each question to the service and about its answer, without payloads. */
export class DebugGate implements Gate {
  constructor(
    private readonly gate: Gate,
    private readonly write: (line: string) => void = (line) => console.error(line),
  ) {}

  needsPrecapture(apiName: string): boolean {
    return this.gate.needsPrecapture(apiName);
  }

  precapture(call: Call, actionId?: string): Promise<string> {
    const run = () => this.gate.precapture(call, actionId);
    return this.#told(`capture ${call.apiName}`, run, (id) => id || 'none, the service is away');
  }

  ask(call: Call, precaptureId: string | null): Promise<Verdict> {
    const verdict = ({ actionId, approvalId, simulated }: Verdict) =>
      `${approvalId === null ? 'allowed' : `waits for approval ${approvalId}`}${simulated ? ', simulated' : ''} (action ${actionId})`;
    return this.#told(`ask ${call.apiName}`, () => this.gate.ask(call, precaptureId), verdict);
  }

  wait(approvalId: string, actionId: string, signal?: AbortSignal, holdsLocks?: boolean): Promise<JsonObject> {
    const run = () => this.gate.wait(approvalId, actionId, signal, holdsLocks);
    return this.#told(`approval ${approvalId}`, run, () => 'approved');
  }

  confirm(actionId: string, outcome: Outcome): Promise<void> {
    return this.#told(
      `outcome of ${actionId}`,
      () => this.gate.confirm(actionId, outcome),
      () => outcome.status,
    );
  }

  async report(call: Call, outcome: Outcome): Promise<void> {
    const run = async () => this.gate.report?.(call, outcome);
    await this.#told(`read ${call.apiName}`, run, () => outcome.status);
  }

  flush(): Promise<void> {
    return this.gate.flush();
  }

  async #told<T>(what: string, run: () => Promise<T>, answer: (value: T) => string): Promise<T> {
    const begun = Date.now();
    const line = (how: string) =>
      this.write(`backstop ${new Date().toISOString()} ${what}: ${how}, ${Date.now() - begun} ms`);
    try {
      const value = await run();
      line(answer(value));
      return value;
    } catch (error) {
      const { code = 'error' } = error as { code?: string };
      line(`${code}: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    }
  }
}
