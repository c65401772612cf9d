import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Moment, MomentOfWriting, OrganizationId } from '../../platform/database/columns.js';

/** A browser in which an operator is signed in. The cookie that names it is nowhere here; without this row it opens nothing. */
@Entity('browser_sessions')
@Index('browser_sessions_organization', ['organizationId'])
@Index('browser_sessions_user', ['userId'])
export class BrowserSessionEntity {
  @PrimaryColumn('uuid') id: string;
  @OrganizationId() organizationId: string;
  @ForeignKey('users', { onDelete: 'CASCADE' })
  @Column('uuid')
  userId: string;
  @Moment() expiresAt: Date;
  @MomentOfWriting() createdAt: Date;
}
