import { type CallEvent, type Observer, observersOf } from './asking/observed-gate.js';
import type { OutboxEntry } from './outbox/entry.js';
import { openStore, outboxScope } from './outbox/location.js';
import { Outbox, type UndeliveredOutcome } from './outbox/outbox.js';
import { Session } from './session.js';
import { Reachability } from './wire/reachability.js';
import { Registry } from './wire/registry.js';
import { environment, warn } from './wire/runtime.js';
import { Transport, type TransportOptions } from './wire/transport.js';
import type { RegistryEntry, SessionRecord } from './wire/wire.js';

/**
 * The options of a client; all of them may be left out. Without `baseUrl` and `apiKey` the client reads `BACKSTOP_URL`
 * and `BACKSTOP_API_KEY` from the environment.
 */
export interface BackstopOptions extends Partial<TransportOptions> {
  /**
   * Directory for outcomes that could not be delivered to the service; processes may share it. Default:
   * `backstop/outbox` in `$XDG_STATE_HOME` or `~/.local/state` (`%LOCALAPPDATA%` on Windows). `false`, and any runtime
   * without files: in memory. The API key is never written to it.
   */
  readonly outbox?: string | false;
  /** Called with outcomes that the service refuses for good. Default: a warning of the process. */
  readonly onUndelivered?: (undelivered: UndeliveredOutcome) => void;
  /**
   * Called when calls under `onUnavailable: 'allow'` begin to run unasked (`false`), and when the service answers again
   * (`true`). Default: a warning of the process for the first.
   */
  readonly onReachable?: (isReachable: boolean) => void;
  /**
   * Writes a line to standard error about each call that is asked for, its verdict, capture and outcome, without payloads.
   * Default: whether the environment's `DEBUG` names `backstop`.
   */
  readonly debug?: boolean;
  /**
   * Called for each capture, verdict, approval and outcome of a wrapped client, with its duration, for metrics and traces.
   * An error that it throws is a warning of the process.
   */
  readonly onCall?: (event: CallEvent) => void;
}

/** The agent, the intent and the origin of a new session. */
export interface SessionRequest {
  /** Slug of the agent. */
  readonly agentId: string;
  /** The agent's intent, in words. */
  readonly intent: string;
  /** The user whose task it is: an e-mail address, or an id of the application. 1 to 255 characters. */
  readonly onBehalfOf?: string;
  /** At most 20 texts of 1 to 200 characters, by name (letters, digits, `-`, `_`). Policies read them. */
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * The typed client.
 * @example
 * const backstop = new Backstop(); // BACKSTOP_URL, BACKSTOP_API_KEY
 * const session = await backstop.createSession({ agentId: 'billing-bot', intent: 'close paid invoices' });
 * const pool = wrap(new pg.Pool(), session, { connector: 'postgres' });
 */
export class Backstop {
  readonly #transport: Transport;
  readonly #registry: Registry;
  readonly #outbox: Outbox;
  readonly #observers: readonly Observer[];

  /** Begins to deliver the outcomes that an earlier process with the same key left in the outbox. @throws TypeError */
  constructor(options: BackstopOptions = {}) {
    const { outbox, onUndelivered = warnOfUndelivered, onReachable = warnOfUnreachableService } = options;
    const { baseUrl = environment('BACKSTOP_URL') ?? '', apiKey = environment('BACKSTOP_API_KEY') ?? '' } = options;
    if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
      throw new TypeError(
        'baseUrl must be an absolute URL: set BACKSTOP_URL, or give baseUrl to new Backstop(), for example https://backstop.example.com',
      );
    }
    if (typeof apiKey !== 'string' || apiKey === '') {
      throw new TypeError(
        'apiKey is required: set BACKSTOP_API_KEY, or give apiKey to new Backstop(), a key bks_live_… or bks_test_… of the dashboard',
      );
    }
    if (outbox !== undefined && outbox !== false && (typeof outbox !== 'string' || outbox === '')) {
      throw new TypeError('outbox must be a directory or false');
    }
    const transport = new Transport({ ...options, baseUrl, apiKey }, new Reachability(onReachable));
    this.#transport = transport;
    this.#observers = observersOf(options.debug, options.onCall);
    this.#registry = new Registry(transport);
    const store = openStore(outbox, outboxScope(baseUrl, apiKey));
    this.#outbox = new Outbox(store, (entry) => deliver(transport, entry), onUndelivered);
    this.#outbox.recover();
  }

  /** Opens a session, in one round trip. @throws BackstopUnavailableError, AgentPausedError, BackstopError */
  async createSession(request: SessionRequest): Promise<Session> {
    const { agentId, intent, onBehalfOf, labels } = Object(request) as SessionRequest;
    if (typeof agentId !== 'string' || typeof intent !== 'string') {
      throw new TypeError(
        "createSession() needs { agentId, intent }, for example { agentId: 'billing-bot', intent: 'close paid invoices' }",
      );
    }
    this.#registry.refresh();
    const origin = { ...(onBehalfOf !== undefined && { onBehalfOf }), ...(labels !== undefined && { labels }) };
    const body = { agentId, intent, ...origin };
    const record = await this.#transport.request<SessionRecord>('POST', '/sessions', { body, idempotent: true });
    return new Session(this.#transport, record, this.#registry, this.#outbox, this.#observers);
  }

  /** A session that was opened before, for example by another process. @throws BackstopError */
  async openSession(id: string): Promise<Session> {
    this.#registry.refresh();
    const record = await this.#transport.request<SessionRecord>('GET', `/sessions/${encodeURIComponent(id)}`);
    return new Session(this.#transport, record, this.#registry, this.#outbox, this.#observers);
  }

  /** @internal A session whose record the caller has kept, without a round trip. */
  knownSession(record: Pick<SessionRecord, 'id' | 'agentId' | 'intent' | 'simulated'>): Session {
    return new Session(this.#transport, record, this.#registry, this.#outbox, this.#observers);
  }

  /** @internal */
  get outcomes(): Outbox {
    return this.#outbox;
  }

  /**
   * Goes on with a session that another process opened: with {@link Session.resume} or {@link Session.once}, calls that
   * waited for a person there run here, once. @throws BackstopError
   */
  resumeSession(id: string): Promise<Session> {
    return this.openSession(id);
  }

  /** Returns the operations of the service's connectors, at most five minutes old. @throws BackstopError */
  registry(): Promise<readonly RegistryEntry[]> {
    return this.#registry.read();
  }

  /**
   * Delivers the outstanding outcomes.
   * @throws BackstopUnavailableError if the service cannot be reached; they are kept
   */
  flush(): Promise<void> {
    return this.#outbox.flush();
  }
}

/** Makes one attempt: the outbox repeats, in order. */
function deliver(transport: Transport, entry: OutboxEntry): Promise<unknown> {
  const path = `/sessions/${encodeURIComponent(entry.sessionId)}/actions`;
  const { body } = entry;
  if (entry.kind === 'report') {
    return transport.request('POST', path, { body, idempotent: entry.idempotencyKey, repeat: false });
  }
  return transport.request('PATCH', `${path}/${encodeURIComponent(entry.actionId)}`, { body, repeat: false });
}

function warnOfUndelivered({ sessionId, actionId, message }: UndeliveredOutcome): void {
  const what = actionId === null ? `a call in session ${sessionId}` : `action ${actionId}`;
  warn(`Backstop did not take the outcome of ${what}: ${message}`);
}

function warnOfUnreachableService(isReachable: boolean): void {
  if (!isReachable)
    warn("Backstop cannot be reached: calls under onUnavailable: 'allow' run unasked, and are recorded later.");
}
