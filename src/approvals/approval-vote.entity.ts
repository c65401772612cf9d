import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampOfWriting } from '../platform/database/columns.js';

/** An operator who approved. The row outlives the account of the operator. */
@Entity('approval_votes')
@Index('approval_votes_organization', ['organizationId'])
export class ApprovalVoteEntity {
  @Column('uuid') organizationId: string;
  @ForeignKey('approvals', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  approvalId: string;
  @PrimaryColumn('uuid') userId: string;
  @Column('text') voter: string;
  @TimestampOfWriting() votedAt: Date;
}
