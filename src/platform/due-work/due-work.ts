import { randomUUID } from 'node:crypto';
import type { PinoLogger } from '../logging/pino-logger.js';
import { Periodic } from './periodic.js';

/** A piece of work that a row declares due. */
export interface Due {
  readonly id: string;
  readonly organizationId: string;
  /** The share that the piece counts against: an organization, or a receiver. */
  readonly share: string;
}

/** A place that is kept for a piece which this process is about to make due. */
interface Place {
  /** Takes the piece up in this place. */
  take(one: Due): void;
  /** Leaves the place to other pieces, unless one was taken up in it. */
  leave(): void;
}

export interface Limits {
  readonly everyMs: number;
  readonly atOnce: number;
  /** The limit for one share; without it, the limit for all shares holds. */
  readonly ofEach?: number;
  /** The limit for one organization, all its shares together; without it, the limit for all organizations holds. */
  readonly ofOrganization?: number;
  /** Shares whose pieces last long have a limit apart; without it, they count as all others. */
  readonly slow?: SlowLimits;
}

/**
 * A piece that lasts longer than `afterMs` makes its share slow until a piece of it ends sooner. A slow share has one
 * piece under way at a time, which takes no place from the other shares.
 */
interface SlowLimits {
  readonly afterMs: number;
  readonly atOnce: number;
}

interface UnderWay {
  readonly one: Due;
  readonly since: number;
  readonly end: Promise<void>;
}

/** Beyond that many, the process begins to learn anew which shares are slow. */
const MOST_SLOW_SHARES = 10_000;

/**
 * Takes up due work, many pieces at a time, none of them twice in this process, and no more of a share than its limit.
 * Each piece takes its own lease in the database, so that no other process works on it meanwhile. An interrupted piece
 * is taken up again once its lease has run out.
 */
export abstract class DueWork extends Periodic {
  private readonly underWay = new Map<string, UnderWay>();
  private readonly slowShares = new Set<string>();
  /** Pieces may wait that no look-up has taken up yet: a newer one does not overtake them. */
  private isBehind = false;

  protected constructor(
    private readonly limits: Limits,
    logger: PinoLogger,
  ) {
    super(limits.everyMs, logger);
  }

  /**
   * Reads the due pieces, the oldest first.
   * @param free the number of further pieces that can be taken up
   * @param busy shares and organizations whose limit is reached
   */
  protected abstract due(free: number, busy: readonly string[]): Promise<readonly Due[]>;

  /** Works on one piece. An error that it throws is logged. */
  protected abstract carryOut(one: Due): Promise<void>;

  /** Asks the work in progress to end; the shutdown waits for it. */
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
    this.noteSlow();
    const free = this.limits.atOnce - this.counted.length;
    if (free <= 0) return;
    const busy = [...this.busy()];
    const found = await this.due(free, busy);
    for (const one of found) this.begin(one);
    this.isBehind = busy.length > 0 || found.some(({ id }) => !this.underWay.has(id));
  }

  /** Takes up a piece that this process has just made due, without a look-up. False when others may come first. */
  protected startDue(one: Due): boolean {
    if (!this.isBehind) this.begin(one);
    if (this.underWay.has(one.id)) return true;
    this.isBehind = true;
    return false;
  }

  /** Keeps a place for a piece that will be due in a moment. Null when others may come first. */
  protected reserveSlot(of: Pick<Due, 'organizationId' | 'share'>): Place | null {
    const kept = { ...of, id: randomUUID() };
    if (this.isBehind || this.isStopped || this.isFull || this.isBusy(kept)) return null;
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    this.underWay.set(kept.id, { one: kept, since: performance.now(), end });
    return {
      take: (one) => {
        if (!this.underWay.delete(kept.id)) return;
        this.start(one);
        void this.finished(one.id).then(ended);
      },
      leave: () => {
        if (!this.underWay.has(kept.id)) return;
        this.end(kept);
        ended();
      },
    };
  }

  private begin(one: Due): void {
    if (this.isStopped || this.isFull || this.underWay.has(one.id) || this.isBusy(one)) return;
    this.start(one);
  }

  private start(one: Due): void {
    this.underWay.set(one.id, { one, since: performance.now(), end: this.run(one) });
  }

  private async run(one: Due): Promise<void> {
    await this.carryOut(one).catch((error: unknown) => this.complain(error, one.id));
    const { slow } = this.limits;
    const since = this.underWay.get(one.id)?.since ?? 0;
    if (slow && performance.now() - since <= slow.afterMs) this.slowShares.delete(one.share);
    this.end(one);
  }

  private end(one: Due): void {
    // There may be more than were taken up at once.
    const wasFull = this.isFull || this.isBusy(one);
    this.underWay.delete(one.id);
    if (wasFull) this.wake();
  }

  private noteSlow(): void {
    const { slow } = this.limits;
    if (!slow) return;
    const now = performance.now();
    for (const { one, since } of this.underWay.values()) if (now - since > slow.afterMs) this.slowShares.add(one.share);
    if (this.slowShares.size > MOST_SLOW_SHARES) this.slowShares.clear();
  }

  /** The pieces that take a place: those of slow shares do not. */
  private get counted(): readonly Due[] {
    return [...this.underWay.values()].map(({ one }) => one).filter(({ share }) => !this.slowShares.has(share));
  }

  private get isFull(): boolean {
    return this.counted.length >= this.limits.atOnce;
  }

  private isBusy({ share, organizationId }: Due): boolean {
    const busy = this.busy();
    return busy.has(share) || busy.has(organizationId);
  }

  /** Shares and organizations that have as much under way as they may. */
  private busy(): ReadonlySet<string> {
    const { atOnce, ofEach = atOnce, ofOrganization = atOnce } = this.limits;
    const { counted } = this;
    return new Set([
      ...namesOccurring(
        ofEach,
        counted.map(({ share }) => share),
      ),
      ...namesOccurring(
        ofOrganization,
        counted.map(({ organizationId }) => organizationId),
      ),
      ...this.busySlow(),
    ]);
  }

  /** The slow shares that have a piece under way; all of them when there are too many such pieces. */
  private busySlow(): Iterable<string> {
    const under = [...this.underWay.values()].map(({ one }) => one.share).filter((share) => this.slowShares.has(share));
    return under.length >= (this.limits.slow?.atOnce ?? 0) ? this.slowShares : under;
  }
}

/** The names that occur so often, or more. */
function namesOccurring(least: number, names: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times].flatMap(([name, count]) => (count >= least ? [name] : []));
}
