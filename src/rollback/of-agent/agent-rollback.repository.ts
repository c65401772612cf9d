// SQL: effects are chosen over views of two other modules, and the steps of an agent’s sessions are written in one statement.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ActionStatus, MAY_HAVE_EFFECT, UNCONFIRMED } from '../../actions/rules/action.js';
import type { JsonObject } from '../../connectors/connector.js';
import { newId } from '../../platform/ids.js';
import { type HeldSession, SessionLocks } from '../../sessions/session-locks.js';
import { AgentRollbackEntity } from '../entities/agent-rollback.entity.js';

export interface AgentRollbackRow {
  id: string;
  organization_id: string;
  agent_id: string;
  agent_slug: string;
  since: Date;
  skipped_sessions: string[];
  requested_by: string;
  created_at: Date;
}

/** An action that took effect, or may have. */
export interface EffectRow {
  id: string;
  session_id: string;
  api_name: string;
  status: ActionStatus;
  sequence: number;
  effect_sequence: number | null;
  /** Microseconds. */
  at: string;
}

/**
 * Selects effects by the time of their confirmation, to the displayed millisecond. A permitted call whose effect the
 * agent did not confirm may have run at any time since, so it always counts. An effect that a person settled is left
 * out.
 */
const EFFECTS_SINCE = `a.operation_type <> 'READ' AND a.settled_as IS NULL AND a.status = ANY ($4)
  AND (a.status = ANY ($5) OR coalesce(a.effect_at, a.updated_at)::timestamptz(3) >= $3)`;
const EFFECTS = [MAY_HAVE_EFFECT, UNCONFIRMED];

/** The rows of an agent's rollback; each of its sessions has a rollback of its own. */
@Injectable()
export class AgentRollbackRepository {
  constructor(private readonly locks: SessionLocks) {}

  /** True when the moment is past by the database's clock. */
  async isPast(em: EntityManager, moment: Date): Promise<boolean> {
    const [row]: { past: boolean }[] = await em.query('SELECT $1::timestamptz <= clock_timestamp() AS past', [moment]);
    return row?.past === true;
  }

  /** Each live session with something to undo. */
  affected(
    em: EntityManager,
    organizationId: string,
    agent: string,
    since: Date,
  ): Promise<Pick<HeldSession, 'id' | 'rollback_state'>[]> {
    return em.query(
      `SELECT s.id, s.rollback_state FROM session_states s
       WHERE s.organization_id = $1 AND s.agent_slug = $2 AND NOT s.simulated
         AND EXISTS (SELECT FROM action_details a WHERE a.session_id = s.id AND ${EFFECTS_SINCE})`,
      [organizationId, agent, since, ...EFFECTS],
    );
  }

  /** Locks them. */
  async lockAffected(em: EntityManager, organizationId: string, agent: string, since: Date): Promise<HeldSession[]> {
    const affected = await this.affected(em, organizationId, agent, since);
    const ids = affected.map(({ id }) => id);
    return this.locks.holdAll(em, organizationId, ids);
  }

  effectsOf(em: EntityManager, organizationId: string, sessions: readonly string[], since: Date): Promise<EffectRow[]> {
    return em.query(
      `SELECT a.id, a.session_id, a.api_name, a.status, a.sequence, a.effect_sequence,
         (extract(epoch FROM coalesce(a.effect_at, a.updated_at)) * 1000000)::bigint AS at
       FROM action_details a WHERE a.organization_id = $1 AND a.session_id = ANY ($2) AND ${EFFECTS_SINCE}`,
      [organizationId, sessions, since, ...EFFECTS],
    );
  }

  /** The arguments of these calls, and whether the state before each was captured, by the id of the call. */
  async callsOf(em: EntityManager, organizationId: string, ids: readonly string[]) {
    const rows: { id: string; payload: JsonObject; captured: boolean }[] = await em.query(
      `SELECT id, payload, coalesce(NOT snapshot_failed, false) AS captured
       FROM action_details WHERE organization_id = $1 AND id = ANY ($2)`,
      [organizationId, ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  async insert(
    em: EntityManager,
    order: Pick<AgentRollbackRow, 'organization_id' | 'agent_id' | 'agent_slug' | 'since' | 'requested_by'>,
    skipped: readonly string[],
  ): Promise<string> {
    const id = newId();
    await em.insert(AgentRollbackEntity, {
      id,
      organizationId: order.organization_id,
      agentId: order.agent_id,
      agentSlug: order.agent_slug,
      since: order.since,
      skippedSessions: [...skipped],
      requestedBy: order.requested_by,
    });
    return id;
  }

  /**
   * Begins one rollback for each session, and closes the session; `effects` are in the order in which they are undone.
   */
  async begin(
    em: EntityManager,
    { id, organization_id: organizationId, requested_by: requestedBy }: AgentRollbackRow,
    effects: readonly EffectRow[],
    needsProof: boolean,
  ): Promise<{ sessions: string[]; rollbacks: string[] }> {
    const rollbackOf = new Map<string, string>();
    for (const effect of effects) if (!rollbackOf.has(effect.session_id)) rollbackOf.set(effect.session_id, newId());
    const [sessions, rollbacks] = [[...rollbackOf.keys()], [...rollbackOf.values()]];
    await em.query(
      `INSERT INTO rollbacks (id, organization_id, session_id, on_conflict, requested_by, agent_rollback_id, needs_proof)
       SELECT one.id, $2, one.session_id, 'skip', $3, $1, $6 FROM unnest($4::uuid[], $5::uuid[]) AS one(id, session_id)`,
      [id, organizationId, requestedBy, rollbacks, sessions, needsProof],
    );
    await em.query(
      `INSERT INTO rollback_steps (id, organization_id, rollback_id, agent_rollback_id, action_id, position)
       SELECT step.id, $2, step.rollback_id, $1, step.action_id, step.position
       FROM unnest($3::uuid[], $4::uuid[], $5::uuid[]) WITH ORDINALITY AS step(id, rollback_id, action_id, position)`,
      [
        id,
        organizationId,
        effects.map(() => newId()),
        effects.map((effect) => rollbackOf.get(effect.session_id)),
        effects.map((effect) => effect.id),
      ],
    );
    return { sessions, rollbacks };
  }

  async find(em: EntityManager, organizationId: string, id: string): Promise<AgentRollbackRow | null> {
    const [row]: AgentRollbackRow[] = await em.query(
      'SELECT * FROM agent_rollbacks WHERE organization_id = $1 AND id = $2',
      [organizationId, id],
    );
    return row ?? null;
  }

  /** Its sessions' rollbacks: the one with the newest effect first. */
  rollbacksOf(
    em: EntityManager,
    organizationId: string,
    id: string,
  ): Promise<{ id: string; session_id: string; status: 'RUNNING' | 'FINISHED' }[]> {
    return em.query(
      `SELECT r.id, r.session_id, r.status FROM rollbacks r WHERE r.organization_id = $1 AND r.agent_rollback_id = $2
       ORDER BY (SELECT min(s.position) FROM rollback_steps s WHERE s.rollback_id = r.id)`,
      [organizationId, id],
    );
  }
}
