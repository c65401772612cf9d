import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampOfWriting } from '../platform/database/columns.js';

/** An operator who approved. The row outlives the account of the operator. */
@Entity('approval_votes')
@ForeignKey('approvals', ['organizationId', 'approvalId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Index('approval_votes_organization', ['organizationId'])
export class ApprovalVoteEntity {
  @PrimaryColumn('uuid') approvalId: string;
  @PrimaryColumn('uuid') userId: string;
  @PrimaryColumn('uuid') organizationId: string;
  @Column('text') voter: string;
  @TimestampOfWriting() votedAt: Date;
}
