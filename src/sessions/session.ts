import type { DisplayStatus, SessionStatus } from '../contract/session-statuses.js';

export type { DisplayStatus, SessionStatus };

/** The stored state of a session, which decides the status it shows and the commands it permits. */
export interface SessionState {
  readonly status: SessionStatus;
  readonly simulated: boolean;
  readonly success: number;
  readonly reads: number;
  readonly failed: number;
  readonly pendingApproval: number;
  /** The number of approvals to be decided: for calls that wait, and for reviews of calls that ran. */
  readonly openApprovals: number;
  readonly cleared: number;
  readonly unknown: number;
  /** The reads among `unknown`: they have no effect, whatever their outcome. */
  readonly unknownReads: number;
  readonly rolledBack: number;
  readonly rollbackFailed: number;
  readonly lateEffects: number;
  /** Calls, reads left out, of which is not known whether they took effect. */
  readonly possibleEffects: number;
  /** The parts of these counters that a person settled: they still count there, and no undo tries those actions. */
  readonly settledSuccess: number;
  readonly settledRollbackFailed: number;
  readonly settledUnknown: number;
  readonly settledFailed: number;
  readonly rollbackState: 'NONE' | 'RUNNING' | 'FINISHED';
  readonly closedByRollback: boolean;
  readonly partlyRestored: boolean;
}

/** Effects that still exist, or may exist; a successful read is no effect. */
export function remainingEffects(session: SessionState): number {
  return session.success - session.reads + session.rollbackFailed + unknownEffects(session);
}

const unknownEffects = ({ unknown, unknownReads }: SessionState) => unknown - unknownReads;

/** The first status that holds, by docs/contract.md, "Sessions". `mark_session()` computes the same in SQL. */
export function displayStatus(session: SessionState): DisplayStatus {
  if (session.rollbackState === 'RUNNING') return 'ROLLING_BACK';
  if (session.rollbackState === 'FINISHED') {
    // A simulated session never touched the world.
    const remaining = remainingEffects(session);
    // A rollback of the whole session has read the resources of possible effects; one of a single action has not.
    const isOpen = session.possibleEffects > 0 && !session.closedByRollback;
    if (session.simulated || (remaining === 0 && !isOpen)) return 'REVERTED';
    // A possible effect is neither undone nor known to remain.
    const isCertain = remaining > unknownEffects(session);
    return isCertain && session.rolledBack === 0 && session.lateEffects === 0 && !session.partlyRestored
      ? 'ROLLBACK_FAILED'
      : 'PARTIALLY_REVERTED';
  }
  return session.openApprovals > 0 ? 'AWAITING_APPROVAL' : session.status;
}

/**
 * A rollback of it runs, or one of the whole session has run: no call may start in it. `is_rolled()` computes the same
 * in SQL.
 */
export function isRolled({ rollbackState, closedByRollback }: SessionState): boolean {
  return rollbackState === 'RUNNING' || closedByRollback;
}

/** Exactly when `POST /sessions/:id/rollback` is not 409 (docs/contract.md, "Rollback"). */
export function isRollable(session: SessionState): boolean {
  const certain = session.success - session.reads + session.rollbackFailed;
  const settled = session.settledSuccess + session.settledRollbackFailed;
  const possible = session.possibleEffects - session.settledUnknown - session.settledFailed;
  const isAnyLeft = certain > settled || possible > 0;
  return session.rollbackState !== 'RUNNING' && displayStatus(session) !== 'REVERTED' && isAnyLeft;
}

/**
 * The reason why `PATCH /sessions/:id` may not complete this session, or null when it may (docs/contract.md,
 * "Sessions").
 */
export function refusalToComplete(session: SessionState): 'not-open' | 'rolling-back' | null {
  if (session.rollbackState === 'RUNNING') return 'rolling-back';
  return session.status === 'COMPLETED' || session.closedByRollback ? 'not-open' : null;
}
