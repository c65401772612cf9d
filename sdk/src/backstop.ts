import { Session } from './session.js';
import { Transport, type TransportOptions } from './transport.js';
import type { RegistryEntry, SessionRecord } from './wire.js';

/** `baseUrl` of the service, an API key (`bks_live_…` or `bks_test_…`), and optionally another `fetch`. */
export type BackstopOptions = TransportOptions;

export interface SessionRequest {
  /** Slug of the agent. */
  readonly agentId: string;
  /** What the agent sets out to do, in words. */
  readonly intent: string;
}

/**
 * The typed client.
 * @example
 * const backstop = new Backstop({ baseUrl, apiKey });
 * const session = await backstop.createSession({ agentId: 'billing-bot', intent: 'close paid invoices' });
 * const pool = wrap(new pg.Pool(), session, { connector: 'postgres' });
 */
export class Backstop {
  readonly #transport: Transport;
  #registry: Promise<readonly RegistryEntry[]> | undefined;

  constructor(options: BackstopOptions) {
    if (!URL.canParse(options.baseUrl)) throw new TypeError('baseUrl must be an absolute URL');
    if (typeof options.apiKey !== 'string' || options.apiKey === '') throw new TypeError('apiKey is required');
    this.#transport = new Transport(options);
  }

  /** @throws AgentPausedError, BackstopError */
  async createSession({ agentId, intent }: SessionRequest): Promise<Session> {
    const registry = await this.registry();
    const request = { body: { agentId, intent }, idempotent: true };
    const record = await this.#transport.request<SessionRecord>('POST', '/sessions', request);
    return new Session(this.#transport, record, registry);
  }

  /** A session that was opened before, for example by another process. */
  async openSession(id: string): Promise<Session> {
    const registry = await this.registry();
    const record = await this.#transport.request<SessionRecord>('GET', `/sessions/${encodeURIComponent(id)}`);
    return new Session(this.#transport, record, registry);
  }

  /** What the service's connectors can do; asked for once. */
  registry(): Promise<readonly RegistryEntry[]> {
    this.#registry ??= this.#transport.request<readonly RegistryEntry[]>('GET', '/registry').catch((error) => {
      this.#registry = undefined;
      throw error;
    });
    return this.#registry;
  }
}
