import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import type { Change } from '../../../audit/audit-entry.js';
import { UserEntity } from '../../organizations/user.entity.js';
import { GroupEntity } from './group.entity.js';
import { type GroupOfMembers, groupChange } from './group.view.js';
import { GroupMemberEntity } from './group-member.entity.js';

/** A member of a group, and how they came to it. */
export interface Membership {
  readonly userId: string;
  readonly groupId: string;
  readonly addedAt: Date;
  readonly addedBy: string;
}

/** A group as others name it, with the number of its members. */
export interface NamedGroup {
  readonly id: string;
  readonly name: string;
  readonly members: number;
}

/** The members of groups. Each method is part of the caller's transaction. */
@Injectable()
export class GroupMembers {
  /**
   * Keeps these groups until the transaction ends: a deletion waits for it. Answers the ids among these that name no group
   * of the organization.
   */
  async hold(em: EntityManager, organizationId: string, ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    const found = await em.find(GroupEntity, {
      where: { organizationId, id: In([...ids]) },
      select: { id: true },
      order: { id: 'ASC' },
      lock: { mode: 'for_key_share' },
    });
    const known = new Set(found.map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  }

  /**
   * Answers which of these users are in these groups. `hold` keeps them there until the transaction ends: a change of a
   * group, and a removal from the organization, wait for it.
   */
  async among(
    em: EntityManager,
    organizationId: string,
    groups: readonly string[],
    users: readonly string[],
    { hold }: { readonly hold: boolean },
  ): Promise<readonly Membership[]> {
    if (groups.length === 0) return [];
    return em.find(GroupMemberEntity, {
      where: { organizationId, groupId: In([...groups]), userId: In([...users]) },
      order: { groupId: 'ASC', userId: 'ASC' },
      ...(hold && { lock: { mode: 'for_key_share' } }),
    });
  }

  /** Reads these groups with the number of their members; a deleted group is missing. */
  async named(em: EntityManager, organizationId: string, ids: readonly string[]): Promise<readonly NamedGroup[]> {
    const where = { organizationId, id: In([...ids]) };
    const groups = await em.find(GroupEntity, { where, order: { name: 'ASC' } });
    const members = await em.find(GroupMemberEntity, {
      where: { organizationId, groupId: In([...ids]) },
      select: { groupId: true, userId: true },
    });
    return groups.map(({ id, name }) => ({
      id,
      name,
      members: members.filter(({ groupId }) => groupId === id).length,
    }));
  }

  /** Reads the members of each of these groups. */
  async with(em: EntityManager, organizationId: string, groups: readonly GroupEntity[]): Promise<GroupOfMembers[]> {
    const ids = groups.map(({ id }) => id);
    const memberships = await em.findBy(GroupMemberEntity, { organizationId, groupId: In(ids) });
    const users = await em.find(UserEntity, {
      where: { organizationId, id: In(memberships.map(({ userId }) => userId)) },
      select: { id: true, email: true },
      order: { id: 'ASC' },
    });
    return groups.map((group) => {
      const own = new Set(memberships.filter(({ groupId }) => groupId === group.id).map(({ userId }) => userId));
      return { group, members: users.filter(({ id }) => own.has(id)) };
    });
  }

  /** Answers what a removal changes in the groups of a member, for the audit. The member's row is locked before. */
  async leaving(
    em: EntityManager,
    { organizationId, id }: Pick<UserEntity, 'organizationId' | 'id'>,
  ): Promise<Change[]> {
    const own = await em.findBy(GroupMemberEntity, { organizationId, userId: id });
    if (own.length === 0) return [];
    const where = { organizationId, id: In(own.map(({ groupId }) => groupId)) };
    const groups = await this.with(em, organizationId, await em.find(GroupEntity, { where, order: { id: 'ASC' } }));
    return groups.map((before) => {
      const members = before.members.filter((member) => member.id !== id);
      return groupChange('group.changed', before, { ...before, members });
    });
  }
}
