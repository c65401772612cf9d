import { ThrottlerStorageRedisService } from '@nest-lab/throttler-storage-redis';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Redis } from 'ioredis';
import type { PinoLogger } from '../logging/pino-logger.js';
import { watch } from '../telemetry/meters.js';

/** The most a request ever waits for Redis, and a connection for an answer before it is given up. */
const ANSWERS_WITHIN_MS = 1_000;
const SILENT_FOR_MS = 5_000;
/** The pause, while Redis does not answer, before one request asks it again and before a new connection is tried. */
const ASKED_AGAIN_MS = 1_000;

/**
 * The window of `FixedWindows`, in one atomic step. The library's own script blocks for a whole further window from the
 * first refusal on and counts meanwhile, so that a caller that keeps asking never gets in again; and at the very millisecond of
 * its end it would prolong a window. Arguments are the library's: name, window, limit, block.
 */
const FIXED_WINDOW = `
local hits = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left <= 0 then
  hits = 1
  left = tonumber(ARGV[2])
  redis.call('SET', KEYS[1], 1, 'PX', left)
end
if hits > tonumber(ARGV[3]) then return { hits, left, 1, left } end
return { hits, left, 0, 0 }`;

/**
 * Counts in Redis, for all processes together. While Redis does not answer, each process counts for itself: limits are
 * then as many times higher as there are processes, never gone, and no request is refused because of Redis.
 */
export class SharedWindows implements ThrottlerStorage, OnModuleInit, OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly shared: ThrottlerStorageRedisService;
  private out = false;
  private askAgainAt = 0;
  private closing = false;
  private cause: Error | null = null;

  constructor(
    url: string,
    private readonly meanwhile: ThrottlerStorage,
    private readonly logger: PinoLogger,
  ) {
    this.redis = new Redis(url, {
      lazyConnect: true,
      // No command is queued for later: a request that was counted here must not be counted there too.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      connectTimeout: ANSWERS_WITHIN_MS,
      socketTimeout: SILENT_FOR_MS,
      retryStrategy: (attempts) => Math.min(attempts * 50, ASKED_AGAIN_MS),
      // After a failover the old connection may lead to a replica.
      reconnectOnError: ({ message }) => message.includes('READONLY'),
      connectionName: 'backstop',
    });
    this.redis.on('error', (error: Error) => {
      this.cause = error;
    });
    this.redis.on('close', () => this.markLost(this.cause ?? new Error('the connection was closed')));
    this.redis.on('ready', () => this.markConnected());
    this.shared = new ThrottlerStorageRedisService(this.redis);
    this.shared.scriptSrc = FIXED_WINDOW;
    watch('backstop_redis_up', '1 while Redis answers, 0 while this process counts rate limits for itself.', [], () => [
      [{}, this.out ? 0 : 1],
    ]);
  }

  /** The first request finds it connected; without Redis the process starts nevertheless. */
  async onModuleInit(): Promise<void> {
    await soon(this.redis.connect()).catch((error: Error) => this.markLost(this.cause ?? error));
  }

  async increment(...[key, ...hit]: Parameters<ThrottlerStorage['increment']>) {
    if (this.out) {
      if (performance.now() < this.askAgainAt) return this.meanwhile.increment(key, ...hit);
      this.askAgainAt = performance.now() + ASKED_AGAIN_MS;
    }
    const asked = this.out;
    try {
      const record = await soon(this.shared.increment(`backstop:${key}`, ...hit));
      if (asked) this.markConnected();
      return record;
    } catch (error) {
      this.markLost(error);
      return this.meanwhile.increment(key, ...hit);
    }
  }

  onApplicationShutdown(): void {
    this.closing = true;
    this.redis.disconnect();
  }

  private markLost(error: unknown): void {
    if (this.closing || this.out) return;
    this.out = true;
    this.askAgainAt = performance.now() + ASKED_AGAIN_MS;
    this.logger.error(
      { err: error },
      'Redis does not answer: this process counts rate limits for itself until it does',
    );
  }

  private markConnected(): void {
    this.cause = null;
    if (!this.out) return;
    this.out = false;
    this.logger.warn('Redis answers again: rate limits are shared');
  }
}

/**
 * Rejects when `answer` is late. An answer that arrived while this process was busy is read before it counts as late.
 */
function soon<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => setImmediate(() => reject(new Error(`no answer within ${ANSWERS_WITHIN_MS} ms`)));
    const timer = setTimeout(late, ANSWERS_WITHIN_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
