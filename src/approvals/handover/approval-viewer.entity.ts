import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId, TimestampOfWriting } from '../../platform/database/columns.js';

/** The approval that an operator has open. */
@Entity('approval_viewers')
@Index('approval_viewers_approval', ['approvalId'])
@Index('approval_viewers_organization', ['organizationId'])
export class ApprovalViewerEntity {
  @OrganizationId() organizationId: string;
  @ForeignKey('users', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId: string;
  @ForeignKey('approvals', { onDelete: 'CASCADE' })
  @Column('uuid')
  approvalId: string;
  @Column('text') label: string;
  @TimestampOfWriting() seenAt: Date;
}
