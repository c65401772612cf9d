import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { canonicalHash } from '../platform/hash.js';
import type { ActionStatus } from './action.js';
import { type Command, transition } from './transition.js';

/** An action as it was read after its session's row was locked. */
export interface HeldAction {
  readonly id: string;
  readonly session_id: string;
  readonly status: ActionStatus;
}

/**
 * Moves actions that are in the ledger: the status, the session's counters, the number of the effect and the note for
 * the metrics change together. Approvals and rollback call it in their own transaction.
 */
@Injectable()
export class ActionMoves {
  /**
   * The caller holds the session's row, as everyone does who changes its actions.
   * @throws Error when the action has another status than the caller read: nothing is changed
   */
  async move(em: EntityManager, action: HeldAction, command: Command): Promise<ActionStatus> {
    const { status, counters } = transition(action.status, command);
    if (status !== action.status) await this.write(em, action, status);
    if (Object.keys(counters).length > 0) {
      await em.query(
        `UPDATE sessions SET cleared = cleared + $2, pending_approval = pending_approval + $3, success = success + $4,
           failed = failed + $5, unknown = unknown + $6, rolled_back = rolled_back + $7, rollback_failed = rollback_failed + $8,
           open_approvals = open_approvals + $9, updated_at = now() WHERE id = $1`,
        [
          action.session_id,
          counters.cleared ?? 0,
          counters.pendingApproval ?? 0,
          counters.success ?? 0,
          counters.failed ?? 0,
          counters.unknown ?? 0,
          counters.rolledBack ?? 0,
          counters.rollbackFailed ?? 0,
          counters.openApprovals ?? 0,
        ],
      );
    }
    return status;
  }

  /** Other arguments for a call that waits for an approval; the ones it was asked with are kept. Answers their hash. */
  async edit(em: EntityManager, action: HeldAction, payload: object): Promise<string> {
    const hash = canonicalHash(payload);
    await em.query(
      `UPDATE actions SET original_payload = coalesce(original_payload, payload), payload = $2, payload_hash = $3, updated_at = now()
       WHERE id = $1`,
      [action.id, JSON.stringify(payload), hash],
    );
    return hash;
  }

  private async write(em: EntityManager, { id, session_id, status: from }: HeldAction, to: ActionStatus) {
    const [moved]: { id: string }[] = await em.query(
      `WITH effect AS (
         UPDATE sessions SET last_effect_sequence = last_effect_sequence + 1 WHERE id = $2 AND $4 = 'SUCCESS'
         RETURNING last_effect_sequence),
       moved AS (
         UPDATE actions a SET status = $4, updated_at = now(),
           effect_sequence = coalesce(a.effect_sequence, (SELECT last_effect_sequence FROM effect))
         WHERE a.id = $1 AND a.status = $3 RETURNING a.id),
       noted AS (
         INSERT INTO metric_changes (organization_id, simulated, subject, was, became, times)
         SELECT s.organization_id, s.simulated, 'action', $3::text, $4::text, 1 FROM moved JOIN sessions s ON s.id = $2)
       SELECT id FROM moved`,
      [id, session_id, from, to],
    );
    if (!moved) throw new Error(`Action ${id} is not ${from} any more; its session was not locked.`);
  }
}
