import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { NOW } from '../platform/database/columns.js';
import { SessionEntity } from './session.entity.js';

/** Changes the rows of the sessions of a rollback, in the rollback's own transaction and after it locked them. */
@Injectable()
export class SessionRollbacks {
  /** `isWhole`: of all effects, so that nothing may start in these sessions ever after. */
  async begin(em: EntityManager, sessionIds: readonly string[], isWhole: boolean): Promise<void> {
    const closed = isWhole ? { closedByRollback: true } : {};
    const begun = { rollbackState: 'RUNNING', lastActivityAt: NOW, updatedAt: NOW, ...closed } as const;
    await em.update(SessionEntity, { id: In([...sessionIds]) }, begun);
  }

  /** Records that a part of an effect was undone, whatever the result of the rest. */
  async notePartlyRestored(em: EntityManager, sessionId: string): Promise<void> {
    await em.update(SessionEntity, { id: sessionId, partlyRestored: false }, { partlyRestored: true });
  }

  async finish(em: EntityManager, organizationId: string, id: string): Promise<void> {
    await em.update(SessionEntity, { organizationId, id }, { rollbackState: 'FINISHED', updatedAt: NOW });
  }

  /** A revert came to its end. `isAllReverted`: no undo is left; a session that a rollback closed stays closed, as COMPLETED. */
  async finishRevert(em: EntityManager, organizationId: string, id: string, isAllReverted: boolean): Promise<void> {
    if (!isAllReverted) return this.finish(em, organizationId, id);
    const whole = { rollbackState: 'NONE', partlyRestored: false, updatedAt: NOW } as const;
    await em.update(SessionEntity, { organizationId, id }, whole);
    await em.update(SessionEntity, { organizationId, id, closedByRollback: true }, { status: 'COMPLETED' });
  }

  /**
   * Actions, snapshots, approvals, rollbacks and their steps hang on the session by their foreign keys. The metrics listen:
   * `migrations/triggers/README.md`. Answers how many sessions there were.
   */
  async purge(em: EntityManager, organizationId: string, sessionIds: readonly string[]): Promise<number> {
    const { affected } = await em.delete(SessionEntity, { organizationId, id: In([...sessionIds]) });
    return affected ?? 0;
  }
}
