import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import type { Change } from '../../audit/audit-entry.js';
import { MailedLinkEntity } from '../mailed-links/mailed-link.entity.js';
import { auditedMember } from '../organizations/member.js';
import { OrganizationEpochs } from '../organizations/organization-epochs.js';
import { UserEntity } from '../organizations/user.entity.js';
import { PersonalTokenEntity } from '../personal-tokens/personal-token.entity.js';
import { tokenRevoked } from '../personal-tokens/personal-token.js';
import { GroupMembers } from './groups/group-members.js';
import { toInvitationChange } from './invitation.js';

/** Removes a user from an organization, inside a transaction that has locked its members. */
@Injectable()
export class Memberships {
  constructor(
    private readonly epochs: OrganizationEpochs,
    private readonly groups: GroupMembers,
  ) {}

  /**
   * Ends every session and personal token of the user, everywhere within a second, and takes back the user's
   * invitations. The user leaves each group. Decided approvals stay; pending ones are counted without the user's vote.
   * @returns the changes, for the audit
   */
  async end(em: EntityManager, user: UserEntity, action: 'member.removed' | 'member.left'): Promise<Change[]> {
    const { id, organizationId } = user;
    const where = { organizationId, userId: id, purpose: 'invitation' } as const;
    const tokens = await em.findBy(PersonalTokenEntity, { organizationId, userId: id, revokedAt: IsNull() });
    const invited = await em.find(MailedLinkEntity, { where, lock: { mode: 'pessimistic_write' } });
    // No group takes the user in between what is read here and the deletion.
    await em.findOne(UserEntity, { where: { id, organizationId }, lock: { mode: 'pessimistic_write' } });
    const left = await this.groups.leaving(em, user);
    // Personal tokens, links, identities and places in groups go with the user.
    await em.delete(UserEntity, { id, organizationId });
    await this.epochs.raise(em, organizationId);
    return [
      { action, target: { type: 'member', id }, before: auditedMember(user), after: null },
      ...left,
      ...tokens.map((token) => tokenRevoked(token, null)),
      ...invited.map((link) => toInvitationChange('invitation.revoked', link, null)),
    ];
  }
}
