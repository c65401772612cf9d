import type { SessionEntity } from '../../../src/sessions/session.entity.js';
import type { NewSession } from '../../../src/sessions/sessions.service.js';

const NO_COUNTS = {
  ...{
    success: 0,
    failed: 0,
    pendingApproval: 0,
    openApprovals: 0,
    cleared: 0,
    unknown: 0,
    rolledBack: 0,
    rollbackFailed: 0,
  },
  ...{ reads: 0, unknownReads: 0, lateEffects: 0, possibleEffects: 0, blocked: 0, violations: 0, unconfirmed: 0 },
  ...{ settledSuccess: 0, settledRollbackFailed: 0, settledUnknown: 0, settledFailed: 0 },
  ...{ lastSequence: 0, lastEffectSequence: 0 },
};

/** A session as its table has it after it was opened. */
export function newSession(id: string, wanted: NewSession, simulated: boolean, now: Date): SessionEntity {
  const { agentId: agentSlug, intent, onBehalfOf = null, labels = {} } = wanted;
  return {
    ...{ id, organizationId: '', agentSlug, intent, onBehalfOf, labels, simulated, ...NO_COUNTS },
    ...{ status: 'ACTIVE', displayStatus: 'ACTIVE', dirty: false, reverted: false },
    ...{ rollbackState: 'NONE', closedByRollback: false, partlyRestored: false },
    ...{ createdAt: now, updatedAt: now, lastActivityAt: now, completedAt: null },
  };
}
