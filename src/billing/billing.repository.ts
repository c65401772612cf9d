// SQL: events are kept under conditions on other events, and under a setting that row-level security reads.

import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, LessThan } from 'typeorm';
import { NOW } from '../platform/database/columns.js';
import { BillingCustomerEntity } from './billing-customer.entity.js';
import type { SubscriptionEvent } from './stripe-event.js';
import type { SubscriptionChange } from './subscription.js';
import { SubscriptionEventEntity } from './subscription-event.entity.js';

/** A subscription of an organization, by the events of its newest second. */
export interface KnownSubscription {
  readonly customer: string;
  /** The customer, and with them every subscription of theirs, was deleted at Stripe. */
  readonly deleted: boolean;
  readonly changes: readonly SubscriptionChange[];
}

@Injectable()
export class BillingRepository {
  /**
   * Locks this customer until the transaction ends. The lock is taken before any row, also when there is no row yet.
   * @returns the organization of the customer; null when it is not known
   */
  async lockCustomer(em: EntityManager, customer: string): Promise<string | null> {
    await em.query(
      "SELECT set_config('app.billing_customer', $1, true), pg_advisory_xact_lock(hashtextextended('billing ' || $1, 0))",
      [customer],
    );
    const [row]: { id: string | null }[] = await em.query('SELECT organization_of_customer($1) AS id', [customer]);
    return row?.id ?? null;
  }

  /** Links the customer to its first organization, for good; earlier events of its subscriptions go there too. */
  async link(em: EntityManager, customerId: string, organizationId: string): Promise<void> {
    await em.insert(BillingCustomerEntity, { customerId, organizationId });
    await em.update(SubscriptionEventEntity, { customerId, organizationId: IsNull() }, { organizationId });
  }

  /** Answers false when it was deleted already. */
  async markDeleted(em: EntityManager, customerId: string): Promise<boolean> {
    const alive = { customerId, deletedAt: IsNull() };
    const { affected } = await em.update(BillingCustomerEntity, alive, { deletedAt: NOW });
    return affected === 1;
  }

  /** Lists every present and former customer, oldest first. */
  async customers(em: EntityManager, organizationId: string): Promise<{ id: string; deleted: boolean }[]> {
    const order = { linkedAt: 'ASC', customerId: 'ASC' } as const;
    const found = await em.find(BillingCustomerEntity, { where: { organizationId }, order });
    return found.map(({ customerId: id, deletedAt }) => ({ id, deleted: deletedAt !== null }));
  }

  /** Answers false when the event is known already, or older than the stored state. */
  async keep(em: EntityManager, event: SubscriptionEvent, organizationId: string | null): Promise<boolean> {
    const { id, customer, subscription, second, change } = event;
    const kept: unknown[] = await em.query(
      `INSERT INTO subscription_events (event_id, customer_id, subscription_id, organization_id, second, kind, was, became)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE NOT EXISTS (
         SELECT FROM subscription_events WHERE customer_id = $2 AND subscription_id = $3 AND second > $5)
       ON CONFLICT DO NOTHING RETURNING 1`,
      [
        id,
        customer,
        subscription,
        organizationId,
        second,
        change.kind,
        change.was && JSON.stringify(change.was),
        JSON.stringify(change.became),
      ],
    );
    if (kept.length === 0) return false;
    await em.delete(SubscriptionEventEntity, {
      customerId: customer,
      subscriptionId: subscription,
      second: LessThan(String(second)),
    });
    return true;
  }

  /** Deletes events that no organization has claimed for a month. The last statement: it speaks for no customer. */
  async forgetUnclaimed(em: EntityManager): Promise<void> {
    await em.query("SELECT set_config('app.billing_customer', '*', true)");
    await em.query(
      `DELETE FROM subscription_events WHERE event_id IN (
         SELECT event_id FROM subscription_events WHERE organization_id IS NULL LIMIT 100 FOR UPDATE SKIP LOCKED)`,
    );
  }

  subscriptions(em: EntityManager, organizationId: string): Promise<KnownSubscription[]> {
    return em.query(
      `SELECT e.customer_id AS customer, c.deleted_at IS NOT NULL AS deleted,
         jsonb_agg(jsonb_build_object('kind', e.kind, 'was', e.was, 'became', e.became)) AS changes
       FROM subscription_events e JOIN billing_customers c USING (customer_id) WHERE e.organization_id = $1
       GROUP BY e.customer_id, c.deleted_at, e.subscription_id`,
      [organizationId],
    );
  }
}
