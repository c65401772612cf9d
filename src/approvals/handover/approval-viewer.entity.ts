import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId, TimestampOfWriting } from '../../platform/database/columns.js';

/** The approval that an operator has open. */
@Entity('approval_viewers')
@ForeignKey('approvals', ['organizationId', 'approvalId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Index('approval_viewers_approval', ['approvalId'])
@Index('approval_viewers_user', ['userId'])
export class ApprovalViewerEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @ForeignKey('users', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId: string;
  @Column('uuid') approvalId: string;
  @Column('text') label: string;
  @TimestampOfWriting() seenAt: Date;
}
