import type Stripe from 'stripe';
import type { Reachable } from '../connector.js';
import { NO_FACTS } from '../facts/facts.js';
import { methodAt, refuseMembers } from '../resource/performing.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { NotCapturable, type Performing } from '../resource/resource.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { fetchWithin } from '../transport/fetch.js';
import { STRIPE, stripeAccess } from './access.js';
import { UnexpectedAnswerError } from './answer.js';
import { catalogueOperations } from './catalogue.js';
import { customerOperations } from './customers.js';
import { irreversibleOperations } from './irreversible.js';
import { paymentOperations } from './payments.js';
import { reads } from './reads.js';
import { subscriptionOperations } from './subscriptions.js';
import { summaries } from './summaries.js';

/** Methods that take no id of an object. */
const WITHOUT_ID = /(^|\.)(create|list|search)$|^balance\.retrieve$/;
const SECOND_ID: Readonly<Record<string, string>> = { 'customers.deleteSource': 'source' };

/** Names that Stripe's client reads as options of the request, wherever they stand. */
const OPTIONS = [
  ...['$options', 'apiKey', 'idempotencyKey', 'stripeAccount', 'stripeContext', 'apiVersion', 'host', 'timeout'],
  ...['maxNetworkRetries', 'authenticator', 'additionalHeaders', 'streaming'],
];

/** `{ id, …params }`, the form in which `wrap()` reports a call of Stripe's client. */
const performing: Performing<Stripe> = {
  isKeyed: true,
  call: (client, path, payload, idempotencyKey) => {
    refuseMembers(payload, OPTIONS);
    const second = SECOND_ID[path];
    const ids = [...(WITHOUT_ID.test(path) ? [] : ['id']), ...(second ? [second] : [])];
    const params = Object.fromEntries(Object.entries(payload).filter(([name]) => !ids.includes(name)));
    return methodAt(client, path)(...ids.map((name) => String(payload[name])), params, { idempotencyKey });
  },
};

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

/** The transport adds the key; the client wants one. */
const NO_KEY = 'kept-by-the-service';

/** Stripe's own client; it does not retry, and sends Stripe no telemetry. */
async function connect(context: Reachable) {
  const { timeoutMs } = context;
  const base = new URL(baseUrlOf(context, STRIPE));
  // Stripe's client puts its own in front.
  if (base.pathname !== '/') throw new NotCapturable('the base URL must have no path');
  const { default: Stripe } = await import('stripe');
  const egress = await fetchWithin(context);
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  const client = new Stripe(NO_KEY, {
    httpClient: Stripe.createFetchHttpClient(egress.fetch),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    protocol,
    host: base.hostname,
    port: base.port || (protocol === 'http' ? 80 : 443),
  });
  return { client, close: egress.close };
}
