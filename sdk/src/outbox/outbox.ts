import { BackstopError, BackstopProblemError, BackstopUnavailableError } from '../errors.js';
import { redeliveryDelayMs } from '../wire/retry.js';
import { later, type Timer } from '../wire/runtime.js';
import type { OutboxEntry } from './entry.js';
import { idAfter, nextId } from './sequence.js';
import type { OutboxStore } from './store.js';

/** An outcome that the service will not take. */
export interface UndeliveredOutcome {
  /** The session in which the call ran. */
  readonly sessionId: string;
  /** Null for a call that ran without the service's permission and was never given an id. */
  readonly actionId: string | null;
  /** The problem's stable name, for example `not-found`. */
  readonly code: string;
  /** The reason why the service does not accept it, in words. */
  readonly message: string;
}

/**
 * Delivers to the service, in the order of the effects. An entry that cannot be delivered immediately is stored first
 * and delivered later, by this process or by one after it.
 */
export class Outbox {
  readonly #store: OutboxStore;
  readonly #deliver: (entry: OutboxEntry) => Promise<unknown>;
  readonly #tell: (undelivered: UndeliveredOutcome) => void;
  #attempts = 0;
  #timer: Timer | undefined;
  #asked = 0;
  #draining: Promise<void> | undefined;
  #lastError: unknown;
  #unauthenticatedTold = false;

  /** @param deliver one attempt; rejects with a BackstopError */
  constructor(
    store: OutboxStore,
    deliver: (entry: OutboxEntry) => Promise<unknown>,
    tell: (undelivered: UndeliveredOutcome) => void,
  ) {
    this.#store = store;
    this.#deliver = deliver;
    this.#tell = tell;
  }

  /** Begins to deliver the entries that an earlier process left. */
  recover(): void {
    void this.#drain();
  }

  /** Resolves once the entry is delivered, or once it is stored and will be delivered later. Never rejects. */
  async send(entry: OutboxEntry): Promise<void> {
    const id = nextId();
    const newest = (await this.#store.ids()).at(-1);
    // No other record of a report exists, so it is stored before any attempt.
    if (newest === undefined && entry.kind === 'confirmation' && (await this.#tryAtOnce(entry))) return;
    await this.#store.append(newest === undefined ? id : idAfter(newest, id), entry);
    void this.#drain();
  }

  /**
   * Delivers the remaining entries now.
   * @throws BackstopUnavailableError while the service does not take it; it is kept
   */
  async flush(): Promise<void> {
    await this.#draining;
    await this.#drain();
    const left = (await this.#store.ids()).length;
    if (left === 0) return;
    throw new BackstopUnavailableError(
      `${left} calls ran, but their outcome could not be reported to Backstop yet. It is kept and will be delivered later; flush again, or continue.`,
      { code: 'unconfirmed', cause: this.#lastError },
    );
  }

  async #tryAtOnce(entry: OutboxEntry): Promise<boolean> {
    const disposition = await this.#attempt(entry);
    if (disposition === 'refused') this.#report(entry);
    return disposition === 'delivered' || disposition === 'refused';
  }

  #drain(): Promise<void> {
    this.#timer?.cancel();
    this.#asked += 1;
    this.#draining ??= this.#drainWhileAsked().finally(() => {
      this.#draining = undefined;
    });
    return this.#draining;
  }

  /** A caller that asks while the last look is being taken may have stored something after it. */
  async #drainWhileAsked(): Promise<void> {
    for (let seen = -1; seen !== this.#asked; ) {
      seen = this.#asked;
      try {
        await this.#deliverAll();
      } catch (error) {
        this.#lastError = error;
        this.#schedule();
      }
      if (this.#timer?.pending) return;
    }
  }

  async #deliverAll(): Promise<void> {
    for (let ids = await this.#store.ids(); ids.length > 0; ids = await this.#store.ids()) {
      for (const id of ids) {
        const disposition = await this.#deliverOne(id);
        if (disposition === 'later') return this.#schedule();
        if (disposition === 'stopped') return;
        this.#attempts = 0;
      }
    }
  }

  async #deliverOne(id: string): Promise<Disposition> {
    const entry = await this.#store.read(id);
    if (entry === null) return 'delivered';
    const disposition = await this.#attempt(entry);
    if (disposition === 'delivered') await this.#store.remove(id);
    // Gone meanwhile: another process delivered it, and the refusal was of our repetition.
    if (disposition === 'refused' && (await this.#store.read(id))) {
      await this.#store.setAside(id, describe(this.#lastError));
      this.#report(entry);
    }
    return disposition;
  }

  async #attempt(entry: OutboxEntry): Promise<Disposition> {
    try {
      await this.#deliver(entry);
      return 'delivered';
    } catch (error) {
      this.#lastError = error;
      const disposition = dispositionOf(entry, error);
      if (disposition === 'stopped' && !this.#unauthenticatedTold) {
        this.#unauthenticatedTold = true;
        this.#report(entry);
      }
      return disposition;
    }
  }

  #report(entry: OutboxEntry): void {
    const code = this.#lastError instanceof BackstopError ? this.#lastError.code : 'unknown';
    const actionId = entry.kind === 'confirmation' ? entry.actionId : null;
    this.#tell({ sessionId: entry.sessionId, actionId, code, message: describe(this.#lastError) });
  }

  #schedule(): void {
    this.#attempts += 1;
    const asked = this.#lastError instanceof BackstopProblemError ? (this.#lastError.retryAfterSeconds ?? 0) * 1000 : 0;
    this.#timer?.cancel();
    this.#timer = later(Math.max(asked, redeliveryDelayMs(this.#attempts)), () => void this.#drain());
  }
}

function describe(error: unknown): string {
  return error instanceof BackstopError ? `${error.code}: ${error.message}` : String(error);
}

/**
 * The next step for an entry after a delivery: it has arrived; it is tried again; it is tried again when something else
 * happens, because nothing here can change the answer; or it was refused for good.
 */
type Disposition = 'delivered' | 'later' | 'stopped' | 'refused';

const PASSING_STATUSES = new Set([408, 425, 429]);

function dispositionOf(entry: OutboxEntry, error: unknown): Disposition {
  if (error instanceof BackstopUnavailableError) return 'later';
  if (!(error instanceof BackstopError)) return 'refused';
  if (error instanceof BackstopProblemError && PASSING_STATUSES.has(error.status)) return 'later';
  if (error.status === 401) return 'stopped';
  // The answer to a report names the fault of the call, and the call is recorded nevertheless.
  return entry.kind === 'report' && error.actionId !== null ? 'delivered' : 'refused';
}
