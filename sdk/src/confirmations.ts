import { BackstopError, BackstopProblemError, BackstopUnavailableError } from './errors.js';
import { redeliveryDelayMs } from './retry.js';

export interface Confirmation {
  readonly actionId: string;
  readonly body: object;
}

type Deliver = (confirmation: Confirmation) => Promise<unknown>;

/**
 * Confirmations in the order of their effects. One that cannot be delivered stays, and the ones after it wait behind it;
 * it is kept in memory only.
 */
export class Confirmations {
  readonly #deliver: Deliver;
  readonly #undelivered: Confirmation[] = [];
  #attempts = 0;
  #timer: NodeJS.Timeout | undefined;
  #draining: Promise<void> | undefined;

  constructor(deliver: Deliver) {
    this.#deliver = deliver;
  }

  get undelivered(): number {
    return this.#undelivered.length;
  }

  /** Resolves once delivered, or once it is clear that it has to be tried again later. Never rejects. */
  async send(confirmation: Confirmation): Promise<void> {
    if (this.#undelivered.length > 0 || !(await this.#try(confirmation))) {
      this.#undelivered.push(confirmation);
      this.#schedule();
    }
  }

  /**
   * Delivers what is left, now.
   * @throws BackstopUnavailableError while the service does not answer; the confirmations are kept
   */
  async flush(): Promise<void> {
    await this.#drain();
    if (this.#undelivered.length === 0) return;
    throw new BackstopUnavailableError(
      `${this.#undelivered.length} calls ran, but Backstop could not be told yet. Keep the process alive and flush again.`,
      { code: 'unconfirmed' },
    );
  }

  #drain(): Promise<void> {
    this.#draining ??= this.#deliverAll().finally(() => {
      this.#draining = undefined;
    });
    return this.#draining;
  }

  async #deliverAll(): Promise<void> {
    for (let next = this.#undelivered[0]; next !== undefined; next = this.#undelivered[0]) {
      if (!(await this.#try(next))) return this.#schedule();
      this.#undelivered.shift();
      this.#attempts = 0;
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#attempts += 1;
    this.#timer = setTimeout(() => void this.#drain(), redeliveryDelayMs(this.#attempts));
    this.#timer.unref();
  }

  /** True when there is nothing more to try: delivered, or refused for good. */
  async #try(confirmation: Confirmation): Promise<boolean> {
    try {
      await this.#deliver(confirmation);
    } catch (error) {
      if (error instanceof BackstopUnavailableError) return false;
      if (error instanceof BackstopProblemError && error.status === 429) return false;
      const reason = error instanceof BackstopError ? `${error.code}: ${error.message}` : String(error);
      process.emitWarning(
        `The outcome of action ${confirmation.actionId} was answered with ${reason}`,
        'BackstopWarning',
      );
    }
    return true;
  }
}
