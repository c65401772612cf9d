import type Stripe from 'stripe';
import { methodAt, refuseMembers } from '../resource/performing.js';
import type { Performing } from '../resource/resource.js';

/** Methods that take no id of an object. */
const WITHOUT_ID = /(^|\.)(create|list|search)$|^balance\.retrieve$/;
const SECOND_ID: Readonly<Record<string, string>> = { 'customers.deleteSource': 'source' };

/** Names that Stripe's client reads as options of the request, wherever they stand. */
const OPTIONS = [
  ...['$options', 'apiKey', 'idempotencyKey', 'stripeAccount', 'stripeContext', 'apiVersion', 'host', 'timeout'],
  ...['maxNetworkRetries', 'authenticator', 'additionalHeaders', 'streaming'],
];

/** `{ id, …params }`, the form in which `wrap()` reports a call of Stripe's client. */
export const performing: Performing<Stripe> = {
  isKeyed: true,
  call: (client, path, payload, idempotencyKey) => {
    refuseMembers(payload, OPTIONS);
    const second = SECOND_ID[path];
    const ids = [...(WITHOUT_ID.test(path) ? [] : ['id']), ...(second ? [second] : [])];
    const params = Object.fromEntries(Object.entries(payload).filter(([name]) => !ids.includes(name)));
    return methodAt(client, path)(...ids.map((name) => String(payload[name])), params, { idempotencyKey });
  },
};
