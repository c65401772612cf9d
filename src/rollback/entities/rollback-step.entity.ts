import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { ItemReport, Replaced, Trace } from '../../connectors/connector.js';
import { OrganizationId, Timestamp } from '../../platform/database/columns.js';
import type { StepState } from '../rollback.js';

const DEFERRABLE = { onDelete: 'CASCADE', deferrable: 'INITIALLY IMMEDIATE' } as const;

/** The undoing of one action in a rollback. */
@Entity('rollback_steps')
@Unique(['rollbackId', 'actionId', 'organizationId'])
@ForeignKey('rollbacks', ['organizationId', 'rollbackId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('actions', ['organizationId', 'actionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('rollback_steps', ['organizationId', 'carriedBy'], ['organizationId', 'id'], DEFERRABLE)
@ForeignKey('rollback_steps', ['organizationId', 'revertsStep'], ['organizationId', 'id'], DEFERRABLE)
@Unique(['rollbackId', 'position', 'organizationId'])
@Check(
  'rollback_steps_state_check',
  "state IN ('planned', 'attempting', 'done', 'conflict', 'impossible', 'failed', 'unknown', 'skipped')",
)
@Index('rollback_steps_action', ['actionId'])
@Index('rollback_steps_of_agent', ['agentRollbackId', 'position', 'organizationId'], {
  unique: true,
  where: 'agent_rollback_id IS NOT NULL',
})
@Index('rollback_steps_open', ['agentRollbackId', 'position'], {
  where: "agent_rollback_id IS NOT NULL AND state IN ('planned', 'attempting')",
})
@Index('rollback_steps_carried', ['carriedBy'], { where: 'carried_by IS NOT NULL' })
@Index('rollback_steps_organization', ['organizationId'])
@Index('rollback_steps_reverted_once', ['revertsStep', 'organizationId'], { unique: true, where: "state = 'done'" })
@Index('rollback_steps_reverts', ['revertsStep'], { where: 'reverts_step IS NOT NULL' })
export class RollbackStepEntity {
  @PrimaryColumn('uuid') id: string;
  @OrganizationId({ isKey: true }) organizationId: string;
  @Column('uuid') rollbackId: string;
  @Column('uuid') actionId: string;
  /** The position in the rollback; in an agent’s rollback positions count over all of its sessions. */
  @Column('integer') position: number;
  @Column('text', { default: 'planned' }) state: StepState;
  @Column('integer', { default: 0 }) attempts: number;
  @Column('text', { nullable: true }) detail: string | null;
  @Column('json', { nullable: true }) items: readonly ItemReport[] | null;
  @Timestamp({ nullable: true }) startedAt: Date | null;
  @Timestamp({ nullable: true }) finishedAt: Date | null;
  @Column('uuid', { nullable: true }) agentRollbackId: string | null;
  /** The hash of the conflict that was shown to the person who has it overwritten; null when none was shown. */
  @Column('text', { nullable: true }) shownConflict: string | null;
  /** The traces that the tries at this step saw and sent. */
  @Column('jsonb', { nullable: true }) traces: readonly Trace[] | null;
  /** The contents that its writes replaced. */
  @Column('jsonb', { nullable: true }) replaced: readonly Replaced[] | null;
  /** The step whose write undid this call as well. */
  @Column('uuid', { nullable: true }) carriedBy: string | null;
  /** The step whose undo a revert takes back; null in a rollback. */
  @Column('uuid', { nullable: true }) revertsStep: string | null;
}
