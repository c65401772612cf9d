import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { unauthenticated } from '../auth.errors.js';
import type { Principal } from '../principal.js';

/** The end of an account (`DELETE /me`), and what must never overlap with it. */
@Injectable()
export class Accounts {
  /**
   * Holds the organization alone: a transaction that inserts a row that refers to it has committed, or waits. False when it is
   * deleted already, or the caller is not seen as they are at this very moment.
   */
  async lock(em: EntityManager, { organizationId, epoch }: Principal): Promise<boolean> {
    const [row]: { epoch: string }[] = await em.query(
      'SELECT epoch FROM organizations WHERE id = $1 AND deleted_at IS NULL FOR UPDATE',
      [organizationId],
    );
    return Number(row?.epoch) === epoch;
  }

  /** Lets no credential in any more and frees the e-mail addresses; tokens and identities go with their user. Locked before. */
  async close(em: EntityManager, organizationId: string): Promise<void> {
    await em.query('UPDATE organizations SET deleted_at = now(), epoch = epoch + 1 WHERE id = $1', [organizationId]);
    await em.query('DELETE FROM users WHERE organization_id = $1', [organizationId]);
    await em.query('DELETE FROM api_keys WHERE organization_id = $1', [organizationId]);
  }

  /** The organization is not deleted until the transaction ends. @throws 401 when it is already */
  async keepOpen(em: EntityManager, organizationId: string): Promise<void> {
    const [row]: { open: boolean }[] = await em.query('SELECT hold_open($1) AS open', [organizationId]);
    if (!row?.open) throw unauthenticated();
  }

  /** A transaction of the erasure holds the deleted organization alone. False: another one does, or it is gone. */
  async lockDeleted(em: EntityManager, organizationId: string): Promise<boolean> {
    const rows: unknown[] = await em.query(
      'SELECT 1 FROM organizations WHERE id = $1 AND deleted_at IS NOT NULL FOR UPDATE SKIP LOCKED',
      [organizationId],
    );
    return rows.length > 0;
  }

  /** The last row of an erased organization. Locked before. */
  async remove(em: EntityManager, organizationId: string): Promise<void> {
    await em.query('DELETE FROM organizations WHERE id = $1', [organizationId]);
  }
}
