import type { By, Change } from '../../audit/audit-entry.js';
import type { UserEntity } from './user.entity.js';

type Member = Pick<UserEntity, 'id' | 'organizationId' | 'email' | 'name' | 'emailVerifiedAt'>;

/** A user in the form in which every sign-in shows them. */
export const toUserView = ({ id, email, name, emailVerifiedAt }: Omit<Member, 'organizationId'>) => ({
  id,
  email,
  name,
  emailVerified: emailVerifiedAt !== null,
});

/** A user's change of their own account and the request that made it, for the audit. `before` is null for a new user. */
export function memberChange(action: string, before: Member | null, after: Member, requestId: string): [By, Change] {
  const { id, email: label, organizationId } = after;
  const by = { kind: 'USER' as const, id, label, organizationId, requestId };
  return [
    by,
    { action, target: { type: 'member', id }, before: before && auditedMember(before), after: auditedMember(after) },
  ];
}

/** A member as the audit shows them. */
export function auditedMember(member: Member) {
  const { id: _, ...view } = toUserView(member);
  return { ...view, role: 'MEMBER' };
}
