import { Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId, Timestamp, TimestampOfWriting } from '../platform/database/columns.js';

/** A customer at Stripe and the organization it pays for. */
@Entity('billing_customers')
@Index('billing_customers_organization', ['organizationId', 'linkedAt'])
export class BillingCustomerEntity {
  @PrimaryColumn('text') customerId: string;
  @OrganizationId() organizationId: string;
  @TimestampOfWriting() linkedAt: Date;
  /** Deleted at Stripe: it has no subscription any more and never comes back. */
  @Timestamp({ nullable: true }) deletedAt: Date | null;
}
