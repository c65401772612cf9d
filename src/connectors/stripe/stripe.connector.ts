import type Stripe from 'stripe';
import { NO_FACTS } from '../facts/facts.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { stripeAccess } from './access.js';
import { UnexpectedAnswerError } from './answer.js';
import { catalogueOperations } from './catalogue.js';
import { connect } from './client.js';
import { customerOperations } from './customers.js';
import { irreversibleOperations } from './irreversible.js';
import { paymentOperations } from './payments.js';
import { performing } from './perform.js';
import { reads } from './reads.js';
import { subscriptionOperations } from './subscriptions.js';
import { summaries } from './summaries.js';

/** The one the client speaks; the compiler compares them. */
const API_VERSION: typeof Stripe.API_VERSION = '2026-10-28.endive';

/** Objects of a Stripe account that an API key may read and write. */
export const stripe = resourceConnector<Stripe>({
  id: 'stripe',
  facts: NO_FACTS,
  title: 'Stripe',
  verified: true,
  apiVersion: API_VERSION,
  credentialFields: [
    {
      name: 'secretKey',
      required: true,
      description: 'A secret or restricted key (sk_…, rk_…) that may read and write what the agent writes.',
    },
    {
      name: 'baseUrl',
      required: false,
      isPublic: true,
      description: 'Of another server in place of Stripe, https://host:port.',
    },
  ],
  summaries,
  operations: [
    ...customerOperations,
    ...catalogueOperations,
    ...paymentOperations,
    ...subscriptionOperations,
    ...irreversibleOperations,
    ...reads,
  ],
  access: stripeAccess,
  connect,
  performing,
  identity: {
    scopeOf: () => ({}),
    read: async (client) => {
      const { id } = await client.accounts.retrieveCurrent();
      return typeof id === 'string' && id !== '' ? `account ${id}` : null;
    },
  },
  probe: async ({ customers }) => {
    const { object } = await customers.list({ limit: 1 });
    if (object !== 'list') throw new UnexpectedAnswerError('the answer is no list: is the base URL that of Stripe?');
  },
  meaningOf: (error) => (error instanceof UnexpectedAnswerError ? 'refused' : null),
});
