import { egressFetch } from '../../platform/egress-fetch.js';
import type { ConnectorContext } from '../connector.js';
import { baseUrlOf } from '../resource/base-url.js';
import { NotCapturable } from '../resource/resource.js';

const MOST_BYTES = 10_000_000;

/** Stripe's own client; it asks once, and tells nobody how long that took. */
export async function connect(context: ConnectorContext) {
  const { credentials, allowedPrivateHosts, timeoutMs, onDate } = context;
  const base = new URL(baseUrlOf(context, 'https://api.stripe.com'));
  // Stripe's client puts its own in front.
  if (base.pathname !== '/') throw new NotCapturable('the base URL must have no path');
  const { default: Stripe } = await import('stripe');
  const egress = egressFetch({ allowedPrivateHosts, timeoutMs, onDate, maxBytes: MOST_BYTES });
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  const client = new Stripe(credentials.secretKey ?? '', {
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
