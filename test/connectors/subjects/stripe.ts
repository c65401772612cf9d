import StripeClient from 'stripe';
import type { Json, JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { objectOf } from '../../../src/connectors/resource/response.js';
import { stripe as connector } from '../../../src/connectors/stripe/stripe.connector.js';
import { onStripe } from '../../campaigns/hostile/support/claims/stripe.js';
import { unique } from '../../support/client.js';
import { startEmulate } from '../../support/emulate.mjs';
import { contextWith } from '../../support/google.js';
import type { Subject } from './subject.js';
import type { World } from './worlds.js';

/** Customers of Stripe, as emulate plays it. */
export async function stripe(): Promise<Subject> {
  const emulate = await startEmulate(['stripe']);
  const { hostname, port } = new URL(emulate.urls.stripe ?? '');
  const { customers } = new StripeClient('sk_test_agent', { protocol: 'http', host: hostname, port, telemetry: false });
  const credentials = { secretKey: 'sk_test_server', baseUrl: emulate.urls.stripe ?? '' };
  const context = contextWith(credentials);
  const stateOf = (email: string) => async () =>
    (await customers.list({ email })).data
      .filter((one) => one.email === email)
      .map(({ name, description }) => ({ name, description }));
  const trip = (
    verb: string,
    payload: JsonObject,
    act: () => Promise<unknown>,
    state: () => Promise<unknown>,
  ): Trip => ({
    ...{ connector, context, apiName: `stripe.customers.${verb}`, payload, act, state },
  });
  const found = (response: Json) => String(objectOf(response).id);

  return {
    name: 'stripe',
    context,
    isBlind: true,
    elsewhere: { ...credentials, baseUrl: credentials.baseUrl.replace('127.0.0.1', 'localhost') },
    stop: emulate.stop,
    newThing: async () => {
      const email = `${unique('a')}@example.com`;
      const { id } = await customers.create({ email, name: 'a', description: 'b' });
      const state = stateOf(email);
      return {
        state,
        change: (name) => trip('update', { id, name }, () => customers.update(id, { name }), state),
        set: (name) => customers.update(id, { name }),
        setOther: (description) => customers.update(id, { description }),
        drop: () => customers.del(id),
      };
    },
    newAbsent: async () => {
      const email = `${unique('a')}@example.com`;
      const state = stateOf(email);
      return {
        state,
        make: () => trip('create', { email, name: 'a' }, () => customers.create({ email, name: 'a' }), state),
        add: (response) => customers.update(found(response), { description: 'b' }),
      };
    },
  };
}

export const world: World = { places: [{ name: 'stripe', open: stripe, makesUnseen: true }], claims: onStripe };
