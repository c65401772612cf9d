import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Timestamp, TimestampOfWriting } from '../platform/database/columns.js';
import type { ApproverRule } from '../policies/policy.js';
import type { ApprovalStatus, DecidedAs } from './approval.js';

/** An approval of one action, which operators give or reject. */
@Entity('approvals')
@ForeignKey('actions', ['organizationId', 'actionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('sessions', ['organizationId', 'sessionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Unique(['actionId', 'organizationId'])
@Check('approvals_check', "(status = 'PENDING') = (decided_at IS NULL)")
@Check('approvals_check1', "(status = 'PENDING') = (decided_as IS NULL)")
@Check(
  'approvals_decided_as_check',
  "decided_as IN ('APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'REVOKED', 'LAPSED')",
)
@Check('approvals_approver_rules_check', "jsonb_typeof(approver_rules) = 'array'")
@Check('approvals_note_check', 'num_nulls(note, noted_by, noted_at) IN (0, 3) AND char_length(note) <= 2000')
@Check('approvals_required_approvals_check', 'required_approvals >= 1')
@Check('approvals_status_check', "status IN ('PENDING', 'APPROVED', 'REJECTED')")
@Index('approvals_approved', ['organizationId', 'sessionId', 'actionId'], { where: "status = 'APPROVED'" })
@Index('approvals_of_agent', ['organizationId', 'agentSlug', 'status', 'id'])
@Index('approvals_of_connector', ['organizationId', 'connector', 'status', 'id'])
@Index('approvals_due', ['expiresAt'], { where: "status = 'PENDING'" })
@Index('approvals_permitted', ['permitsAt'], { where: "status = 'PENDING' AND permits_at IS NOT NULL" })
@Index('approvals_usable', ['usableUntil'], { where: 'usable_until IS NOT NULL' })
@Index('approvals_unused', ['organizationId', 'id'], { where: 'usable_until IS NOT NULL' })
@Index('approvals_page', ['organizationId', 'status', 'id'])
@Index('approvals_session', ['sessionId'])
export class ApprovalEntity {
  @PrimaryColumn('uuid') id: string;
  @PrimaryColumn('uuid') organizationId: string;
  @Column('uuid') sessionId: string;
  @Column('uuid') actionId: string;
  @Column('text') agentSlug: string;
  @Column('text') apiName: string;
  /** The first part of its name, which row-level security lets an index compare. */
  @Column('text', { default: '' }) connector: string;
  @Column('text', { default: 'PENDING' }) status: ApprovalStatus;
  @Column('text') payloadSummary: string;
  /** The call as a sentence; null once the call was erased. */
  @Column('text', { nullable: true }) summary: string | null;
  @Column('text') payloadHash: string;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('text', { nullable: true }) decidedBy: string | null;
  @TimestampOfWriting() createdAt: Date;
  @Timestamp() expiresAt: Date;
  /** The call is permitted then, unless an operator stops it before; null when its approval expires instead. */
  @Timestamp({ nullable: true }) permitsAt: Date | null;
  @Timestamp({ nullable: true }) decidedAt: Date | null;
  /** The milliseconds that it counts once it is given; null for as long as it could have waited. */
  @Column('bigint', { nullable: true }) usableMs: string | null;
  /** It counts until then; null unless it is given and its call has not begun. */
  @Timestamp({ nullable: true }) usableUntil: Date | null;
  /** An operator's reason for the edited arguments. */
  /** The milliseconds that a person has to decide, also when a hold ends or the person is asked again. */
  @Column('bigint', { default: 86_400_000 }) waitsMs: string;
  /** Operations that the call may do as well, as its client said. */
  @Column('text', { array: true, default: [] }) mayDo: string[];
  @Column('text', { nullable: true }) editReason: string | null;
  @Column('integer', { default: 1 }) requiredApprovals: number;
  @Column('text', { nullable: true }) decidedAs: DecidedAs | null;
  /** The policies that asked for it. */
  @Column('uuid', { array: true, default: [] }) policyIds: string[];
  /** The address of the operator who asked, or who made the key that did. */
  @Column('text', { nullable: true }) requester: string | null;
  /** The rules on approvers of the policies that asked; null when each operator may approve. */
  @Column('jsonb', { nullable: true }) approverRules: readonly ApproverRule[] | null;
  /** An operator's note for the next one; it and the next two members are null when there is none. */
  @Column('text', { nullable: true }) note: string | null;
  @Column('text', { nullable: true }) notedBy: string | null;
  @Timestamp({ nullable: true }) notedAt: Date | null;
}
