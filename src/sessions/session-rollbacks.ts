import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** What a rollback changes in the rows of its sessions, in its own transaction and after it locked them. */
@Injectable()
export class SessionRollbacks {
  /** `isWhole`: of all effects, so that nothing may start in these sessions ever after. */
  async begin(em: EntityManager, sessionIds: readonly string[], isWhole: boolean): Promise<void> {
    await em.query(
      `UPDATE sessions SET rollback_state = 'RUNNING', closed_by_rollback = closed_by_rollback OR $2,
         last_activity_at = now(), updated_at = now() WHERE id = ANY ($1)`,
      [sessionIds, isWhole],
    );
  }

  /** A part of an effect was taken back, whatever becomes of the rest. */
  async notePartlyRestored(em: EntityManager, sessionId: string): Promise<void> {
    await em.query('UPDATE sessions SET partly_restored = true WHERE id = $1 AND NOT partly_restored', [sessionId]);
  }

  async finish(em: EntityManager, sessionId: string): Promise<void> {
    await em.query(
      `UPDATE sessions SET rollback_state = 'FINISHED', updated_at = now(),
         reverted = closed_by_rollback AND (simulated OR success - reads + rollback_failed + unknown = 0) WHERE id = $1`,
      [sessionId],
    );
  }

  /**
   * Actions, snapshots, approvals, rollbacks and their steps hang on the session by their foreign keys. The metrics listen:
   * `migrations/triggers/README.md`.
   */
  async purge(em: EntityManager, organizationId: string, sessionId: string): Promise<void> {
    await em.query('DELETE FROM sessions WHERE organization_id = $1 AND id = $2', [organizationId, sessionId]);
  }
}
