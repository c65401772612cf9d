import type { Socket } from 'node:net';
import type { Redis } from 'ioredis';
import { isPublic, resolveEgress } from '../../../platform/egress/egress.js';
import { limitReceived } from '../../../platform/egress/received-bytes.js';
import type { ConnectorContext, Secrets } from '../../connector.js';
import { NotCapturable } from '../../resource/resource.js';
import type { Command, RedisTransport, Reply } from './transport.js';

/** The most that a server may send for one piece of work: several times the size that a call may touch. */
const MOST_RECEIVED_BYTES = 32_000_000;
/** A connection that has received more is not used again. */
const MOST_RECEIVED_BEFORE_REUSE = 8_000_000;

/** @throws the words of Redis on the command that it did not even queue, rather than those on the transaction */
function refused(error: Error & { readonly previousErrors?: readonly Error[] }): never {
  throw error.previousErrors?.[0] ?? error;
}

/** Goes to the address that was checked, and to no other. @throws NotCapturable */
export async function openRedis(context: ConnectorContext): Promise<RedisTransport> {
  const { credentials, allowedPrivateHosts, timeoutMs, secrets } = context;
  const url = URL.canParse(credentials.url ?? '') ? new URL(credentials.url ?? '') : null;
  if (!url || !['redis:', 'rediss:'].includes(url.protocol))
    throw new NotCapturable('the URL must be redis:// or rediss://');
  if (!/^(\/\d*)?$/.test(url.pathname)) throw new NotCapturable('the URL names a database that is no number');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const { address, family } = await resolveEgress(host, allowedPrivateHosts);
  if (url.protocol === 'redis:' && isPublic(address))
    throw new NotCapturable(
      'a public host is reached by rediss:// alone; redis:// is for private hosts that are allowed',
    );
  const database = Number(url.pathname.slice(1) || 0);
  const { Redis } = await import('ioredis');
  const client = new Redis({
    host: address,
    family,
    port: Number(url.port || 6379),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    db: database,
    ...(url.protocol === 'rediss:' && { tls: { servername: host } }),
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: () => null,
  });
  client.once('connect', () => limitReceived(client.stream as Socket, MOST_RECEIVED_BYTES));
  let failure: unknown;
  client.on('error', (error) => {
    failure ??= error;
  });
  try {
    await client.connect();
    // The client goes on in database 0 where its own SELECT was refused.
    if (database !== 0) await client.select(database);
  } catch (error) {
    client.disconnect();
    // The rejection says that the connection is closed; the event before it says why.
    throw failure ?? error;
  }
  return transportOver(client, secrets);
}

/** The server's error for one of several commands is part of its answer. */
function transportOver(client: Redis, secrets: Secrets | undefined): RedisTransport {
  // False when a watch, an agent's call or an answer that is still to come may be left on the connection.
  let isClean = true;
  const repliesOf = (replies: Reply[]): Reply[] => {
    for (const [error] of replies) {
      // The answer to a command that was given up may still arrive.
      if (error && error.name !== 'ReplyError') isClean = false;
      if (error) secrets?.cleaned(error);
    }
    return replies;
  };
  const whole = async <T>(answered: Promise<T>): Promise<T> => {
    try {
      return await answered;
    } catch (error) {
      isClean = false;
      throw error;
    }
  };
  const multi = async (commands: readonly Command[]) => {
    const replies = await whole(client.multi(commands.map((one) => [...one])).exec()).catch(refused);
    return replies && repliesOf(replies);
  };
  return {
    pipeline: async (commands) => {
      const sent = client.pipeline(commands.map((one) => [...one])).exec();
      return repliesOf((await whole(sent)) ?? []);
    },
    multi,
    answer: (commands) => {
      isClean = false;
      return multi(commands);
    },
    watch: async (keys) => {
      isClean = false;
      await client.watch(...keys);
    },
    memoryOf: (key) => whole(client.memory('USAGE', key)),
    info: (...sections) => whole(client.info(...sections)),
    reset: async () => {
      const { bytesRead = Number.POSITIVE_INFINITY } = client.stream as Partial<Socket>;
      return isClean && client.status === 'ready' && bytesRead < MOST_RECEIVED_BEFORE_REUSE;
    },
    isAlive: () =>
      client.ping().then(
        () => true,
        () => false,
      ),
    ping: async () => void (await client.ping()),
    close: async () => client.disconnect(),
  };
}
