// SQL: the row of a call is compared and changed in one statement, and a call is read through a view.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { JsonObject, Noted } from '../connectors/connector.js';
import type { Reason } from './call.js';

/** A call with the facts that the performer needs. */
export interface CallRow {
  readonly action_id: string;
  readonly session_id: string;
  readonly agent_slug: string;
  readonly simulated: boolean;
  readonly is_read: boolean;
  readonly state: 'waiting' | 'queued' | 'running' | 'done';
  readonly attempts: number;
  readonly noted: Noted | null;
  readonly api_name: string;
  readonly payload: JsonObject;
  readonly payload_hash: string;
  /** The snapshot that was taken at the ask. */
  readonly precapture_id: string | null;
  /**
   * True when a policy wants the person asked again after a change of the state; null when none does, or no person was
   * asked.
   */
  readonly approval_asked_again: string | null;
  /** Milliseconds since it first began. */
  readonly age_ms: number | null;
  /** Another call that writes runs in the session: effects are confirmed in the order in which they happen. */
  readonly is_other_running: boolean;
}

@Injectable()
export class CallsRepository {
  async find(em: EntityManager, organizationId: string, actionId: string): Promise<CallRow | null> {
    const [row]: { call: CallRow | null }[] = await em.query('SELECT performed_call($1, $2) AS call', [
      organizationId,
      actionId,
    ]);
    return row?.call ?? null;
  }

  /** Reads the state that a person was shown. Null when they were shown none. */
  async seen(em: EntityManager, organizationId: string, actionId: string): Promise<JsonObject | null> {
    const [row]: { content: JsonObject | null }[] = await em.query(
      'SELECT snapshot_content AS content FROM action_details WHERE organization_id = $1 AND id = $2',
      [organizationId, actionId],
    );
    return row?.content ?? null;
  }

  async begin(em: EntityManager, organizationId: string, actionId: string): Promise<void> {
    await em.query(
      `UPDATE performed_calls SET state = 'running', attempts = attempts + 1, noted = NULL, reason = NULL,
         started_at = coalesce(started_at, clock_timestamp())
       WHERE organization_id = $1 AND action_id = $2`,
      [organizationId, actionId],
    );
  }

  /** Queues a call again whose attempt never took effect, as if it had not begun. */
  async queueAgain(em: EntityManager, organizationId: string, actionId: string): Promise<void> {
    await em.query(
      `UPDATE performed_calls SET state = 'queued', noted = NULL WHERE organization_id = $1 AND action_id = $2`,
      [organizationId, actionId],
    );
  }

  /** Records the reason before the action's move, which ends the call. */
  async giveReason(em: EntityManager, organizationId: string, actionId: string, reason: Reason): Promise<void> {
    await em.query('UPDATE performed_calls SET reason = $3 WHERE organization_id = $1 AND action_id = $2', [
      organizationId,
      actionId,
      reason,
    ]);
  }

  /** The calls of locked sessions that have not begun or that run. */
  openOf(
    em: EntityManager,
    organizationId: string,
    sessionIds: readonly string[],
  ): Promise<{ action_id: string; state: CallRow['state'] }[]> {
    return em.query(
      `SELECT action_id, state FROM performed_calls
       WHERE organization_id = $1 AND session_id = ANY ($2) AND state IN ('queued', 'running') ORDER BY action_id`,
      [organizationId, sessionIds],
    );
  }

  /** Sessions of an agent in which calls are queued or run. */
  async sessionsOf(em: EntityManager, organizationId: string, agent: string): Promise<string[]> {
    const rows: { id: string }[] = await em.query(
      `SELECT DISTINCT s.id FROM performed_calls c JOIN session_states s ON s.id = c.session_id
       WHERE c.organization_id = $1 AND s.agent_slug = $2 AND c.state IN ('queued', 'running') ORDER BY s.id`,
      [organizationId, agent],
    );
    return rows.map(({ id }) => id);
  }
}
