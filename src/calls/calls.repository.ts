// SQL: the row of a call is compared and changed in one statement, and a call is read through a view.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SealedCalls } from '../actions/sealed-calls.service.js';
import type { JsonObject, Noted } from '../connectors/connector.js';
import type { SealedCredential } from '../credentials/credentials.service.js';
import type { KnownValue } from '../redaction/known-values.js';
import type { OpenCall, Reason } from './call.js';

/** Notes in which a rule of the organization might have to replace something. */
export interface SealedNotes {
  readonly sealed: string;
}

/** A call with the facts that the performer needs, as it is stored. */
export interface StoredCall {
  readonly action_id: string;
  readonly session_id: string;
  readonly agent_slug: string;
  readonly simulated: boolean;
  readonly is_read: boolean;
  readonly state: 'waiting' | 'queued' | 'running' | 'done';
  readonly attempts: number;
  readonly noted: Noted | SealedNotes | null;
  readonly api_name: string;
  readonly payload: JsonObject;
  /** The replacements in its arguments; null when there are none. */
  readonly redacted: readonly unknown[] | null;
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

/** A stored call with its original arguments and notes. */
export interface CallRow extends StoredCall {
  readonly noted: Noted | null;
  /** The values that were taken out of the stored arguments. */
  readonly values: readonly KnownValue[];
  /** The credential of the moment at which it began; absent when that was not read. */
  readonly credential?: SealedCredential | null;
}

interface SeenRow {
  readonly id: string;
  readonly payload: JsonObject;
  readonly redacted: unknown;
  readonly snapshot_redacted: unknown;
  readonly snapshot_content: JsonObject | null;
}

@Injectable()
export class CallsRepository {
  constructor(private readonly sealed: SealedCalls) {}

  async find(em: EntityManager, organizationId: string, actionId: string): Promise<CallRow | null> {
    const [row]: { call: StoredCall | null }[] = await em.query('SELECT performed_call($1, $2) AS call', [
      organizationId,
      actionId,
    ]);
    return row?.call ? this.opened(em, organizationId, row.call) : null;
  }

  async opened(em: EntityManager, organizationId: string, row: StoredCall): Promise<CallRow> {
    const { action_id: id, noted } = row;
    const [call] = await this.sealed.open(em, organizationId, [{ ...row, id }]);
    const notes = noted && 'sealed' in noted ? await this.sealed.notes(em, organizationId, id, noted.sealed) : noted;
    return { ...row, payload: call?.payload ?? row.payload, noted: notes as Noted | null, values: call?.values ?? [] };
  }

  /** Reads the state that a person was shown. Null when they were shown none. */
  async seen(em: EntityManager, organizationId: string, actionId: string): Promise<JsonObject | null> {
    const rows: SeenRow[] = await em.query(
      `SELECT id, payload, redacted, snapshot_redacted, snapshot_content FROM action_details
       WHERE organization_id = $1 AND id = $2`,
      [organizationId, actionId],
    );
    const [row] = await this.sealed.open(em, organizationId, rows);
    return row?.snapshot_content ?? null;
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
  openOf(em: EntityManager, organizationId: string, sessionIds: readonly string[]): Promise<OpenCall[]> {
    return em.query(
      `SELECT c.action_id AS id, c.state, a.sequence FROM performed_calls c
       JOIN action_details a ON a.organization_id = c.organization_id AND a.id = c.action_id
       WHERE c.organization_id = $1 AND c.session_id = ANY ($2) AND c.state IN ('queued', 'running') ORDER BY c.action_id`,
      [organizationId, sessionIds],
    );
  }

  /** Lets calls that have not begun wait for so long, as if a process held their lease. */
  async holdBack(em: EntityManager, organizationId: string, actionIds: readonly string[], ms: number): Promise<void> {
    await em.query(
      `UPDATE performed_calls SET leased_until = greatest(leased_until, clock_timestamp() + $3 * interval '1 millisecond')
       WHERE organization_id = $1 AND action_id = ANY ($2) AND state = 'queued'`,
      [organizationId, actionIds, ms],
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
