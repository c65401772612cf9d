import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/ids.js';
import { invalidToken } from '../auth.errors.js';
import { BrowserSessionEntity } from '../browser/browser-session.entity.js';
import { lockUser } from '../organizations/locked-user.js';
import { memberChange } from '../organizations/member.js';
import { OrganizationEpochs } from '../organizations/organization-epochs.js';
import { UserEntity } from '../organizations/user.entity.js';
import { Passwords } from '../passwords.js';
import { mailboxOf } from './mailbox.js';
import { MailedLinks } from './mailed-links.js';
import { ResetRequestEntity } from './reset-request.entity.js';

/** Sets a new password for a person who can read the account's mail (docs/contract.md, "Auth"). */
@Injectable()
export class RecoveryService {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly passwords: Passwords,
    private readonly epochs: OrganizationEpochs,
    private readonly audit: AuditTrail,
  ) {}

  /** Records the request without a look-up, so that neither the answer nor its time reveals an account. */
  async forgot(email: string) {
    const id = newId();
    await this.database.transaction(id, (em) => em.insert(ResetRequestEntity, { id, email: mailboxOf(email) }));
    return { message: 'If there is an account with this address, a link to set a new password is on its way to it.' };
  }

  /** Turns a request into a link, or drops it when there is no such account; one process does it, once. */
  async answerRequest(requestId: string, account: { userId: string; organizationId: string } | null): Promise<void> {
    const organizations = account ? [requestId, account.organizationId] : [requestId];
    await this.database.transaction(organizations, async (em) => {
      const { affected } = await em.delete(ResetRequestEntity, { id: requestId });
      const user = affected === 1 && account && (await lockUser(em, account));
      if (user) await this.links.request(em, user, 'reset-password');
    });
  }

  /**
   * Sets the password and ends every session of the user, everywhere within a second. It also verifies the address,
   * because the link reached the user. A user who signed up through an identity provider sets a first password this
   * way.
   * @throws 400 invalid-token, 400 on a common password, which leaves the token valid
   */
  async reset({ token, newPassword }: { token: string; newPassword: string }, requestId: string) {
    this.passwords.refuseCommon('newPassword', newPassword);
    const link = await this.links.find(token, 'reset-password');
    if (!link) throw invalidToken();
    const passwordHash = await this.passwords.hash(newPassword);
    await this.database.transaction(link.organizationId, async (em) => {
      const user = await lockUser(em, link);
      if (!user || !(await this.links.spend(em, link))) throw invalidToken();
      await this.links.endAll(em, user, 'reset-password');
      const { id, organizationId } = user;
      const changes = { passwordHash, emailVerifiedAt: user.emailVerifiedAt ?? new Date() };
      await em.update(UserEntity, { id, organizationId }, { ...changes, tokenVersion: () => 'token_version + 1' });
      await em.delete(BrowserSessionEntity, { organizationId, userId: id });
      await this.epochs.raise(em, organizationId);
      await this.audit.record(em, ...memberChange('member.password-reset', user, { ...user, ...changes }, requestId));
    });
    return { message: 'The new password is set. You have been signed out on all devices.' };
  }
}
