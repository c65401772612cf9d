/** The reasons why an operator should look at a session (`GET /sessions/dirty`). */
export type DirtyReason =
  /** Executed, and still in the world after a rollback: a conflict, nothing that undoes it, or not part of the rollback. */
  | 'not-undone'
  /** A rollback is under way still, or tried to undo it and failed. */
  | 'rollback-incomplete'
  /** Approved, and the agent has not reported an outcome yet. */
  | 'unconfirmed-approval'
  /** The call ran, or was asked for, against the rules. */
  | 'violation'
  /** It is not known whether the call took effect. */
  | 'unknown-outcome';

export interface Dirt {
  readonly reason: DirtyReason;
  /** The number of actions that the reason concerns. */
  readonly actions: number;
  /** The first of them, as logged; at most 20. */
  readonly actionIds: readonly string[];
}

const ORDER: readonly DirtyReason[] = [
  'not-undone',
  'rollback-incomplete',
  'unconfirmed-approval',
  'violation',
  'unknown-outcome',
];

/**
 * All reasons in their stable order, from the session's actions and a running rollback; empty when the session is
 * clean.
 */
export function reasonsOf(rollbackRuns: boolean, found: readonly Dirt[]): Dirt[] {
  const reasons = found.filter(({ actions }) => actions > 0);
  // The reason also holds between the last step of the rollback and its end.
  if (rollbackRuns && !reasons.some(({ reason }) => reason === 'rollback-incomplete')) {
    reasons.push({ reason: 'rollback-incomplete', actions: 0, actionIds: [] });
  }
  return reasons.sort((a, b) => ORDER.indexOf(a.reason) - ORDER.indexOf(b.reason));
}
