import type { Change } from '../../../audit/audit-entry.js';
import type { UserEntity } from '../../organizations/user.entity.js';
import type { GroupEntity } from './group.entity.js';

/** A group with its members, in the order of their ids. */
export interface GroupOfMembers {
  readonly group: GroupEntity;
  readonly members: readonly Pick<UserEntity, 'id' | 'email'>[];
}

export const toGroupView = ({ group, members }: GroupOfMembers) => ({
  id: group.id,
  name: group.name,
  members: members.map(({ id }) => id),
  createdAt: group.createdAt.toISOString(),
  updatedAt: group.updatedAt.toISOString(),
});

/** The group before and after a change, for the audit; null when there is none. */
export function groupChange(action: string, before: GroupOfMembers | null, after: GroupOfMembers | null): Change {
  const audited = (one: GroupOfMembers | null) =>
    one && { name: one.group.name, members: one.members.map(({ id, email }) => ({ id, email })) };
  const id = (after ?? before)?.group.id ?? '';
  return { action, target: { type: 'group', id }, before: audited(before), after: audited(after) };
}
