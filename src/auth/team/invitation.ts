import { type FindOperator, Raw } from 'typeorm';
import type { Change } from '../../audit/audit-entry.js';
import type { MailedLinkEntity } from '../mailed-links/mailed-link.entity.js';

/** Addresses are compared as their unique indexes compare them. */
export const sameAddress = (email: string): FindOperator<string> =>
  Raw((column) => `lower(${column}) = lower(:email)`, { email });

/** An invitation as the organization that sent it sees it: never its token. */
export const toInvitationView = (link: MailedLinkEntity) => ({
  id: link.id,
  email: link.email ?? '',
  invitedBy: link.userId,
  status: link.status,
  createdAt: link.createdAt.toISOString(),
  expiresAt: link.expiresAt?.toISOString() ?? null,
});

/** The invitation before and after a change, for the audit; null when there is none. */
export function toInvitationChange(
  action: string,
  before: MailedLinkEntity | null,
  after: MailedLinkEntity | null,
): Change {
  const audited = (link: MailedLinkEntity | null) => link && { email: link.email, invitedBy: link.userId };
  return {
    action,
    target: { type: 'invitation', id: (after ?? before)?.id ?? '' },
    before: audited(before),
    after: audited(after),
  };
}
