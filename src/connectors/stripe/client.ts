import type { Reachable } from '../connector.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { NotCapturable } from '../resource/resource.js';
import { fetchWithin } from '../transport/fetch.js';
import { STRIPE } from './access.js';

/** The transport adds the key; the client wants one. */
const NO_KEY = 'kept-by-the-service';

/** Stripe's own client; it does not retry, and sends Stripe no telemetry. */
export async function connect(context: Reachable) {
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
