import type { Gate } from '../asking/gate.js';
import { Backstop } from '../backstop.js';
import { BackstopUnavailableError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { outboxScope } from '../outbox/location.js';
import type { Session } from '../session.js';
import { later } from '../wire/runtime.js';
import { wrapSettings } from '../wrapping/options.js';
import type { HookOptions } from './arguments.js';
import type { HarnessId } from './event.js';
import type { HookStore, KnownSession } from './store.js';

/** Milliseconds after which a service that does not answer counts as away: a harness waits for each call. */
const PATIENCE_MS = 10_000;
/** Milliseconds for outcomes that an earlier hook could not deliver. */
const SETTLE_MS = 2_000;
const GATEWAY_STATUSES = [502, 503, 504];

/** The service cannot be reached, so there is no decision on the call. */
export class UnreachableError extends Error {}

/** The service as a hook uses it: for one session of a harness, and without patience for an outage. */
export class HookService {
  readonly #backstop: Backstop;
  readonly #away: Promise<never>;
  #giveUp: (error: UnreachableError) => void = () => undefined;

  constructor(private readonly options: HookOptions) {
    this.#away = new Promise<never>((_, reject) => (this.#giveUp = reject));
    this.#away.catch(() => undefined);
    const { baseUrl, apiKey } = options;
    this.#backstop = new Backstop({ baseUrl, apiKey, fetch: this.#fetch });
  }

  get waitMs(): number {
    return this.options.waitMs;
  }

  /** Ends with an UnreachableError as soon as the service does not answer. @throws UnreachableError, BackstopError */
  async unlessUnreachable<T>(work: Promise<T>): Promise<T> {
    try {
      return await Promise.race([work, this.#away]);
    } catch (error) {
      if (error instanceof BackstopUnavailableError) throw new UnreachableError(error.message);
      throw error;
    }
  }

  /** The session that belongs to that of the harness; opened with its first call. @throws BackstopError */
  async session(store: HookStore, harness: HarnessId, instead: KnownSession | null = null): Promise<Session> {
    const { baseUrl, apiKey, agentId, intent, onBehalfOf } = this.options;
    const scope = outboxScope(baseUrl, apiKey);
    const known = await store.session();
    if (known?.scope === scope && known.record.id !== instead?.record.id) return this.known(known.record);
    const origin = onBehalfOf === null ? {} : { onBehalfOf };
    const own = await this.#backstop.createSession({ agentId: agentId ?? harness, intent, ...origin });
    const { id, simulated } = own;
    const kept = await store.keepSession(
      { record: { id, simulated, agentId: own.agentId, intent: own.intent }, scope },
      known,
    );
    if (kept.record.id === id) return own;
    // Another hook of the same moment was first: the session that stays empty is closed.
    await own.complete();
    return this.known(kept.record);
  }

  /** A session without a round trip for it: it may be closed meanwhile. */
  known(record: KnownSession['record']): Session {
    return this.#backstop.knownSession(record);
  }

  /** Reports a call that ran unasked; the outbox keeps it while the service is away. */
  report(sessionId: string, idempotencyKey: string, body: JsonObject): Promise<void> {
    return this.#backstop.outcomes.send({ kind: 'report', sessionId, idempotencyKey, body });
  }

  /** A session of its own, for undoing. @throws BackstopError */
  undoing(harness: string, intent: string): Promise<Session> {
    return this.#backstop.createSession({ agentId: this.options.agentId ?? harness, intent });
  }

  /** @param timeoutMs of an approval; left out: a day */
  gate(session: Session, harness: string, timeoutMs?: number): Gate {
    const connector = this.options.connector ?? harness;
    const limits = timeoutMs === undefined ? {} : { timeoutMs };
    const settings = wrapSettings({ connector, pollIntervalMs: 1_000, ...limits }, []);
    // The next hook of the same call goes on with its question.
    return session.gate({ ...settings, withdraws: false });
  }

  /** Delivers what earlier hooks left, as far as the harness can wait for it. */
  async settle(): Promise<void> {
    const late = new Promise<void>((resolve) => later(SETTLE_MS, resolve));
    await Promise.race([this.#backstop.flush().catch(() => undefined), late]);
  }

  readonly #fetch: typeof fetch = async (input, init = {}) => {
    const isHeld = String(input).includes('?wait=');
    const late = isHeld ? [] : [AbortSignal.timeout(PATIENCE_MS)];
    const signal = AbortSignal.any([...(init.signal ? [init.signal] : []), ...late]);
    try {
      const response = await fetch(input, { ...init, signal });
      if (GATEWAY_STATUSES.includes(response.status))
        this.#giveUp(new UnreachableError(`It answered ${response.status}.`));
      return response;
    } catch (error) {
      this.#giveUp(new UnreachableError(error instanceof Error ? error.message : String(error)));
      throw error;
    }
  };
}
