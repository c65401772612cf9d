import type { Redis } from 'ioredis';
import { resolveEgress } from '../../platform/egress.js';
import type { ConnectorContext } from '../connector.js';
import { NotCapturable } from '../resource/resource.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { operations } from './operations.js';

/** Keys and hash fields of a Redis (7 or newer). */
export const redis = resourceConnector<Redis>({
  id: 'redis',
  title: 'Redis',
  verified: true,
  apiVersion: '7 or newer',
  credentialFields: [
    {
      name: 'url',
      required: true,
      description: 'redis://user:password@host:port/database; rediss:// for TLS.',
    },
  ],
  operations,
  connect,
  probe: (client) => client.ping(),
  // Every error that the server itself answers begins with a word of its own: WRONGPASS, NOPERM, OOM.
  meaningOf: (error) => (error instanceof Error && /^[A-Z]{2,} /.test(error.message) ? 'refused' : null),
});

async function connect({ credentials, allowedPrivateHosts, timeoutMs }: ConnectorContext) {
  const url = URL.canParse(credentials.url ?? '') ? new URL(credentials.url ?? '') : null;
  if (!url || !['redis:', 'rediss:'].includes(url.protocol))
    throw new NotCapturable('the URL must be redis:// or rediss://');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const { address, family } = await resolveEgress(host, allowedPrivateHosts);
  const { Redis } = await import('ioredis');
  const client = new Redis({
    host: address,
    family,
    port: Number(url.port || 6379),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    db: Number(url.pathname.slice(1) || 0),
    ...(url.protocol === 'rediss:' && { tls: { servername: host } }),
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: () => null,
  });
  let failure: unknown;
  client.on('error', (error) => {
    failure ??= error;
  });
  try {
    await client.connect();
  } catch (error) {
    client.disconnect();
    // The rejection says that the connection is closed; the event before it says why.
    throw failure ?? error;
  }
  return { client, close: () => client.disconnect() };
}
