import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId, Timestamp, TimestampOfWriting } from '../platform/database/columns.js';
import type { DisplayStatus, SessionState, SessionStatus } from './session.js';

/** A session of an agent, with counters of the outcomes of its actions. */
@Entity('sessions')
@Index('sessions_active', ['createdAt'], { where: "status = 'ACTIVE'" })
@Index('sessions_agent', ['organizationId', 'agentSlug', 'id'])
@Index('sessions_blocked', ['organizationId', 'id'], { where: 'blocked > 0' })
@Index('sessions_created', ['organizationId', 'createdAt', 'id'])
@Index('sessions_dirty', ['organizationId', 'dirty', 'id'])
@Index('sessions_on_behalf_of', ['organizationId', 'onBehalfOf', 'id'], { where: 'on_behalf_of IS NOT NULL' })
@Index('sessions_page', ['organizationId', 'id'])
@Index('sessions_status', ['organizationId', 'displayStatus', 'id'])
export class SessionEntity {
  @PrimaryColumn('uuid') id: string;
  @OrganizationId({ isKey: true }) organizationId: string;
  @Column('text') agentSlug: string;
  @Column('text') intent: string;
  /** The user whose task it is; null: the agent did not say. */
  @Column('text', { nullable: true }) onBehalfOf: string | null;
  @Column('jsonb', { default: {} }) labels: Readonly<Record<string, string>>;
  @Column('text', { default: 'ACTIVE' }) status: SessionStatus;
  @Column('boolean') simulated: boolean;
  @Column('integer', { default: 0 }) success: number;
  @Column('integer', { default: 0 }) failed: number;
  @Column('integer', { default: 0 }) pendingApproval: number;
  /** Approvals to be decided, with reviews of calls that already ran. */
  @Column('integer', { default: 0 }) openApprovals: number;
  @Column('integer', { default: 0 }) cleared: number;
  @Column('integer', { default: 0 }) unknown: number;
  @Column('integer', { default: 0 }) rolledBack: number;
  @Column('integer', { default: 0 }) rollbackFailed: number;
  /** Successful reads: part of `success`, but no effect. */
  @Column('integer', { default: 0 }) reads: number;
  @Column('integer', { default: 0 }) lateEffects: number;
  @Column('integer', { default: 0 }) lastSequence: number;
  @Column('integer', { default: 0 }) lastEffectSequence: number;
  @Column('text', { default: 'NONE' }) rollbackState: SessionState['rollbackState'];
  /** A rollback of the whole session has begun: nothing may start in it any more. */
  @Column('boolean', { default: false }) closedByRollback: boolean;
  /** A rollback restored something, if only a part of the changes of one call. */
  @Column('boolean', { default: false }) partlyRestored: boolean;
  @TimestampOfWriting() createdAt: Date;
  @TimestampOfWriting() updatedAt: Date;
  @Timestamp({ nullable: true }) completedAt: Date | null;
  @TimestampOfWriting() lastActivityAt: Date;
  /** Only processes of the previous release read it. */
  @Column('boolean', { default: false }) reverted: boolean;
  /** The number of calls, without reads, that may have taken effect although no outcome confirms it. */
  @Column('integer', { default: 0 }) possibleEffects: number;
  /** Actions with a violation that were not settled. */
  @Column('integer', { default: 0 }) violations: number;
  /** Actions that were approved, and have no outcome yet. */
  @Column('integer', { default: 0 }) unconfirmed: number;
  /** Reads of unknown outcome: part of `unknown`, but no possible effect. */
  @Column('integer', { default: 0 }) unknownReads: number;
  /** Actions in these statuses that a person settled. Triggers maintain this column and the following ones. */
  @Column('integer', { default: 0 }) settledSuccess: number;
  @Column('integer', { default: 0 }) settledRollbackFailed: number;
  @Column('integer', { default: 0 }) settledUnknown: number;
  @Column('integer', { default: 0 }) settledFailed: number;
  /** Calls that a policy blocked. */
  @Column('integer', { default: 0 }) blocked: number;
  /** An operator should look at it (`GET /sessions/dirty`). */
  @Column('boolean', { default: false }) dirty: boolean;
  @Column('text', { default: 'ACTIVE' }) displayStatus: DisplayStatus;
}
