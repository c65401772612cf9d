import type { Redis } from 'ioredis';
import { isPublic, resolveEgress } from '../../platform/egress.js';
import { type Capture, type ConnectorContext, ProviderUnavailableError } from '../connector.js';
import { ask, RefusedError } from '../resource/read.js';
import { NotCapturable, type ResourceProvider } from '../resource/resource.js';
import { sentenceOf } from '../resource/trouble.js';
import { withClient } from '../resource/with-client.js';
import { irreversibles } from './operations.js';
import type { Place } from './place.js';

export const provider: ResourceProvider<Redis> = {
  id: 'redis',
  title: 'Redis',
  verified: true,
  apiVersion: '7 or newer',
  credentialFields: [
    {
      name: 'url',
      required: true,
      description: 'rediss://user:password@host:port/database; redis:// (no TLS) for private hosts alone.',
    },
  ],
  operations: irreversibles,
  connect,
  probe: (client) => client.ping(),
  // Every error that the server itself answers begins with a word of its own: WRONGPASS, NOPERM, OOM.
  meaningOf: (error) => (error instanceof Error && /^[A-Z]{2,} /.test(error.message) ? 'refused' : null),
};

/** One connection for one piece of work. @throws ProviderUnavailableError, RefusedError, NotCapturable */
export function connected<T>(context: ConnectorContext, work: (client: Redis, place: Place) => Promise<T>): Promise<T> {
  return withClient(provider, context, async (client) => work(client, await placeOf(client, context)));
}

/** What the server refuses, and what it does not answer, as the engine knows it. @throws ProviderUnavailableError, RefusedError */
export async function asked<T>(call: () => Promise<T>): Promise<T> {
  return (await ask(provider, call)) as T;
}

/** The same for a capture, which never throws. */
export async function explained(
  context: ConnectorContext,
  work: (client: Redis, place: Place) => Promise<Capture>,
): Promise<Capture> {
  try {
    return await connected(context, work);
  } catch (error) {
    const isOurs = [NotCapturable, ProviderUnavailableError, RefusedError].some((ours) => error instanceof ours);
    return { captured: false, reason: isOurs ? (error as Error).message : sentenceOf(error) };
  }
}

async function placeOf(client: Redis, { credentials }: ConnectorContext): Promise<Place> {
  const { hostname, port, pathname } = new URL(credentials.url ?? '');
  // A user without the right to ask is told from others by the address alone.
  const info = await client.info('server').catch(() => '');
  return {
    address: `${hostname.toLowerCase()}:${port || 6379}`,
    database: Number(pathname.slice(1) || 0),
    server: /^run_id:(\w+)/m.exec(info)?.[1] ?? null,
  };
}

async function connect({ credentials, allowedPrivateHosts, timeoutMs }: ConnectorContext) {
  const url = URL.canParse(credentials.url ?? '') ? new URL(credentials.url ?? '') : null;
  if (!url || !['redis:', 'rediss:'].includes(url.protocol))
    throw new NotCapturable('the URL must be redis:// or rediss://');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const { address, family } = await resolveEgress(host, allowedPrivateHosts);
  if (url.protocol === 'redis:' && isPublic(address))
    throw new NotCapturable(
      'a public host is reached by rediss:// alone; redis:// is for private hosts that are allowed',
    );
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
