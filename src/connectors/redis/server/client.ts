import { type Capture, type ConnectorContext, ProviderUnavailableError, type Reachable } from '../../connector.js';
import { ask, RefusedError } from '../../resource/read.js';
import { sentenceOf } from '../../resource/requests/trouble.js';
import { withClient } from '../../resource/requests/with-client.js';
import { NotCapturable, type ResourceProvider } from '../../resource/resource.js';
import { urlPublicPart } from '../../url-public-part.js';
import { facts } from '../facts.js';
import { irreversibles } from '../operations.js';
import { reads } from '../read-operations.js';
import type { Place } from './place.js';
import type { RedisTransport } from './transport.js';

export const provider: ResourceProvider<RedisTransport> = {
  id: 'redis',
  facts,
  title: 'Redis',
  verified: true,
  apiVersion: '7 or newer',
  credentialFields: [
    {
      name: 'url',
      required: true,
      publicPart: urlPublicPart,
      description: 'rediss://user:password@host:port/database; redis:// (no TLS) for private hosts alone.',
    },
    {
      name: 'counters',
      required: false,
      isPublic: true,
      description:
        'Keys that only ever add up, as patterns with * for any characters, separated by commas. A rollback by an operator ' +
        'subtracts what a call added from what is there, also where another client changed it since.',
    },
  ],
  operations: [...irreversibles, ...reads],
  transport: async (context) => (await import('./connection.js')).openRedis(context),
  connect,
  probe: (client) => client.ping(),
  // Every error that the server itself answers begins with a word of its own: WRONGPASS, NOPERM, OOM.
  meaningOf: (error) => (error instanceof Error && /^[A-Z]{2,} /.test(error.message) ? 'refused' : null),
};

/**
 * Opens one connection for one piece of work.
 * @throws ProviderUnavailableError, RefusedError, NotCapturable
 */
export function connected<T>(
  context: ConnectorContext,
  work: (client: RedisTransport, place: Place) => Promise<T>,
): Promise<T> {
  return withClient(provider, context, async (client) => work(client, await placeOf(client, context)));
}

/**
 * Turns a refusal by the server, and a missing answer, into the errors of the engine.
 * @throws ProviderUnavailableError, RefusedError
 */
export async function asked<T>(call: () => Promise<T>): Promise<T> {
  return (await ask(provider, call)) as T;
}

/** Runs the work of a capture; it answers the reason of a failure and never throws. */
export async function explained(
  context: ConnectorContext,
  work: (client: RedisTransport, place: Place) => Promise<Capture>,
): Promise<Capture> {
  try {
    return await connected(context, work);
  } catch (error) {
    const isOurs = [NotCapturable, ProviderUnavailableError, RefusedError].some((ours) => error instanceof ours);
    return { captured: false, reason: isOurs ? (error as Error).message : sentenceOf(error) };
  }
}

async function placeOf(client: RedisTransport, { credentials }: ConnectorContext): Promise<Place> {
  const { hostname, port, pathname } = new URL(credentials.url ?? '');
  // Without the right to read the id, the server is identified by its address alone.
  const both = client.info('server', 'commandstats');
  // Servers that follow Redis 6 take one section.
  const info = await both.catch(() => client.info('server')).catch(() => '');
  return {
    address: `${hostname.toLowerCase()}:${port || 6379}`,
    database: Number(pathname.slice(1) || 0),
    server: /^run_id:(\w+)/m.exec(info)?.[1] ?? null,
    swaps: swapsIn(info),
  };
}

/** A server that never exchanged two databases does not name the command. */
function swapsIn(info: string): number | null {
  if (!/^# Commandstats/im.test(info)) return null;
  const [, calls = 0, failed = 0] = /^cmdstat_swapdb:calls=(\d+).*failed_calls=(\d+)/m.exec(info) ?? [];
  return Number(calls) - Number(failed);
}

async function connect(context: Reachable) {
  const client = (await context.openTransport()) as RedisTransport;
  return { client, close: () => client.close() };
}
