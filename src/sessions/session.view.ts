import type { SessionTraits } from './search/session-search.js';
import type { SessionEntity } from './session.entity.js';
import { displayStatus, isRollable } from './session.js';

/** A session in the form of answers (docs/contract.md, "Sessions"). */
export function toSessionView(session: SessionEntity) {
  return {
    id: session.id,
    agentId: session.agentSlug,
    intent: session.intent,
    onBehalfOf: session.onBehalfOf,
    labels: session.labels,
    status: session.status,
    displayStatus: displayStatus(session),
    counters: toCounters(session),
    simulated: session.simulated,
    allowedCommands: { rollbackSession: isRollable(session) },
    createdAt: session.createdAt.toISOString(),
    updatedAt: session.updatedAt.toISOString(),
    completedAt: session.completedAt?.toISOString() ?? null,
    lastActivityAt: session.lastActivityAt.toISOString(),
  };
}

/** A session in the form of the list (docs/contract.md, "Sessions"). */
export function toListedView(session: SessionEntity, traits: SessionTraits | undefined) {
  const { verdict: drift = null, connectors = [] } = traits ?? {};
  return { ...toSessionView(session), dirty: session.dirty, drift, connectors: [...connectors] };
}

export function toCounters(session: SessionEntity) {
  const { success, failed, pendingApproval, cleared, blocked, unknown, rolledBack, rollbackFailed } = session;
  return { success, failed, pendingApproval, cleared, blocked, unknown, rolledBack, rollbackFailed };
}
