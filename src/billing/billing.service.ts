import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../auth/access/principal.js';
import { OrganizationPlans } from '../auth/organizations/organization-plans.js';
import { Database } from '../platform/database/database.js';
import { notFound, validationFailed } from '../platform/errors.js';
import { BillingRepository } from './billing.repository.js';
import { PlanChanges } from './plan-changes.js';
import { StripeAccount } from './stripe-account.js';
import { readStripeEvent } from './stripe-event.js';
import { isOver, stateAfter } from './subscription.js';

/** docs/contract.md, "Billing"; decision 7. */
@Injectable()
export class BillingService {
  constructor(
    private readonly database: Database,
    private readonly repository: BillingRepository,
    private readonly plans: OrganizationPlans,
    private readonly changes: PlanChanges,
    private readonly stripe: StripeAccount,
  ) {}

  /**
   * Receives an event of Stripe; an event that we do not use is acknowledged too.
   * @throws 503 billing-not-configured, 400 invalid-signature or validation-failed
   */
  async receive(body: string, signature: string): Promise<{ received: true }> {
    const event = readStripeEvent(this.stripe.readSigned(body, signature));
    if (event) await this.changes.apply(event);
    return { received: true };
  }

  /**
   * The page at Stripe where an operator pays and cancels; for an organization that has no subscription and names a plan, the
   * one where it buys that plan.
   * @throws 503 billing-not-configured or billing-unavailable, 400 when that plan is not sold here
   */
  async portal({ organizationId }: Principal, plan?: 'PRO' | 'TEAM') {
    const { sold } = this.stripe;
    const price = plan ? sold[plan] : undefined;
    if (price === null) throw validationFailed('plan', 'is not sold here');
    const { known, pays, number } = await this.database.transaction(organizationId, (em) =>
      this.find(em, organizationId),
    );
    const customer = known ?? (await this.openCustomer(organizationId, number));
    // A second subscription beside the first would be paid for twice; the first one is changed in the portal.
    return price === undefined || pays
      ? { url: await this.stripe.portalUrl(customer), kind: 'portal' as const }
      : { url: await this.stripe.checkoutUrl(customer, organizationId, price), kind: 'checkout' as const };
  }

  /**
   * Deletes the organization's customers at Stripe, which ends their subscriptions. The erasure of an organization
   * calls it before it erases the rows; it is safe to repeat.
   * @returns the customers that are left, because this installation has no account at Stripe to delete them with
   * @throws 503 billing-unavailable while Stripe does not answer
   */
  async closeCustomers(organizationId: string): Promise<readonly string[]> {
    const customers = await this.database.transaction(organizationId, (em) =>
      this.repository.customers(em, organizationId),
    );
    const open = customers.flatMap(({ id, deleted }) => (deleted ? [] : id));
    if (!this.stripe.isConfigured) return open;
    for (const id of open) {
      await this.stripe.deleteCustomer(id);
      await this.database.transaction(organizationId, (em) => this.repository.markDeleted(em, id));
    }
    return [];
  }

  /** The customer to use: the one that pays, or else the oldest. */
  private async find(em: EntityManager, organizationId: string) {
    const customers = await this.repository.customers(em, organizationId);
    const subscriptions = await this.repository.subscriptions(em, organizationId);
    const { sold } = this.stripe;
    const paying = subscriptions.find(({ deleted, changes }) => !deleted && !isOver(stateAfter(changes, sold)));
    const known = paying?.customer ?? customers.find(({ deleted }) => !deleted)?.id;
    return { known, pays: paying !== undefined, number: customers.length + 1 };
  }

  private async openCustomer(organizationId: string, number: number): Promise<string> {
    const opened = await this.stripe.openCustomer(organizationId, number);
    const customer = await this.database.transaction(organizationId, async (em) => {
      const owner = await this.repository.lockCustomer(em, opened);
      if ((await this.plans.lock(em, organizationId)) === null) return null;
      const other = (await this.repository.customers(em, organizationId)).find(({ deleted }) => !deleted);
      if (other) return other.id;
      if (owner === null) await this.repository.link(em, opened, organizationId);
      return opened;
    });
    // Another customer was linked first, or the organization is gone: no row would refer to this one.
    if (customer !== opened) await this.stripe.deleteCustomer(opened);
    if (customer === null) throw notFound('organization');
    return customer;
  }
}
