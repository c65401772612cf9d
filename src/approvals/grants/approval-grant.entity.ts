import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Timestamp, TimestampOfWriting } from '../../platform/database/columns.js';

/** Calls of one session that an operator approved in advance. */
@Entity('approval_grants')
@ForeignKey('sessions', ['organizationId', 'sessionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Unique(['organizationId', 'approvalId'])
@Check('approval_grants_check', 'uses BETWEEN 0 AND max_uses')
@Check('approval_grants_max_uses_check', 'max_uses BETWEEN 1 AND 1000')
@Index('approval_grants_session', ['sessionId'])
export class ApprovalGrantEntity {
  @PrimaryColumn('uuid') organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') sessionId: string;
  /** The approval it was made with. */
  @Column('uuid') approvalId: string;
  @Column('text') apiNamePattern: string;
  /** It clears the calls inside of this tool call alone; null: those of the whole session. */
  @Column('text', { nullable: true }) toolCallId: string | null;
  @Column('integer') maxUses: number;
  @Column('integer', { default: 0 }) uses: number;
  @Column('text') createdBy: string;
  @TimestampOfWriting() createdAt: Date;
  @Timestamp() expiresAt: Date;
  @Timestamp({ nullable: true }) revokedAt: Date | null;
  /** The policies whose approval the grant stands for, each as it was when the grant was made. */
  @Column('uuid', { array: true, default: [] }) fingerprints: string[];
}
