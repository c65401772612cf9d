import type { PinoLogger } from '../logging/pino-logger.js';
import { Periodic } from './periodic.js';

/** One piece of work that a row says is due. */
export interface Due {
  readonly id: string;
  readonly organizationId: string;
  /** What it counts against: an organization, or a receiver. */
  readonly share: string;
}

export interface Limits {
  readonly everyMs: number;
  readonly atOnce: number;
  /** Of one share; without it, as many as of all. */
  readonly ofEach?: number;
}

/**
 * Takes up what is due, many pieces at a time, none of them twice in this process and of no share more than its part. Each
 * piece takes its own lease in the database, so that no other process works on it meanwhile, and one that stops on its way
 * is taken up again once its lease has run out.
 */
export abstract class DueWork extends Periodic {
  private readonly underWay = new Map<string, { readonly share: string; readonly end: Promise<void> }>();

  protected constructor(
    private readonly limits: Limits,
    logger: PinoLogger,
  ) {
    super(limits.everyMs, logger);
  }

  /**
   * Reads what is due, the oldest first.
   * @param free how many more can be taken up
   * @param busy shares of which none can be taken up now
   */
  protected abstract due(free: number, busy: readonly string[]): Promise<readonly Due[]>;

  /** Works on one piece. What it throws is logged. */
  protected abstract carryOut(one: Due): Promise<void>;

  /** Asks what is under way to end; it is waited for. */
  protected abstract stop(): void;

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    this.stop();
    await Promise.all([...this.underWay.values()].map(({ end }) => end));
  }

  /** Settles when this process is done with the piece; never, when it is not at it. */
  finished(id: string): Promise<void> {
    return this.underWay.get(id)?.end ?? new Promise(() => {});
  }

  protected async work(): Promise<void> {
    const free = this.limits.atOnce - this.underWay.size;
    if (free <= 0) return;
    const shares = new Set([...this.underWay.values()].map(({ share }) => share));
    const busy = [...shares].filter((share) => this.isBusy(share));
    for (const one of await this.due(free, busy)) this.begin(one);
  }

  private begin(one: Due): void {
    if (this.isStopped || this.isFull || this.underWay.has(one.id) || this.isBusy(one.share)) return;
    this.underWay.set(one.id, { share: one.share, end: this.run(one) });
  }

  private async run(one: Due): Promise<void> {
    await this.carryOut(one).catch((error: unknown) => this.complain(error, one.id));
    // There may be more than were taken up at once.
    const wasFull = this.isFull || this.isBusy(one.share);
    this.underWay.delete(one.id);
    if (wasFull) this.wake();
  }

  private get isFull(): boolean {
    return this.underWay.size >= this.limits.atOnce;
  }

  private isBusy(share: string): boolean {
    const { atOnce, ofEach = atOnce } = this.limits;
    return [...this.underWay.values()].filter((one) => one.share === share).length >= ofEach;
  }
}
