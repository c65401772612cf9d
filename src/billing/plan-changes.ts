import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { bySystem } from '../audit/audit-entry.js';
import type { Plan } from '../auth/access/principal.js';
import { OrganizationPlans } from '../auth/organizations/organization-plans.js';
import { Database } from '../platform/database/database.js';
import { unavailable } from '../platform/http/answers/problem.js';
import { isId } from '../platform/ids.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import { BillingRepository } from './billing.repository.js';
import { StripeAccount } from './stripe-account.js';
import type { StripeEvent } from './stripe-event.js';
import { highest, planOf, stateAfter } from './subscription.js';

/** The organization of a transaction that speaks for none. */
const NO_ORGANIZATION: readonly string[] = [];
const ATTEMPTS = 5;

/** Derives the plan of an organization from Stripe's events; decision 7. */
@Injectable()
export class PlanChanges {
  constructor(
    private readonly database: Database,
    private readonly repository: BillingRepository,
    private readonly plans: OrganizationPlans,
    private readonly stripe: StripeAccount,
    private readonly logger: PinoLogger,
  ) {}

  /**
   * Applies an event. Events may arrive several times and in any order.
   * @throws 503 while the organization of its customer keeps changing meanwhile
   */
  async apply(event: StripeEvent): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const [known] = await this.database.lookup<{ id: string | null }>('SELECT organization_of_customer($1) AS id', [
        event.customer,
      ]);
      if (await this.applyFor(known?.id ?? null, event)) return;
    }
    throw unavailable();
  }

  /** Answers false when the customer now belongs to another organization, so that the transaction has the wrong one. */
  private applyFor(owner: string | null, event: StripeEvent): Promise<boolean> {
    const organizationId = owner ?? organizationOf(event);
    return this.database.transaction(organizationId ?? NO_ORGANIZATION, async (em) => {
      if ((await this.repository.lockCustomer(em, event.customer)) !== owner) return false;
      const plan = organizationId && (await this.plans.lock(em, organizationId));
      if (plan) await this.applyTo(em, organizationId, plan, owner, event);
      else await this.applyUnlinked(em, owner, event);
      return true;
    });
  }

  private async applyTo(
    em: EntityManager,
    organizationId: string,
    plan: Plan,
    owner: string | null,
    event: StripeEvent,
  ): Promise<void> {
    if (!(await this.isNews(em, organizationId, owner, event))) return;
    const paid = await this.paidPlan(em, organizationId);
    if (paid !== null && paid !== plan) await this.plans.change(em, bySystem(organizationId, 'billing'), plan, paid);
  }

  /** A customer stays with the first organization they were linked to, whatever a later checkout names. */
  private async isNews(
    em: EntityManager,
    organizationId: string,
    owner: string | null,
    event: StripeEvent,
  ): Promise<boolean> {
    if (event.kind === 'customer-deleted') return this.repository.markDeleted(em, event.customer);
    if (event.kind === 'subscription') return this.repository.keep(em, event, organizationId);
    if (owner === null) {
      await this.repository.link(em, event.customer, organizationId);
      return true;
    }
    if (event.reference !== null && event.reference !== owner)
      this.logger.warn({ customer: event.customer, organizationId }, 'a checkout names another organization: ignored');
    return false;
  }

  private async applyUnlinked(em: EntityManager, owner: string | null, event: StripeEvent): Promise<void> {
    if (owner === null && event.kind === 'subscription') {
      await this.repository.keep(em, event, null);
      await this.repository.forgetUnclaimed(em);
    } else if (event.kind === 'checkout') {
      this.logger.warn({ customer: event.customer }, 'a checkout names no organization that is there: ignored');
    }
  }

  /** Null when the organization never had a subscription, so that Stripe does not determine its plan. */
  private async paidPlan(em: EntityManager, organizationId: string): Promise<Plan | null> {
    const subscriptions = await this.repository.subscriptions(em, organizationId);
    if (subscriptions.length === 0) return null;
    const { sold } = this.stripe;
    const live = subscriptions.filter(({ deleted }) => !deleted);
    return highest(live.map(({ changes }) => planOf(stateAfter(changes, sold), sold)));
  }
}

const organizationOf = (event: StripeEvent): string | null =>
  event.kind === 'checkout' && event.reference !== null && isId(event.reference) ? event.reference : null;
