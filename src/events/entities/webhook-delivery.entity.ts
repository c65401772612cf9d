import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Timestamp, TimestampOfWriting } from '../../platform/database/columns.js';
import type { EventData } from '../event.js';

/** An attempt, as it is stored and shown. */
export interface Tried {
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** ISO 8601. */
  readonly at: string;
  readonly status: number | null;
  readonly durationMs: number | null;
  readonly error: string | null;
  readonly nextTryAt: string | null;
}

/** A delivery of one event to one receiver. */
@Entity('webhook_deliveries')
@ForeignKey('sessions', ['organizationId', 'sessionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('webhooks', ['organizationId', 'webhookId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check('webhook_deliveries_check', "(status = 'PENDING') = (settled_at IS NULL)")
@Check('webhook_deliveries_status_check', "status IN ('PENDING', 'DELIVERED', 'FAILED', 'CANCELED')")
@Index('webhook_deliveries_due', ['webhookId', 'dueAt'], { where: "status = 'PENDING'" })
@Index('webhook_deliveries_mails', ['webhookId', 'userId', 'sentAt'], { where: 'user_id IS NOT NULL' })
@Index('webhook_deliveries_old', ['createdAt'])
@Index('webhook_deliveries_organization', ['organizationId'])
@Index('webhook_deliveries_page', ['webhookId', 'id'])
@Index('webhook_deliveries_session', ['sessionId'], { where: 'session_id IS NOT NULL' })
export class WebhookDeliveryEntity {
  @PrimaryColumn('uuid') id: string;
  @PrimaryColumn('uuid') organizationId: string;
  @Column('uuid') webhookId: string;
  /** The id of the event, which all receivers and attempts share. */
  @Column('uuid') eventId: string;
  @Column('text') type: string;
  @Column('uuid', { nullable: true }) sessionId: string | null;
  @Column('json') data: EventData;
  /** The user to whom a mail goes. */
  @Column('uuid', { nullable: true }) userId: string | null;
  @Column('text', { default: 'PENDING' }) status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELED';
  @Column('integer', { default: 0 }) attempts: number;
  @TimestampOfWriting() dueAt: Date;
  /** The time at which the newest attempt began; the deliveries that went in one mail share it. */
  @Timestamp({ nullable: true }) sentAt: Date | null;
  /** It goes in one mail with others of its agent. */
  @Column('boolean', { default: false }) gathered: boolean;
  /** The results of the attempts, the first one first. */
  @Column('jsonb', { default: [] }) tried: Tried[];
  @TimestampOfWriting() createdAt: Date;
  @Timestamp({ nullable: true }) settledAt: Date | null;
}
