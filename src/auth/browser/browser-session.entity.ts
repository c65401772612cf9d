import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId, Timestamp, TimestampOfWriting } from '../../platform/database/columns.js';

/**
 * A browser in which an operator is signed in. The row does not hold the cookie that names it; without the row the
 * cookie is void.
 */
@Entity('browser_sessions')
@Index('browser_sessions_user', ['userId'])
export class BrowserSessionEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('users', { onDelete: 'CASCADE' })
  @Column('uuid')
  userId: string;
  @Timestamp() expiresAt: Date;
  /** The time at which the user last proved their identity, with a password or at a provider. */
  @TimestampOfWriting() signedInAt: Date;
  /** Five minutes old at most while the browser is used. */
  @TimestampOfWriting() lastSeenAt: Date;
  /** The address from which the session began. */
  @Column('text', { default: '' }) address: string;
  @Column('text', { default: '' }) userAgent: string;
  @TimestampOfWriting() createdAt: Date;
}
