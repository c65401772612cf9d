import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditTrail } from '../../audit/audit-trail.js';
import { findPage } from '../../platform/database/page.js';
import type { PageQuery } from '../../platform/http/input/page.dto.js';
import type { Principal } from '../access/principal.js';
import { unauthenticated } from '../auth.errors.js';
import { lockUser } from './locked-user.js';
import { memberChange, toUserView } from './member.js';
import { OrganizationEntity } from './organization.entity.js';
import { UserEntity } from './user.entity.js';

/** The membership of an organization (docs/contract.md, "Auth"). Each method is part of the caller's transaction. */
@Injectable()
export class Members {
  constructor(private readonly audit: AuditTrail) {}

  /** `{ user, organization }` of an operator. @throws 401 when they are gone */
  async profile(em: EntityManager, { id, organizationId }: Principal) {
    const user = await em.findOneBy(UserEntity, { id, organizationId });
    const organization = await em.findOneBy(OrganizationEntity, { id: organizationId });
    if (!user || !organization) throw unauthenticated();
    return {
      user: { ...toUserView(user), createdAt: user.createdAt.toISOString() },
      organization: {
        id: organization.id,
        name: organization.name,
        plan: organization.plan,
        createdAt: organization.createdAt.toISOString(),
      },
    };
  }

  /** Comes last in its transaction: it writes the audit. @throws 401 when they are gone */
  async rename(em: EntityManager, { id, organizationId, requestId }: Principal, name: string): Promise<void> {
    const user = await lockUser(em, { organizationId, userId: id });
    if (!user) throw unauthenticated();
    if (user.name === name) return;
    await em.update(UserEntity, { id, organizationId }, { name });
    await this.audit.record(em, ...memberChange('member.renamed', user, { ...user, name }, requestId));
  }

  /**
   * Keeps the caller a member until the transaction ends: a removal waits for it. Answers false when the caller is no
   * longer a member.
   */
  async hold(em: EntityManager, { organizationId, id }: Principal): Promise<boolean> {
    const [row]: { member: boolean }[] = await em.query('SELECT hold_member($1, $2) AS member', [organizationId, id]);
    return row?.member === true;
  }

  count(em: EntityManager, organizationId: string): Promise<number> {
    return em.countBy(UserEntity, { organizationId });
  }

  list(em: EntityManager, { organizationId }: Principal, query: PageQuery) {
    return findPage(em, UserEntity, organizationId, query, (user) => ({
      id: user.id,
      email: user.email,
      name: user.name,
      role: 'MEMBER',
      joinedAt: user.createdAt.toISOString(),
    }));
  }
}
