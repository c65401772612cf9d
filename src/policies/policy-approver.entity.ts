import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A group that a policy names. A trigger writes it with the policy, so that a foreign key keeps the group. */
@Entity('policy_approvers')
@ForeignKey('policies', ['organizationId', 'policyId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('team_groups', ['organizationId', 'groupId'], ['organizationId', 'id'])
@Index('policy_approvers_group', ['organizationId', 'groupId'])
export class PolicyApproverEntity {
  @PrimaryColumn('uuid') organizationId: string;
  @PrimaryColumn('uuid') policyId: string;
  @PrimaryColumn('uuid') groupId: string;
}
