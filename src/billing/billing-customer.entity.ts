import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Moment, MomentOfWriting, OrganizationId } from '../platform/database/columns.js';

/** A customer at Stripe and the organization it pays for. */
@Entity('billing_customers')
@Index('billing_customers_organization', ['organizationId', 'linkedAt'])
export class BillingCustomerEntity {
  @PrimaryColumn('text') customerId: string;
  @OrganizationId() organizationId: string;
  @MomentOfWriting() linkedAt: Date;
  /** Deleted at Stripe: it has no subscription any more and never comes back. */
  @Moment({ nullable: true }) deletedAt: Date | null;
}
