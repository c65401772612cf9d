// SQL: API keys stand above this folder, which must not import their entity.

import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { NOW } from '../../platform/database/columns.js';
import type { Principal } from '../access/principal.js';
import { unauthenticated } from '../auth.errors.js';
import { OrganizationEntity } from './organization.entity.js';
import { UserEntity } from './user.entity.js';

/** The end of an account (`DELETE /me`), and what must never overlap with it. */
@Injectable()
export class Accounts {
  /**
   * Holds the organization alone: a transaction that inserts a row that refers to it has committed, or waits. False when it is
   * deleted already, or the caller is not seen as they are at this very moment.
   */
  async lock(em: EntityManager, { organizationId, epoch }: Principal): Promise<boolean> {
    const row = await em.findOne(OrganizationEntity, {
      where: { id: organizationId, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    return Number(row?.epoch) === epoch;
  }

  /**
   * One change of who is a member at a time; other rows may be written meanwhile. False when the organization is deleted, or
   * the caller is not seen as they are at this very moment.
   */
  async lockMembers(em: EntityManager, { organizationId, epoch }: Principal): Promise<boolean> {
    const row = await em.findOne(OrganizationEntity, {
      where: { id: organizationId, deletedAt: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
    return Number(row?.epoch) === epoch;
  }

  /** Whether it holds nothing but its members: closing it loses nothing. Locked before. */
  async isUnused(em: EntityManager, organizationId: string): Promise<boolean> {
    const [row]: { unused: boolean }[] = await em.query('SELECT is_unused($1) AS unused', [organizationId]);
    return row?.unused === true;
  }

  /** Lets no credential in any more and frees the e-mail addresses; tokens and identities go with their user. Locked before. */
  async close(em: EntityManager, organizationId: string): Promise<void> {
    const closed = { deletedAt: NOW, epoch: () => 'epoch + 1' };
    await em.update(OrganizationEntity, { id: organizationId }, closed);
    await em.delete(UserEntity, { organizationId });
    await em.query('DELETE FROM api_keys WHERE organization_id = $1', [organizationId]);
  }

  /** The organization is not deleted until the transaction ends. @throws 401 when it is already */
  async keepOpen(em: EntityManager, organizationId: string): Promise<void> {
    if (!(await this.holdOpen(em, organizationId))) throw unauthenticated();
  }

  /** As `keepOpen`. False: it is deleted already. */
  async holdOpen(em: EntityManager, organizationId: string): Promise<boolean> {
    const [row]: { open: boolean }[] = await em.query('SELECT hold_open($1) AS open', [organizationId]);
    return row?.open === true;
  }

  /** A transaction of the erasure holds the deleted organization alone. False: another one does, or it is gone. */
  async lockDeleted(em: EntityManager, organizationId: string): Promise<boolean> {
    const row = await em.findOne(OrganizationEntity, {
      where: { id: organizationId, deletedAt: Not(IsNull()) },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
    return row !== null;
  }

  /** The last row of an erased organization. Locked before. */
  async remove(em: EntityManager, organizationId: string): Promise<void> {
    await em.delete(OrganizationEntity, { id: organizationId });
  }
}
