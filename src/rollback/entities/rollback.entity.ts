import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Timestamp, TimestampOfWriting } from '../../platform/database/columns.js';
import type { StepState } from '../rollback.js';

/** A rollback of a session, of one action, of one and all later ones, or of those of one tool call, with its lease and its fencing number. */
@Entity('rollbacks')
@ForeignKey('agent_rollbacks', ['organizationId', 'agentRollbackId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('rollbacks', ['organizationId', 'reverts'], ['organizationId', 'id'], {
  onDelete: 'CASCADE',
  deferrable: 'INITIALLY IMMEDIATE',
})
@ForeignKey('sessions', ['organizationId', 'sessionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check(
  'rollbacks_extent_check',
  'num_nonnulls(action_id, from_action_id, tool_call_id, agent_rollback_id, reverts) <= 1',
)
@Check('rollbacks_on_conflict_check', "on_conflict IN ('skip', 'force')")
@Check('rollbacks_status_check', "status IN ('RUNNING', 'FINISHED')")
@Index('rollbacks_due', ['createdAt'], { where: "status = 'RUNNING'" })
@Index('rollbacks_of_agent', ['agentRollbackId'], { where: 'agent_rollback_id IS NOT NULL' })
@Index('rollbacks_one_at_a_time', ['sessionId', 'organizationId'], { unique: true, where: "status = 'RUNNING'" })
@Index('rollbacks_reverts', ['reverts'], { where: 'reverts IS NOT NULL' })
@Index('rollbacks_session', ['sessionId', 'id'])
export class RollbackEntity {
  @PrimaryColumn('uuid') id: string;
  @PrimaryColumn('uuid') organizationId: string;
  @Column('uuid') sessionId: string;
  /** The only one that it undoes. */
  @Column('uuid', { nullable: true }) actionId: string | null;
  /** The first action that it undoes. */
  @Column('uuid', { nullable: true }) fromActionId: string | null;
  /** The tool call whose actions it undoes. Where these three are null, it undoes all of them. */
  @Column('text', { nullable: true }) toolCallId: string | null;
  /** The rollback of the same session that a revert takes back; null for a rollback. */
  @Column('uuid', { nullable: true }) reverts: string | null;
  @Column('text', { default: 'RUNNING' }) status: 'RUNNING' | 'FINISHED';
  @Column('text') onConflict: 'skip' | 'force';
  @Column('text') requestedBy: string;
  /** The hash of the plan that was shown to the person who ordered it; null when none was named. */
  @Column('text', { nullable: true }) planHash: string | null;
  /** The calls whose conflicts are overwritten, when not all are. */
  @Column('uuid', { array: true, default: [] }) forced: string[];
  /** Calls whose amounts are subtracted from the present numbers, if another client changed those. */
  @Column('uuid', { array: true, default: [] }) subtracted: string[];
  /** An API key started it. */
  @Column('boolean', { default: true }) needsProof: boolean;
  @Column('bigint', { default: 0 }) fence: string;
  @Timestamp({ nullable: true }) leasedUntil: Date | null;
  @TimestampOfWriting() createdAt: Date;
  @Timestamp({ nullable: true }) finishedAt: Date | null;
  @Column('uuid', { nullable: true }) agentRollbackId: string | null;
  /** The number of steps for each final state, written when the rollback finishes. */
  @Column('json', { nullable: true }) outcomes: Partial<Record<StepState, number>> | null;
}
