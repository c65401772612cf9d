/** What shows that a call took effect; imports types only. */
import type { ActionStatus, Violation } from '../actions/rules/action.js';
import type { Json } from '../connectors/connector.js';

/**
 * `answer`: the provider's own answer to this call, as its client reported it. `key`: a key that the call chose, and that
 * was absent. `version`, `transaction`: what the provider gave to this change. `author`: the provider's own author and
 * time. That a resource looks as the call would have left it is none (docs/contract.md, "Evidence"): there is no word for it.
 */
export interface Proof {
  readonly happened: true;
  readonly by: 'answer' | 'key' | 'version' | 'transaction' | 'author';
}

/** What the ledger keeps of a call. */
export interface RecordedCall {
  readonly status: ActionStatus;
  readonly violation: Violation | null;
  /** What the policies said; null: nothing. */
  readonly decision: string | null;
  /** What its client reported as the provider's answer; null: nothing. */
  readonly response: Json;
}

/** Null: nothing in the record shows that it took effect. */
export function proofOf({ status, response }: RecordedCall): Proof | null {
  const isCertain = status === 'SUCCESS' || status === 'ROLLBACK_FAILED';
  return isCertain && response !== null ? { happened: true, by: 'answer' } : null;
}

/**
 * Why a rollback that an API key started leaves a call to an operator; null: it undoes it. The same key wrote the
 * record, so that only what a policy let pass, and what has a proof, is undone by the same key.
 * @param isWriting false: the call changed nothing that was captured, and its undo writes nothing
 */
export function leftToOperator(call: RecordedCall, isWriting: boolean): string | null {
  if (call.violation !== null || call.decision === 'BLOCK') return AGAINST_POLICY;
  return proofOf(call) || !isWriting ? null : WITHOUT_PROOF;
}

export const AGAINST_POLICY =
  'The call ran against a policy or an order, and an API key started this rollback: nothing was written. An operator has to roll back.';
export const WITHOUT_PROOF =
  'No answer of the provider shows that the call took effect, and an API key started this rollback: nothing was written. An operator has to roll back.';
/** Of one call among several that one transaction ran. */
export const SHARED =
  'The call met what older calls of the same transaction had left, which was never captured: nothing was written. Roll the session back as a whole.';

/** Whether these words about a step ask for an operator, and are not about what the provider holds. */
export function asksForOperator(detail: string): boolean {
  return [AGAINST_POLICY, WITHOUT_PROOF, SHARED].includes(detail);
}
