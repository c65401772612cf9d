import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { Config } from '../config/config.js';
import type { StripeClient } from '../config/stripe-client.js';
import { validationFailed } from '../platform/errors.js';
import { billingNotConfigured, billingUnavailable, invalidSignature } from './billing.errors.js';
import { isFromNow } from './signature.js';
import type { Prices } from './subscription.js';

const TIMEOUT_MS = 5_000;
const TOLERANCE_SECONDS = 300;

/** Our account at Stripe: our requests to it and its events. Every request is made outside of transactions. */
@Injectable()
export class StripeAccount {
  private readonly account: { readonly settings: StripeClient; readonly client: Stripe } | null;

  /** @param library Stripe's client library, loaded only when billing is configured */
  constructor(
    private readonly config: Config,
    library: typeof Stripe | null,
  ) {
    const { stripe } = config;
    this.account = stripe && library && { settings: stripe, client: clientOf(library, stripe) };
  }

  get isConfigured(): boolean {
    return this.account !== null;
  }

  /** @throws 503 billing-not-configured */
  get sold(): Prices {
    const { pricePro: PRO, priceTeam: TEAM } = this.configured.settings;
    return { PRO, TEAM };
  }

  /**
   * Reads an event after its signature was verified, which is over the exact text of the body.
   * @throws 503 billing-not-configured, 400 invalid-signature, 400 validation-failed when the signed text is no event
   */
  readSigned(body: string, header: string): unknown {
    const { settings, client } = this.configured;
    const now = Date.now();
    try {
      const event = client.webhooks.constructEvent(
        body,
        header,
        settings.webhookSecret,
        TOLERANCE_SECONDS,
        undefined,
        now,
      );
      if (isFromNow(header, Math.floor(now / 1_000), TOLERANCE_SECONDS)) return event;
    } catch (error) {
      if (isOfType(error, 'StripeSignatureVerificationError')) throw invalidSignature();
      throw validationFailed('body', 'is not an event that this endpoint takes');
    }
    throw invalidSignature();
  }

  /**
   * Opens a customer; a repetition with the same number answers the same one. The request may never change, or Stripe
   * would refuse the repetition. It therefore holds no e-mail address, which Stripe asks for itself.
   * @throws 503 billing-unavailable
   */
  async openCustomer(organizationId: string, number: number): Promise<string> {
    const { id } = await this.ask(({ customers }) =>
      customers.create({ metadata: { organizationId } }, { idempotencyKey: `customer ${number} of ${organizationId}` }),
    );
    return requireText(id);
  }

  /**
   * The address at which a customer sees invoices and changes or ends subscriptions.
   * @throws 503 billing-unavailable
   */
  async portalUrl(customer: string): Promise<string> {
    const { url } = await this.ask(({ billingPortal }) =>
      billingPortal.sessions.create({ customer, return_url: this.config.dashboardUrl }),
    );
    return requireText(url);
  }

  /**
   * The address at which a customer buys a subscription for an organization.
   * @throws 503 billing-unavailable
   */
  async checkoutUrl(customer: string, organizationId: string, price: string): Promise<string> {
    const { url } = await this.ask(({ checkout }) =>
      checkout.sessions.create({
        mode: 'subscription',
        customer,
        client_reference_id: organizationId,
        line_items: [{ price, quantity: 1 }],
        success_url: this.config.dashboardUrl,
        cancel_url: this.config.dashboardUrl,
      }),
    );
    return requireText(url);
  }

  /**
   * Ends the customer's subscriptions too; a customer who is gone already is no error.
   * @throws 503 billing-unavailable
   */
  async deleteCustomer(customer: string): Promise<void> {
    const gone = await this.ask(({ customers }) =>
      customers.del(customer).catch((error: unknown) => {
        if (isOfType(error, 'StripeInvalidRequestError') && error.code === 'resource_missing') return { deleted: true };
        throw error;
      }),
    );
    if (!gone.deleted) throw billingUnavailable('Stripe did not delete a customer');
  }

  private get configured() {
    if (!this.account) throw billingNotConfigured();
    return this.account;
  }

  private async ask<T>(question: (client: Stripe) => Promise<T>): Promise<T> {
    const { client } = this.configured;
    try {
      return await question(client);
    } catch (cause) {
      throw billingUnavailable(cause);
    }
  }
}

/** The library takes any JSON for an answer, that of a proxy too. */
function requireText(text: unknown): string {
  if (typeof text !== 'string' || text === '') throw billingUnavailable('Stripe answered something else');
  return text;
}

/** True when the error has this name of the library. */
const isOfType = (error: unknown, type: string): error is Stripe.errors.StripeError =>
  (error as { type?: unknown } | null)?.type === type;

function clientOf(library: typeof Stripe, { secretKey, apiBase }: StripeClient): Stripe {
  const base = apiBase === null ? null : new URL(apiBase);
  const protocol = base?.protocol === 'http:' ? 'http' : 'https';
  return new library(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      protocol,
      host: base.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: base.port || (protocol === 'http' ? 80 : 443),
    }),
  });
}
