import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampOfWriting } from '../../platform/database/columns.js';

/** An operator's mark of a session or call, or a weak mark that follows from another decision of an operator. */
@Entity('intent_marks')
@ForeignKey('actions', ['organizationId', 'actionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('sessions', ['organizationId', 'sessionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check('intent_marks_mark_check', "mark IN ('fine', 'drift')")
@Check('intent_marks_source_check', "source IN ('operator', 'rollback', 'rejection', 'settlement')")
@Index('intent_marks_of_agent', ['organizationId', 'agentSlug', 'simulated', 'createdAt'])
@Index('intent_marks_session', ['sessionId', 'id'])
@Index('intent_marks_action', ['actionId'], { where: 'action_id IS NOT NULL' })
export class IntentMarkEntity {
  @PrimaryColumn('uuid') organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') sessionId: string;
  /** Null when the mark is of the whole session. */
  @Column('uuid', { nullable: true }) actionId: string | null;
  @Column('text') agentSlug: string;
  @Column('boolean') simulated: boolean;
  @Column('text') mark: 'fine' | 'drift';
  @Column('text') source: 'operator' | 'rollback' | 'rejection' | 'settlement';
  @Column('text', { nullable: true }) note: string | null;
  @Column('text') markedBy: string;
  @TimestampOfWriting() createdAt: Date;
}
