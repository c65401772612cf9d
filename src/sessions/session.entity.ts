import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SessionState, SessionStatus } from './session.js';

@Entity('sessions')
export class SessionEntity implements SessionState {
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'uuid', name: 'organization_id' }) organizationId: string;
  @Column({ type: 'text', name: 'agent_slug' }) agentSlug: string;
  @Column('text') intent: string;
  @Column({ type: 'text', insert: false }) status: SessionStatus;
  @Column('boolean') simulated: boolean;
  @Column({ type: 'int', insert: false }) success: number;
  @Column({ type: 'int', insert: false }) failed: number;
  @Column({ type: 'int', name: 'pending_approval', insert: false }) pendingApproval: number;
  @Column({ type: 'int', name: 'open_approvals', insert: false }) openApprovals: number;
  @Column({ type: 'int', insert: false }) cleared: number;
  @Column({ type: 'int', insert: false }) unknown: number;
  @Column({ type: 'int', name: 'rolled_back', insert: false }) rolledBack: number;
  @Column({ type: 'int', name: 'rollback_failed', insert: false }) rollbackFailed: number;
  @Column({ type: 'int', insert: false }) reads: number;
  @Column({ type: 'int', name: 'late_effects', insert: false }) lateEffects: number;
  @Column({ type: 'int', name: 'possible_effects', insert: false }) possibleEffects: number;
  @Column({ type: 'text', name: 'rollback_state', insert: false }) rollbackState: SessionState['rollbackState'];
  @Column({ type: 'boolean', name: 'closed_by_rollback', insert: false }) closedByRollback: boolean;
  @Column({ type: 'boolean', name: 'partly_restored', insert: false }) partlyRestored: boolean;
  @Column({ type: 'timestamptz', name: 'created_at', insert: false }) createdAt: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', insert: false }) updatedAt: Date;
  @Column({ type: 'timestamptz', name: 'completed_at', nullable: true, insert: false }) completedAt: Date | null;
  @Column({ type: 'timestamptz', name: 'last_activity_at', insert: false }) lastActivityAt: Date;
}
