/** Says whether a call took effect, and by which proof; imports nothing. Rules: docs/contract.md, "Evidence". */

/**
 * `answer`: the provider's own answer to this call, as its client reported it. `key`: a key that the call chose, that
 * was absent, and that another client cannot choose by accident. `version`, `transaction`: the provider's identifier of
 * this change. `author`: the provider's own author and time.
 */
export type ProofKind = 'answer' | 'key' | 'version' | 'transaction' | 'author';

/** A resource that looks as the call would have left it is no proof, so no kind of proof stands for it. */
export interface Proof {
  readonly happened: true;
  readonly by: ProofKind;
}

/** An operator orders the undo of a call without a proof. No connector answers this value. */
export interface OperatorsProof {
  readonly happened: true;
  readonly by: 'operator';
}

export const NOT_HAPPENED = { happened: false } as const;
export const UNKNOWN = { happened: 'unknown', isAsLeft: false } as const;
/** It looks as the call would have left it; another client may have done it. */
export const AS_LEFT = { happened: 'unknown', isAsLeft: true } as const;

/** Says a step of that, which an operator may force. */
export const UNPROVED =
  'It looks as the call would have left it; another client may have done it. Nothing was written; force undoes it all the same.';

/** The result of reading the resource of a call without a certain outcome. */
export type ProbedOutcome = Proof | typeof NOT_HAPPENED | typeof UNKNOWN | typeof AS_LEFT;

export const proved = (by: ProofKind): Proof => ({ happened: true, by });

/** The outcome of a call that took effect on all its parts, or on none. */
export function outcomeOfAll(parts: readonly ProbedOutcome[]): ProbedOutcome {
  const [first = UNKNOWN] = parts;
  if (parts.every(({ happened }) => happened === false)) return parts.length > 0 ? NOT_HAPPENED : UNKNOWN;
  if (!parts.every(isSeen)) return UNKNOWN;
  return parts.every(({ happened }) => happened === true) ? first : AS_LEFT;
}

/** The outcome of a call that may have taken effect on some of its parts: undoing it restores those. */
export function outcomeOfSome(parts: readonly ProbedOutcome[]): ProbedOutcome {
  const seen = parts.filter(isSeen);
  if (seen.length === 0 || !parts.every((part) => part.happened === false || isSeen(part))) return outcomeOfAll(parts);
  return outcomeOfAll(seen);
}

/**
 * True when the resource holds the state that the call would have left, whether or not the call is proved to be the
 * cause.
 */
export const isSeen = (found: ProbedOutcome): boolean =>
  found.happened === 'unknown' ? found.isAsLeft : found.happened;
