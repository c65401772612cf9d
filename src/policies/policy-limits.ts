import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Members } from '../auth/organizations/members.js';
import { GroupMembers } from '../auth/team/groups/group-members.js';
import { validationFailed } from '../platform/errors.js';
import { PolicyEntity } from './policy.entity.js';
import { MOST_BYTES, MOST_POLICIES, tooManyPolicies } from './policy.errors.js';

/** Bounds an organization's policies, inside the transaction that changes them. */
@Injectable()
export class PolicyLimits {
  constructor(
    private readonly members: Members,
    private readonly groups: GroupMembers,
  ) {}

  /** An approval that the organization has too few operators for would be a block. @throws 400 */
  async requireApprovers(em: EntityManager, organizationId: string, required: number): Promise<void> {
    if (required === 1) return;
    const members = await this.members.count(em, organizationId);
    if (required > members)
      throw validationFailed('requiredApprovals', `must be at most the number of members, which is ${members}`);
  }

  /** The groups stay until the transaction ends. @throws 400 for an id that names no group of the organization */
  async requireGroups(em: EntityManager, organizationId: string, approvers: readonly string[]): Promise<void> {
    const [unknown] = await this.groups.hold(em, organizationId, approvers);
    if (unknown) throw validationFailed('approvers', `${unknown} is no group of your organization`);
  }

  /**
   * Every process holds all of them in its memory. The caller holds the organization's row, so that of several at once each
   * counts the others.
   * @throws 409 too-many-policies
   */
  async refuseTooMany(em: EntityManager, organizationId: string): Promise<void> {
    const held = await em
      .createQueryBuilder(PolicyEntity, 'policy')
      .select('count(*)::int', 'policies')
      .addSelect('coalesce(sum(octet_length(policy.condition::text)), 0)::int', 'bytes')
      .where({ organizationId })
      .getRawOne<{ policies: number; bytes: number }>();
    if (held && (held.policies > MOST_POLICIES || held.bytes > MOST_BYTES)) throw tooManyPolicies();
  }
}
