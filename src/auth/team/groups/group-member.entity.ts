import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Timestamp } from '../../../platform/database/columns.js';

/** A member in a group. */
@Entity('team_group_members')
@ForeignKey('team_groups', ['organizationId', 'groupId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('users', ['organizationId', 'userId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Index('team_group_members_user', ['organizationId', 'userId'])
export class GroupMemberEntity {
  @PrimaryColumn('uuid') organizationId: string;
  @PrimaryColumn('uuid') groupId: string;
  @PrimaryColumn('uuid') userId: string;
  @Timestamp({ default: () => 'clock_timestamp()' }) addedAt: Date;
  /** The user who added the member. */
  @Column('uuid') addedBy: string;
}
