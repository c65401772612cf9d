// SQL: it reads sessions with what views of three other modules say of them in one statement.

import type { EntityManager } from 'typeorm';
import type { SessionFacts } from './archive-rules.js';

/** Sessions that are looked at in one statement. */
const PAGE = 1_000;

const FACTS = `
  SELECT c.id, c.status, c.simulated, c.created_at AS "createdAt", c.last_activity_at AS "lastActivityAt",
    c.rollback_state AS "rollbackState", c.dirty, c.pending_approval AS "pendingApproval", c.open_approvals AS "openApprovals",
    c.cleared, c.unknown, c.unconfirmed, c.possible_effects AS "possibleEffects", c.effects,
    c.rollback_failed AS "rollbackFailed",
    EXISTS (SELECT FROM agent_rollback_sessions r WHERE r.organization_id = c.organization_id AND r.session_id = c.id AND r.runs)
      AS "agentRollbackRuns",
    EXISTS (SELECT FROM owed_deliveries d WHERE d.organization_id = c.organization_id AND d.session_id = c.id)
      AS "owesDelivery",
    EXISTS (SELECT FROM remade_by_sessions m WHERE m.organization_id = c.organization_id AND m.session_id = c.id)
      AS "hasRemade"
  FROM session_counters c`;

/** A place in the order in which sessions began. */
export type Place = Pick<SessionFacts, 'createdAt' | 'id'>;

export const BEFORE_ALL: Place = { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

/** Reads the next sessions that began before the moment, in the order in which they began. It locks none of them. */
export function sessionsAfter(
  em: EntityManager,
  organizationId: string,
  { createdAt, id }: Place,
  before: Date,
): Promise<SessionFacts[]> {
  return em.query(
    `${FACTS} WHERE c.organization_id = $1 AND c.created_at < $2 AND (c.created_at, c.id) > ($3, $4)
     ORDER BY c.created_at, c.id LIMIT $5`,
    [organizationId, before, createdAt, id, PAGE],
  );
}

/** Reads the current facts of these sessions, in the order in which they began. */
export function factsOf(em: EntityManager, organizationId: string, ids: readonly string[]): Promise<SessionFacts[]> {
  return em.query(`${FACTS} WHERE c.organization_id = $1 AND c.id = ANY ($2) ORDER BY c.created_at, c.id`, [
    organizationId,
    ids,
  ]);
}
