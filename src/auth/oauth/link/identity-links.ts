// SQL: addresses are compared as their unique index compares them, under the lock of the user.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { By } from '../../../audit/audit-entry.js';
import { AuditTrail } from '../../../audit/audit-trail.js';
import { Database } from '../../../platform/database/database.js';
import { newId } from '../../../platform/ids.js';
import { wrongPassword } from '../../auth.errors.js';
import { UserEntity } from '../../organizations/user.entity.js';
import { IdentityEntity } from '../identity.entity.js';
import { invalidLink } from '../oauth.errors.js';
import { spendState } from '../spent-states.js';
import { type Link, LinkTokens } from './link-tokens.js';

/**
 * Joins an identity to an existing account: a verified e-mail address alone never does, only together with a login
 * (docs/contract.md, "Auth").
 */
@Injectable()
export class IdentityLinks {
  constructor(
    private readonly database: Database,
    private readonly tokens: LinkTokens,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @param user the user at the moment when the password was checked
   * @returns the user, whose address the provider has now verified too
   * @throws 400 invalid-link when it is forged, expired, used, for another address, or its identity belongs to an
   * account already; 401 when the password has changed meanwhile
   */
  async link(user: UserEntity, token: string, requestId: string): Promise<UserEntity> {
    const link = this.tokens.read(token);
    if (!link) throw invalidLink();
    const { id, organizationId, email: label } = user;
    const by: By = { kind: 'USER', id, label, organizationId, requestId };
    return this.database.transaction(organizationId, async (em) => {
      await this.lock(em, user, link);
      if (!(await spendState(em, organizationId, link.state))) throw invalidLink();
      const { provider, subject } = link;
      const { raw: added } = await em
        .createQueryBuilder()
        .insert()
        .into(IdentityEntity)
        .values({ id: newId(), organizationId, userId: id, provider, subject })
        .orIgnore()
        .returning(['id'])
        .execute();
      if (added.length === 0) throw invalidLink();
      const emailVerifiedAt = user.emailVerifiedAt ?? new Date();
      await em.update(UserEntity, { id, organizationId }, { emailVerifiedAt });
      await this.audit.record(em, by, {
        action: 'member.identity-linked',
        target: { type: 'member', id },
        before: null,
        after: { provider, subject, email: link.email },
      });
      return { ...user, emailVerifiedAt };
    });
  }

  /** Locks the user first: a password reset happens before or after, never in between. */
  private async lock(em: EntityManager, user: UserEntity, { email }: Link): Promise<void> {
    const [locked]: { same_password: boolean; same_email: boolean }[] = await em.query(
      `SELECT u.password_hash = $3 AND u.token_version = $4 AS same_password, lower(u.email) = lower($5) AS same_email
       FROM users u JOIN organizations o ON o.id = u.organization_id
       WHERE u.id = $1 AND u.organization_id = $2 AND o.deleted_at IS NULL FOR NO KEY UPDATE OF u`,
      [user.id, user.organizationId, user.passwordHash, user.tokenVersion, email],
    );
    if (!locked?.same_password) throw wrongPassword();
    if (!locked.same_email) throw invalidLink();
  }
}
