import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Database } from '../../platform/database/database.js';
import type { Principal } from '../access/principal.js';
import { invalidToken } from '../auth.errors.js';
import { lockUser } from '../organizations/locked-user.js';
import { memberChange } from '../organizations/member.js';
import { UserEntity } from '../organizations/user.entity.js';
import { MailedLinks } from './mailed-links.js';

/** Verifies that an e-mail address belongs to its user (docs/contract.md, "Auth"). */
@Injectable()
export class VerificationService {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly audit: AuditTrail,
  ) {}

  /** The link stays good for its life: mail scanners open it too. @throws 400 invalid-token */
  async verify(token: string, requestId: string) {
    const link = await this.links.find(token, 'verify-email');
    if (!link) throw invalidToken();
    return this.database.transaction(link.organizationId, async (em) => {
      const user = await lockUser(em, link);
      if (!user) throw invalidToken();
      if (!user.emailVerifiedAt) {
        const changes = { emailVerifiedAt: new Date() };
        await em.update(UserEntity, { id: user.id, organizationId: user.organizationId }, changes);
        await this.audit.record(em, ...memberChange('member.verified', user, { ...user, ...changes }, requestId));
      }
      return { verified: true, email: user.email };
    });
  }

  /** Sends another link, unless the address is verified, one is waiting to be sent, or five were within the hour. */
  async resend({ organizationId, id: userId }: Principal) {
    await this.database.transaction(organizationId, async (em) => {
      const user = await lockUser(em, { organizationId, userId });
      if (user && !user.emailVerifiedAt) await this.links.request(em, user, 'verify-email');
    });
    return { message: 'Unless your address is verified already, a link to verify it is on its way to it.' };
  }
}
