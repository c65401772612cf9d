import { Injectable } from '@nestjs/common';
import { type EntityManager, In, LessThan, Not } from 'typeorm';
import { AuditTrail } from '../../../audit/audit-trail.js';
import { NOW } from '../../../platform/database/columns.js';
import { Database, sqlState } from '../../../platform/database/database.js';
import { notFound, validationFailed } from '../../../platform/errors.js';
import { Idempotent, Page } from '../../../platform/http/answers/answer.js';
import type { PageQuery } from '../../../platform/http/input/page.dto.js';
import { newId } from '../../../platform/ids.js';
import type { Principal } from '../../access/principal.js';
import { unauthenticated } from '../../auth.errors.js';
import { type IdempotencyKey, IdempotencyKeys } from '../../idempotency.js';
import { Members } from '../../organizations/members.js';
import { OrganizationEntity } from '../../organizations/organization.entity.js';
import { UserEntity } from '../../organizations/user.entity.js';
import { GroupEntity } from './group.entity.js';
import { groupInUse, MOST_GROUPS, tooManyGroups } from './group.errors.js';
import { type GroupOfMembers, groupChange, toGroupView } from './group.view.js';
import { GroupMemberEntity } from './group-member.entity.js';
import { GroupMembers } from './group-members.js';
import type { ChangeGroupDto, CreateGroupDto } from './groups.dto.js';

/** Manages the groups of members (docs/contract.md, "Team"). No cache holds them, so a change needs no new epoch. */
@Injectable()
export class GroupsService {
  constructor(
    private readonly database: Database,
    private readonly members: Members,
    private readonly groups: GroupMembers,
    private readonly idempotency: IdempotencyKeys,
    private readonly audit: AuditTrail,
  ) {}

  list({ organizationId }: Principal, { limit, cursor }: PageQuery) {
    return this.database.transaction(organizationId, async (em) => {
      const where = { organizationId, ...(cursor && { id: LessThan(cursor) }) };
      const found = await em.find(GroupEntity, { where, order: { id: 'DESC' }, take: limit + 1 });
      const groups = await this.groups.with(em, organizationId, found);
      const rows = groups.map((one) => ({ ...one, id: one.group.id }));
      return Page.of(rows, limit, toGroupView);
    });
  }

  /** @throws 400 for members that are none; 401 when the caller was removed meanwhile; 409 conflict, too-many-groups */
  create(caller: Principal, { name, members = [] }: CreateGroupDto, key: IdempotencyKey | null) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      await this.lockOrganization(em, organizationId);
      await this.holdCaller(em, caller);
      const answer = await this.idempotency.once(
        em,
        caller,
        key,
        async () => {
          await this.refuseTooMany(em, organizationId);
          const id = newId();
          await em.insert(GroupEntity, { organizationId, id, name });
          await this.setMembers(em, caller, id, members);
          return id;
        },
        (id) => this.find(em, organizationId, id),
      );
      const { data: after, replayed } = answer;
      if (!replayed) await this.audit.record(em, caller, groupChange('group.created', null, after));
      return new Idempotent(toGroupView(after), replayed);
    });
  }

  /** Members of the body that are left out stay as they are. @throws 400, 401, 404; 409 conflict */
  change(caller: Principal, id: string, { name, members }: ChangeGroupDto) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      await this.holdCaller(em, caller);
      await this.lock(em, organizationId, id);
      const before = await this.find(em, organizationId, id);
      const isRenamed = name !== undefined && name !== before.group.name;
      const isSame = members === undefined || isEqual(members, toGroupView(before).members);
      if (!isRenamed && isSame) return toGroupView(before);
      await em.update(GroupEntity, { organizationId, id }, { ...(isRenamed && { name }), updatedAt: NOW });
      if (members && !isSame) await this.setMembers(em, caller, id, members);
      const after = await this.find(em, organizationId, id);
      await this.audit.record(em, caller, groupChange('group.changed', before, after));
      return toGroupView(after);
    });
  }

  /** @throws 401, 404; 409 group-in-use */
  remove(caller: Principal, id: string) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      await this.holdCaller(em, caller);
      await this.lock(em, organizationId, id);
      const before = await this.find(em, organizationId, id);
      await em.delete(GroupEntity, { organizationId, id }).catch((error: unknown) => {
        throw sqlState(error) === '23503' ? groupInUse() : error;
      });
      await this.audit.record(em, caller, groupChange('group.deleted', before, null));
      return { id, deleted: true };
    });
  }

  private async holdCaller(em: EntityManager, caller: Principal): Promise<void> {
    if (!(await this.members.hold(em, caller))) throw unauthenticated();
  }

  /** With this lock, concurrent new groups count each other. A removal of a member also takes it before the member's lock. */
  private async lockOrganization(em: EntityManager, id: string): Promise<void> {
    const lock = { mode: 'for_no_key_update' } as const;
    await em.findOne(OrganizationEntity, { where: { id }, select: { id: true }, lock });
  }

  /** @throws 409 too-many-groups */
  private async refuseTooMany(em: EntityManager, organizationId: string): Promise<void> {
    if ((await em.countBy(GroupEntity, { organizationId })) >= MOST_GROUPS) throw tooManyGroups();
  }

  /** A member who stays keeps the time of their addition. @throws 400 for a user who is no member */
  private async setMembers(
    em: EntityManager,
    by: Principal,
    groupId: string,
    wanted: readonly string[],
  ): Promise<void> {
    const { organizationId } = by;
    const ids = [...new Set(wanted)];
    const lock = { mode: 'for_key_share' } as const;
    const where = { organizationId, id: In(ids) };
    const users = await em.find(UserEntity, { where, select: { id: true }, order: { id: 'ASC' }, lock });
    if (users.length < ids.length)
      throw validationFailed('members', 'names a user who is no member of your organization');
    await em.delete(GroupMemberEntity, { organizationId, groupId, userId: Not(In(ids)) });
    await em
      .createQueryBuilder()
      .insert()
      .into(GroupMemberEntity)
      .values(users.map(({ id: userId }) => ({ organizationId, groupId, userId, addedBy: by.id })))
      .orIgnore()
      .execute();
  }

  /** @throws 404 */
  private async lock(em: EntityManager, organizationId: string, id: string): Promise<void> {
    const lock = { mode: 'for_no_key_update' } as const;
    if (!(await em.findOne(GroupEntity, { where: { organizationId, id }, lock }))) throw notFound('group');
  }

  /** @throws 404 */
  private async find(em: EntityManager, organizationId: string, id: string): Promise<GroupOfMembers> {
    const [found] = await this.groups.with(em, organizationId, await em.findBy(GroupEntity, { organizationId, id }));
    if (!found) throw notFound('group');
    return found;
  }
}

/** Both name the same members, in whatever order. */
function isEqual(one: readonly string[], other: readonly string[]): boolean {
  const wanted = new Set(one);
  return wanted.size === other.length && other.every((id) => wanted.has(id));
}
