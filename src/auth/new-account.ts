import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditTrail } from '../audit/audit-trail.js';
import { Config } from '../config/config.js';
import { sqlState } from '../platform/database/database.js';
import { newId } from '../platform/ids.js';
import { emailTaken } from './auth.errors.js';
import { MailedLinks } from './mailed-links/mailed-links.js';
import { memberChange } from './organizations/member.js';
import { OrganizationEntity } from './organizations/organization.entity.js';
import { UserEntity } from './organizations/user.entity.js';

type Person = Pick<UserEntity, 'email' | 'name' | 'passwordHash' | 'emailVerifiedAt'>;

@Injectable()
export class NewAccounts {
  constructor(
    private readonly config: Config,
    private readonly links: MailedLinks,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Creates a user and their organization in one transaction of that organization; an unverified address is sent a
   * link. The audit entry need not come last here, because no other transaction knows the organization yet.
   * @throws 409 email-taken
   */
  async open(em: EntityManager, organizationId: string, person: Person, requestId: string) {
    const [taken] = await em.query('SELECT user_id FROM user_of_email($1)', [person.email]);
    if (taken) throw emailTaken();
    const organization = { id: organizationId, name: `${person.name}'s organization`, plan: this.config.defaultPlan };
    await em.insert(OrganizationEntity, { ...organization, epoch: '1' });
    const user = { id: newId(), organizationId, ...person };
    await em.insert(UserEntity, user).catch((error: unknown) => {
      // A concurrent registration with the same address was faster.
      throw sqlState(error) === '23505' ? emailTaken() : error;
    });
    if (!person.emailVerifiedAt) await this.links.request(em, user, 'verify-email');
    await this.audit.record(em, ...memberChange('member.joined', null, user, requestId));
    return { user: { ...user, tokenVersion: 1 }, organization };
  }
}
