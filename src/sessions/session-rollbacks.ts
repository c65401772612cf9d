import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SessionEntity } from './session.entity.js';
import { displayStatus } from './session.js';

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

  /** `reverted` is kept for the index of dirty sessions, which cannot ask for the display status. */
  async finish(em: EntityManager, organizationId: string, sessionId: string): Promise<void> {
    const session = await em.findOneByOrFail(SessionEntity, { organizationId, id: sessionId });
    const isReverted =
      session.closedByRollback && displayStatus({ ...session, rollbackState: 'FINISHED' }) === 'REVERTED';
    await em.query(`UPDATE sessions SET rollback_state = 'FINISHED', updated_at = now(), reverted = $2 WHERE id = $1`, [
      sessionId,
      isReverted,
    ]);
  }

  /**
   * Actions, snapshots, approvals, rollbacks and their steps hang on the session by their foreign keys. The metrics listen:
   * `migrations/triggers/README.md`.
   */
  async purge(em: EntityManager, organizationId: string, sessionId: string): Promise<void> {
    await em.query('DELETE FROM sessions WHERE organization_id = $1 AND id = $2', [organizationId, sessionId]);
  }
}
