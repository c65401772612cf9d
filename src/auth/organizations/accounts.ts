// SQL: API keys stand above this folder, which must not import their entity.

import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not, Raw } from 'typeorm';
import { NOW } from '../../platform/database/columns.js';
import type { Principal } from '../access/principal.js';
import { unauthenticated } from '../auth.errors.js';
import { isHeld, OrganizationEntity } from './organization.entity.js';
import { UserEntity } from './user.entity.js';

const ON_HOLD = Raw((column) => `${column} = 'infinity'`);

/** The end of an account (`DELETE /me`), and the locks that keep it apart from other changes. */
@Injectable()
export class Accounts {
  /**
   * Locks the organization alone: a transaction that inserts a row that refers to it has committed, or waits. Answers
   * false when the organization is deleted already, or the caller's epoch is not the current one.
   */
  async lock(em: EntityManager, { organizationId, epoch }: Principal): Promise<boolean> {
    const row = await em.findOne(OrganizationEntity, {
      where: { id: organizationId, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    return Number(row?.epoch) === epoch;
  }

  /**
   * Admits one change of the members at a time; other rows may be written meanwhile. Answers false when the
   * organization is deleted, or the caller's epoch is not the current one.
   */
  async lockMembers(em: EntityManager, { organizationId, epoch }: Principal): Promise<boolean> {
    const row = await em.findOne(OrganizationEntity, {
      where: { id: organizationId, deletedAt: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
    return Number(row?.epoch) === epoch;
  }

  /**
   * True when the organization holds nothing but its members, so that closing it loses nothing. The caller has locked
   * it before.
   */
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

  /** Nothing begins in the organization any more, until it is released or deleted. Answers false when it is not open. */
  async hold(em: EntityManager, organizationId: string): Promise<boolean> {
    const held = { deletedAt: () => "'infinity'", epoch: () => 'epoch + 1' };
    const { affected } = await em.update(OrganizationEntity, { id: organizationId, deletedAt: IsNull() }, held);
    return affected === 1;
  }

  /** Answers false when the organization is not held. */
  async release(em: EntityManager, organizationId: string): Promise<boolean> {
    const open = { deletedAt: null, epoch: () => 'epoch + 1' };
    const { affected } = await em.update(OrganizationEntity, { id: organizationId, deletedAt: ON_HOLD }, open);
    return affected === 1;
  }

  /** The state of the organization, or null where there is none. */
  async stateOf(em: EntityManager, organizationId: string): Promise<'open' | 'held' | 'deleted' | null> {
    const organization = await em.findOneBy(OrganizationEntity, { id: organizationId });
    if (!organization) return null;
    if (organization.deletedAt === null) return 'open';
    return isHeld(organization) ? 'held' : 'deleted';
  }

  /** The organization is not deleted until the transaction ends. @throws 401 when it is already */
  async keepOpen(em: EntityManager, organizationId: string): Promise<void> {
    if (!(await this.holdOpen(em, organizationId))) throw unauthenticated();
  }

  /** Does the same as `keepOpen`, but answers false when the organization is deleted already. */
  async holdOpen(em: EntityManager, organizationId: string): Promise<boolean> {
    const [row]: { open: boolean }[] = await em.query('SELECT hold_open($1) AS open', [organizationId]);
    return row?.open === true;
  }

  /**
   * Locks the deleted organization for one transaction of the erasure. Answers false when another one holds it, or it
   * is gone.
   */
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
