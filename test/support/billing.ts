import Stripe from 'stripe';
import { type Answer, Caller, unique } from './client.js';
import type { Service } from './service.mjs';

export const SECRET = 'whsec_of_the_tests';

/** The settings with which a service accepts Stripe's webhooks. */
export const BILLING = {
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: SECRET,
  STRIPE_PRICE_PRO: 'price_pro',
  STRIPE_PRICE_TEAM: 'price_team',
};

const { webhooks } = new Stripe(BILLING.STRIPE_SECRET_KEY);

export const now = () => Math.floor(Date.now() / 1_000);

type Signing = Partial<Parameters<typeof webhooks.generateTestHeaderString>[0]>;

/** The header Stripe's own library makes for a body. */
export const signed = (payload: string, more: Signing = {}) =>
  webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp: now(), ...more });

/** Sends a body as Stripe would, or under another header. */
export const post = (service: Service, body: string, signature: string | null = signed(body), headers = {}) =>
  new Caller(service, null).request('POST', '/webhooks/billing', {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature && { 'stripe-signature': signature }),
      ...headers,
    },
  });

export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object: object; readonly previous_attributes?: object };
}

export const deliver = (service: Service, event: object): Promise<Answer> => post(service, JSON.stringify(event));

const event = (type: string, created: number, object: object, previous?: object): StripeEvent => ({
  id: unique('evt'),
  type,
  created,
  data: { object, ...(previous && { previous_attributes: previous }) },
});

const items = (price: string) => ({ object: 'list', data: [{ id: 'si_1', quantity: 1, price: { id: price } }] });

/** A customer at Stripe, and what happens to them there. */
export class Customer {
  readonly id = unique('cus');
  readonly subscription = unique('sub');

  /** They paid, after a link that names an organization. */
  checkout(reference: string | null, second = now()): StripeEvent {
    return event('checkout.session.completed', second, {
      object: 'checkout.session',
      mode: 'subscription',
      customer: this.id,
      client_reference_id: reference,
      subscription: this.subscription,
    });
  }

  /** `customer.subscription.<happened>`. */
  subscriptionIs(
    status: string,
    {
      happened = 'updated',
      price = 'price_pro',
      second = now(),
      was = undefined as string | undefined,
      of = this.subscription,
    } = {},
  ): StripeEvent {
    const object = { id: of, object: 'subscription', customer: this.id, status, items: items(price) };
    return event(`customer.subscription.${happened}`, second, object, was === undefined ? undefined : { status: was });
  }

  deleted(): StripeEvent {
    return event('customer.deleted', now(), { id: this.id, object: 'customer', deleted: true });
  }
}
