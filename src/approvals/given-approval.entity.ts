import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { MomentOfWriting } from '../platform/database/columns.js';

/** An operator who approved; the row outlives the account of the operator. */
@Entity('given_approvals')
@Index('given_approvals_organization', ['organizationId'])
export class GivenApprovalEntity {
  @Column('uuid') organizationId: string;
  @ForeignKey('approvals', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  approvalId: string;
  @PrimaryColumn('uuid') userId: string;
  @Column('text') givenBy: string;
  @MomentOfWriting() givenAt: Date;
}
