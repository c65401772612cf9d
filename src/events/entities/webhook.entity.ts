import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId, Timestamp, TimestampOfWriting } from '../../platform/database/columns.js';

export type WebhookKind = 'webhook' | 'slack' | 'email';

/** A receiver of events: an endpoint, a Slack channel or the members’ mailboxes. */
@Entity('webhooks')
@Check('webhooks_check', "(kind = 'email') = (url IS NULL)")
@Check('webhooks_check1', "(kind = 'email') = (sealed_values IS NULL)")
@Check('webhooks_check2', '(wrapped_key IS NULL) = (sealed_values IS NULL)')
@Check('webhooks_check3', 'enabled = (disabled_at IS NULL)')
@Check('webhooks_check4', 'enabled = (disabled_reason IS NULL)')
@Check('webhooks_disabled_reason_check', "disabled_reason IN ('gone', 'failing', 'operator')")
@Check('webhooks_events_check', 'cardinality(events) > 0')
@Check('webhooks_kind_check', "kind IN ('webhook', 'slack', 'email')")
export class WebhookEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') kind: WebhookKind;
  @Column('text', { nullable: true }) url: string | null;
  @Column('text', { array: true }) events: string[];
  @Column('text', { default: '' }) description: string;
  @Column('bytea', { nullable: true }) wrappedKey: Buffer | null;
  @Column('bytea', { nullable: true }) sealedValues: Buffer | null;
  @Column('boolean', { default: true }) enabled: boolean;
  @Column('text', { nullable: true }) disabledReason: 'gone' | 'failing' | 'operator' | null;
  @Timestamp({ nullable: true }) disabledAt: Date | null;
  /** The time since which every attempt failed; null when the last one succeeded. */
  @Timestamp({ nullable: true }) failingSince: Date | null;
  @TimestampOfWriting() createdAt: Date;
  @TimestampOfWriting() updatedAt: Date;
}
