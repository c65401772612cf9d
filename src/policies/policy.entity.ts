import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId, TimestampOfWriting } from '../platform/database/columns.js';
import type { Condition, PolicyAction, PolicyMode } from './policy.js';

/** A policy of an organization. */
@Entity('policies')
@Check('policies_action_check', "action IN ('ALLOW', 'REQUIRE_APPROVAL', 'BLOCK')")
@Check('policies_mode_check', "mode IN ('enforce', 'shadow')")
@Check('policies_on_change_check', "on_change IN ('ask', 'run')")
@Check('policies_expires_after_seconds_check', 'expires_after_seconds BETWEEN 10 AND 2678400')
@Check('policies_approval_usable_seconds_check', 'approval_usable_seconds BETWEEN 10 AND 2678400')
@Check('policies_on_expiry_check', "on_expiry IN ('reject', 'approve')")
@Check('policies_required_approvals_check', 'required_approvals >= 1')
@Index('policies_name', ['organizationId', 'name'], { unique: true })
export class PolicyEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  /** The name that people use; unique in the organization. */
  @Column('text', { nullable: true }) name: string | null;
  @Column('text') apiNamePattern: string;
  @Column('json', { nullable: true }) condition: Condition | null;
  @Column('text') action: PolicyAction;
  @Column('boolean') enabled: boolean;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('text') mode: PolicyMode;
  @TimestampOfWriting() createdAt: Date;
  @TimestampOfWriting() updatedAt: Date;
  /** The number of operators who have to approve. */
  @Column('integer', { default: 1 }) requiredApprovals: number;
  /** An approved call goes back to the person or runs, if its resource has changed since they saw it. */
  @Column('text', { default: 'run' }) onChange: 'ask' | 'run';
  /** The time that an approval waits; null means the default of the service. */
  @Column('integer', { nullable: true }) expiresAfterSeconds: number | null;
  /** The decision on a call that no operator decides on by then. */
  @Column('text', { default: 'reject' }) onExpiry: 'reject' | 'approve';
  /** The time that an approval counts once it is given; null means as long as it waits. */
  @Column('integer', { nullable: true }) approvalUsableSeconds: number | null;
  /** The groups whose members approve; none: each operator. */
  @Column('uuid', { array: true, default: [] }) approvers: string[];
  /** Whoever asked may approve; null: only where no approvers are named. */
  @Column('boolean', { nullable: true }) allowRequester: boolean | null;
  /** Its statistics begin then. */
  @TimestampOfWriting() countedSince: Date;
}
