import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId, Timestamp, TimestampOfWriting } from '../../platform/database/columns.js';
import type { Purpose } from './link.js';

/**
 * A link that is mailed to a user, or on behalf of one to an address: first a mail to be sent, then the hash of the
 * link's token.
 */
@Entity('mailed_links')
@Check('mailed_links_check', '(token_hash IS NULL) = (expires_at IS NULL)')
@Check('mailed_links_check1', "status = 'QUEUED' OR token_hash IS NOT NULL")
@Check('mailed_links_email_check', "(purpose = 'invitation') = (email IS NOT NULL)")
@Check('mailed_links_purpose_check', "purpose IN ('reset-password', 'verify-email', 'invitation')")
@Check('mailed_links_status_check', "status IN ('QUEUED', 'SENT')")
@Index('mailed_links_due', ['dueAt'])
@Index('mailed_links_invitation', { synchronize: false })
@Index('mailed_links_organization', ['organizationId'])
@Index('mailed_links_token', ['tokenHash'], { unique: true })
@Index('mailed_links_user', ['userId'])
export class MailedLinkEntity {
  @PrimaryColumn('uuid') id: string;
  @OrganizationId() organizationId: string;
  @ForeignKey('users', { onDelete: 'CASCADE' })
  /** The member who invites, when the link is an invitation. */
  @Column('uuid')
  userId: string;
  @Column('text') purpose: Purpose;
  /** The address that an invitation is for. Every other link goes to its user. */
  @Column('text', { nullable: true }) email: string | null;
  @Column('text', { default: 'QUEUED' }) status: 'QUEUED' | 'SENT';
  @Column('integer', { default: 0 }) attempts: number;
  /** The time at which the link needs work: a queued mail is sent, or a sent link has expired. */
  @TimestampOfWriting() dueAt: Date;
  @Column('text', { nullable: true }) tokenHash: string | null;
  @Timestamp({ nullable: true }) expiresAt: Date | null;
  @TimestampOfWriting() createdAt: Date;
}
