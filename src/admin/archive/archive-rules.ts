import type { SessionState, SessionStatus } from '../../sessions/session.js';

/**
 * The facts of a session from its own row and from other tables. A decision on them holds only if the row was locked
 * before it was read.
 */
export interface SessionFacts {
  readonly id: string;
  readonly status: SessionStatus;
  readonly simulated: boolean;
  readonly createdAt: Date;
  readonly lastActivityAt: Date;
  readonly rollbackState: SessionState['rollbackState'];
  readonly dirty: boolean;
  readonly pendingApproval: number;
  readonly openApprovals: number;
  readonly cleared: number;
  readonly unknown: number;
  readonly unconfirmed: number;
  readonly possibleEffects: number;
  /** Effects that were confirmed and not undone. */
  readonly effects: number;
  readonly rollbackFailed: number;
  /** A rollback of its agent, of which it is a part, has steps that are not finished. */
  readonly agentRollbackRuns: boolean;
  readonly owesDelivery: boolean;
  /** An undo of it made a resource again under another address. */
  readonly hasRemade: boolean;
}

export interface ArchiveRules {
  /** Sessions that were last active before it leave. */
  readonly before: Date;
  readonly giveUpUndo: boolean;
}

/** The reasons why a session stays, in the order of the checks, with the words for a summary. */
export const REASONS = {
  current: 'not ended, or active since',
  rollback: 'a rollback of the session or of its agent runs',
  approval: 'an approval is open',
  outcome: 'the outcome of a call is not known',
  undo: 'can still be undone',
  dirty: 'a person has to look at the session',
  delivery: 'a webhook delivery is still open',
  remade: 'an undo of another session may need a resource that was recreated',
  busy: 'another transaction held the session',
} as const;

export type Reason = keyof typeof REASONS;

/** Null when the session leaves. A session that a rollback may still need always stays. */
export function reasonToKeep(session: SessionFacts, { before, giveUpUndo }: ArchiveRules): Reason | null {
  if (session.status === 'ACTIVE' || session.lastActivityAt >= before) return 'current';
  if (session.rollbackState === 'RUNNING' || session.agentRollbackRuns) return 'rollback';
  if (session.openApprovals > 0 || session.pendingApproval > 0) return 'approval';
  if (hasOpenOutcome(session)) return 'outcome';
  if (canBeUndone(session) && !(giveUpUndo && session.status === 'COMPLETED')) return 'undo';
  if (session.dirty) return 'dirty';
  if (session.owesDelivery) return 'delivery';
  return session.hasRemade ? 'remade' : null;
}

/** A simulated call that failed had no effect, because it never reached a provider. */
function hasOpenOutcome({ cleared, unknown, unconfirmed, possibleEffects, simulated }: SessionFacts): boolean {
  return cleared > 0 || unknown > 0 || unconfirmed > 0 || (possibleEffects > 0 && !simulated);
}

function canBeUndone({ effects, rollbackFailed, simulated }: SessionFacts): boolean {
  return !simulated && (effects > 0 || rollbackFailed > 0);
}
