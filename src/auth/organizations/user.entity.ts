import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { OrganizationId, Timestamp, TimestampOfWriting } from '../../platform/database/columns.js';

/** An operator, a member of one organization. */
@Entity('users')
@Check('users_role_check', "role = 'MEMBER'")
@Unique(['organizationId', 'id'])
@Index('users_email', { synchronize: false })
@Index('users_organization', ['organizationId'])
export class UserEntity {
  @PrimaryColumn('uuid') id: string;
  @OrganizationId() organizationId: string;
  @Column('text') email: string;
  @Column('text') name: string;
  /** Null when the user signs in through a provider only. */
  @Column('text', { nullable: true }) passwordHash: string | null;
  @Column('text', { default: 'MEMBER' }) role: string;
  /** Rises to end every token of this user at once. */
  @Column('integer', { default: 1 }) tokenVersion: number;
  @Timestamp({ nullable: true }) emailVerifiedAt: Date | null;
  @TimestampOfWriting() createdAt: Date;
}
