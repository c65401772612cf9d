import type { JsonObject } from '../json.js';
import { traceOf } from '../wire/trace.js';
import { alsoDoing } from './covers.js';
import type { Call, Outcome } from './gate.js';
import { toolCallOf } from './tool-call.js';

interface Begun {
  readonly call: Call;
  readonly snapshot: { readonly precaptureId?: string };
}

/** Calls that run while the service cannot be reached, until their outcome is known and can be reported. */
export class UngatedCalls {
  readonly #begun = new Map<string, Begun>();

  /** @returns a name for the call in place of the id of an action */
  begin(call: Call, snapshot: Begun['snapshot']): string {
    const id = crypto.randomUUID();
    this.#begun.set(id, { call, snapshot });
    return id;
  }

  has(id: string): boolean {
    return this.#begun.has(id);
  }

  /** The report of such a call, once; null for the id of an action. The name it had makes the report unique. */
  end(id: string, outcome: Outcome): { idempotencyKey: string; body: JsonObject } | null {
    const begun = this.#begun.get(id);
    if (!begun) return null;
    this.#begun.delete(id);
    const { apiName, operationType, payload } = begun.call;
    const { response } = outcome;
    // A report has no third outcome: without a refusal, a rollback takes a failure for what may have happened.
    const status = outcome.status === 'UNKNOWN' ? 'FAILED' : outcome.status;
    const origin = { ...toolCallOf(begun.call), ...traceOf() };
    const own = { apiName, operationType, payload, ...alsoDoing(begun.call), ...origin };
    const body = { ...own, response, status, violation: 'ungated', ...begun.snapshot };
    return { idempotencyKey: id, body };
  }
}
