import StripeClient from 'stripe';
import type { JsonObject } from '../../../../../src/connectors/connector.js';
import { unique } from '../../../../support/client.js';
import { startEmulate } from '../../../../support/emulate.mjs';
import { contextWith } from '../../../../support/google.js';
import { type Claim, type Stage } from './stage.js';

export async function onStripe(): Promise<Stage> {
  const emulate = await startEmulate(['stripe']);
  const baseUrl = emulate.urls.stripe ?? '';
  const { hostname, port } = new URL(baseUrl);
  const client = new StripeClient('sk_test_person', { protocol: 'http', host: hostname, port, telemetry: false });
  const all = (list: { list(page: object): Promise<{ data: object[] }> }) => async () =>
    (await list.list({ limit: 100 })).data;
  const claim = <T extends JsonObject>(
    resource: { create(params: T): Promise<object>; list(page: object): Promise<{ data: object[] }> },
    payload: T,
    more: object,
  ): Claim => ({
    payload,
    make: () => resource.create(payload),
    makeMore: () => resource.create({ ...payload, ...more }),
    state: all(resource),
  });
  return {
    context: contextWith({ secretKey: 'sk_test_server', baseUrl }),
    stop: emulate.stop,
    changes: {
      'stripe.customers.update': async () => {
        const { id } = await client.customers.create({ name: unique('name') });
        return {
          payload: { id, name: 'of the agent' },
          set: () => client.customers.update(id, { name: 'of a person' }),
          state: () => client.customers.retrieve(id),
        };
      },
    },
    claims: {
      'stripe.customers.create': () =>
        claim(client.customers as never, { name: unique('name') }, { description: 'of a person' }),
      'stripe.products.create': () => ({
        ...claim(client.products as never, { name: unique('name') }, { description: 'of a person' }),
        lacks: 'it changes no products',
      }),
      'stripe.prices.create': async () => {
        const { id } = await client.products.create({ name: unique('name') });
        return {
          ...claim(client.prices as never, { product: id, currency: 'eur' }, { unit_amount: 700 }),
          lacks: 'it changes no prices',
        };
      },
      'stripe.paymentIntents.create': () =>
        claim(client.paymentIntents as never, { amount: 700, currency: 'eur' }, { description: 'of a person' }),
      'stripe.checkout.sessions.create': async () => {
        const { id: customer } = await client.customers.create({ name: unique('name') });
        const payload = { mode: 'payment', success_url: 'https://example.com/' };
        return claim(client.checkout.sessions as never, payload, { customer });
      },
    },
  };
}
