import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../../config/config.js';
import { PinoLogger } from '../logging/pino-logger.js';
import { connectionSettings } from './connection.js';
import { KEPT_ALIVE } from './connection-guard.js';

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;
const ASK_EVERY_MS = 10_000;
const ANSWERS_WITHIN_MS = 5_000;

/**
 * Receives the NOTIFY messages of other processes on a connection of its own, which bypasses a pooler because a pooler
 * would not pass them on. While the connection is lost or not configured no message arrives: a listener must poll as
 * well.
 */
@Injectable()
export class Notifications implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly listeners = new Map<string, (payload: string) => void>();
  private readonly closing = new AbortController();
  private client: pg.Client | null = null;
  private lost = false;

  constructor(
    private readonly config: Config,
    private readonly logger: PinoLogger,
  ) {}

  /** True when the processes of this installation listen; if none does, no notification is sent. */
  get isOn(): boolean {
    return this.config.listenDatabaseUrl !== null;
  }

  /** Must be called before the application starts; `channel` is an SQL identifier of ours. */
  on(channel: string, hear: (payload: string) => void): void {
    this.listeners.set(channel, hear);
  }

  /** The process starts whether or not it can listen. */
  onApplicationBootstrap(): void {
    if (this.config.listenDatabaseUrl) void this.listenUntilClosed(this.config.listenDatabaseUrl);
  }

  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.client?.end();
  }

  private async listenUntilClosed(url: string): Promise<void> {
    const { signal } = this.closing;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await this.listen(url, () => {
          failures = 0;
        });
      } catch (error) {
        this.markLost(error);
      }
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /**
   * Listens until the connection ends.
   * @throws the error that ended it
   */
  private async listen(url: string, onceListening: () => void): Promise<void> {
    const client = new pg.Client({
      ...connectionSettings(url),
      application_name: 'backstop listen',
      connectionTimeoutMillis: 5_000,
      ...KEPT_ALIVE,
      query_timeout: ANSWERS_WITHIN_MS,
    });
    const ended = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('the connection ended')));
    });
    client.on('notification', ({ channel, payload = '' }) => this.listeners.get(channel)?.(payload));
    this.client = client;
    try {
      await Promise.race([client.connect(), ended]);
      // The check repeats, because nothing else is sent on this connection and only a send shows that packets are lost.
      for (;;) {
        for (const channel of this.listeners.keys()) await Promise.race([client.query(`LISTEN ${channel}`), ended]);
        onceListening();
        this.markConnected();
        await Promise.race([sleep(ASK_EVERY_MS, undefined, { signal: this.closing.signal }), ended]);
      }
    } finally {
      this.client = null;
      void client.end().catch(() => undefined);
    }
  }

  private markLost(error: unknown): void {
    if (this.closing.signal.aborted || this.lost) return;
    this.lost = true;
    this.logger.warn(
      { err: error },
      'the connection of LISTEN_DATABASE_URL is lost: decisions are looked for until it is back',
    );
  }

  private markConnected(): void {
    if (!this.lost) return;
    this.lost = false;
    this.logger.warn('the connection of LISTEN_DATABASE_URL is back');
  }
}
