import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampOfWriting } from '../platform/database/columns.js';
import type { SubscriptionChange } from './subscription.js';

/** The state of a subscription in the newest second that has an event. */
@Entity('subscription_events')
@Check('subscription_events_kind_check', "kind IN ('created', 'changed', 'ended')")
@Index('subscription_events_organization', ['organizationId'])
@Index('subscription_events_subscription', ['customerId', 'subscriptionId'])
@Index('subscription_events_unclaimed', ['receivedAt'], { where: 'organization_id IS NULL' })
export class SubscriptionEventEntity {
  @PrimaryColumn('text') eventId: string;
  @Column('text') customerId: string;
  @Column('text') subscriptionId: string;
  /** Null until a checkout names the customer's organization. */
  @ForeignKey('organizations', { onDelete: 'CASCADE' })
  @Column('uuid', { nullable: true })
  organizationId: string | null;
  /** Stripe’s clock: Unix seconds. */
  @Column('bigint') second: string;
  @Column('text') kind: SubscriptionChange['kind'];
  @Column('jsonb', { nullable: true }) was: SubscriptionChange['was'];
  @Column('jsonb') became: SubscriptionChange['became'];
  @TimestampOfWriting() receivedAt: Date;
}
