/** The proof that a rollback accepts for a call's effect, and the messages without one. */
import type { ActionStatus, SettledAs, Violation } from '../actions/rules/action.js';
import type { Json } from '../connectors/connector.js';
import { type OperatorsProof, type ProbedOutcome, type Proof, proved, UNPROVED } from '../connectors/proof/proof.js';

/** The members of a call's record that a proof needs. */
export interface RecordedCall {
  readonly status: ActionStatus;
  readonly violation: Violation | null;
  /** The decision of the policies; null when none matched. */
  readonly decision: string | null;
  /** The provider's answer, as the client reported it; null when the client reported none. */
  readonly response: Json;
}

/** Null when nothing in the record shows that the call took effect. */
export function proofOf({ status, response }: RecordedCall): Proof | null {
  const isCertain = status === 'SUCCESS' || status === 'ROLLBACK_FAILED';
  return isCertain && response !== null ? proved('answer') : null;
}

/**
 * The finding on which a rollback acts after it read the resource of a call without a certain outcome: the result of
 * the read, or the word of the operator who forces the undo of an unproved call.
 */
export function operatorsProof(found: ProbedOutcome, isForced: boolean): ProbedOutcome | OperatorsProof {
  const isUnproved = found.happened === 'unknown' && found.isAsLeft;
  return isUnproved && isForced ? { happened: true, by: 'operator' } : found;
}

/**
 * The reason why a rollback that an API key started leaves a call to an operator; null when it undoes the call. The
 * same key wrote the record, so it may undo only a call that a policy let pass and that has a proof.
 * @param isWriting false when the call changed nothing that was captured, so that its undo writes nothing
 * @param read the proof from a read of the resource; null when it was not read
 */
export function leftToOperator(call: RecordedCall, isWriting: boolean, read: Proof | null = null): string | null {
  if (call.violation !== null || call.decision === 'BLOCK') return AGAINST_POLICY;
  return proofOf(call) || read || !isWriting ? null : WITHOUT_PROOF;
}

export const AGAINST_POLICY =
  'The call ran against a policy or an order, and an API key started this rollback: nothing was written. An operator has to roll back.';
export const WITHOUT_PROOF =
  'No answer of the provider shows that the call took effect, and an API key started this rollback: nothing was written. An operator has to roll back.';
export { UNPROVED };

/** The plan's warning about a call without a certain outcome. */
export const MAY_BE_UNPROVED =
  'Whether the call took effect is not certain: the rollback reads first. Where the resource looks as the call would have left it, another client may have done it: without a proof the call stays UNKNOWN, and force undoes it all the same.';
/** The plan's warning about a call that ran together with others, which a whole rollback undoes together. */
export const RAN_TOGETHER =
  'The call ran together with other calls of the session, as in one transaction. Undone alone, it may meet what they left: then nothing is written. A rollback of the session undoes them together.';
/** The detail of a step that an operator forced. */
export const FORCED_UNPROVED =
  'An operator forced it without a proof that the call took effect; another client may have done the same.';
/** The detail of a call whose transaction ran others that are not undone with it. */
export const SHARED =
  'The call met what older calls of the same transaction had left, which was never captured: nothing was written. Roll back from the oldest of them on, or the session as a whole.';

/**
 * The detail of a call that was captured before an older one on the same resource had ended, when that one is not
 * undone with it.
 */
export const OVERLAPPING =
  'An older call on the same resource had not ended when this one was captured, as in one transaction: what was captured may be from before both, and nothing was written. Roll back from the older one on, or the session as a whole.';

/** The details of a call whose effect a person settled: a rollback asks no provider about it and writes nothing. */
export const SETTLED: Readonly<Record<SettledAs, string>> = {
  undone: 'Settled by a person: undone by hand.',
  kept: 'Settled by a person: its effect is kept.',
};

/** True when this detail of a step asks for an operator and says nothing about the provider's data. */
export function asksForOperator(detail: string): boolean {
  return [AGAINST_POLICY, WITHOUT_PROOF, SHARED, OVERLAPPING].includes(detail);
}
