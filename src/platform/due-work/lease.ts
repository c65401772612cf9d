import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database.js';
import type { Leases } from './leased-rows.js';

/** A crashed owner is missed after this long; a live one renews well before. */
export const LEASE_MS = 4_000;
const RENEW_MS = 1_000;

/** Another process owns the work now; the process that gets this error must not call the provider again. */
export class LeaseLostError extends Error {}

/**
 * The right to work on one row of due work: it has an end and a fencing number. Every step is committed under the number,
 * so a process that slept through the end of its lease can neither record nor, as it checks first, attempt anything.
 */
export class Lease {
  private readonly renewal: NodeJS.Timeout;
  private renewing: Promise<void> | null = null;
  private isOver = false;
  private validUntil: number;

  private constructor(
    private readonly database: Database,
    private readonly rows: Leases,
    readonly organizationId: string,
    readonly id: string,
    private readonly fence: string,
    takenAt: number,
  ) {
    this.validUntil = takenAt + LEASE_MS;
    this.renewal = setInterval(() => this.renew(), RENEW_MS);
  }

  /** Answers null when another process holds the row, or when there is nothing left to do. */
  static async take(database: Database, rows: Leases, organizationId: string, id: string): Promise<Lease | null> {
    return (await Lease.takeWith(database, rows, organizationId, id, async () => undefined))?.lease ?? null;
  }

  /** Takes the lease as `take` does, and runs `first` in the same transaction, whose commit counts for both. */
  static async takeWith<T>(
    database: Database,
    rows: Leases,
    organizationId: string,
    id: string,
    first: (em: EntityManager) => Promise<T>,
  ): Promise<{ readonly lease: Lease; readonly found: T } | null> {
    let takenAt = 0;
    const taken = await database.transaction(organizationId, async (em) => {
      takenAt = performance.now();
      const fence = await rows.take(em, organizationId, id, LEASE_MS);
      return fence === null ? null : { fence, found: await first(em) };
    });
    if (!taken) return null;
    return { lease: new Lease(database, rows, organizationId, id, taken.fence, takenAt), found: taken.found };
  }

  /** The lease on a row that a statement took under `fence` for `LEASE_MS`, sent at `takenAt`. */
  static taken(
    database: Database,
    rows: Leases,
    of: { organizationId: string; id: string; fence: string },
    takenAt: number,
  ) {
    return new Lease(database, rows, of.organizationId, of.id, of.fence, takenAt);
  }

  /**
   * Works under the lease and releases it. When the work fails, the lease is left to expire: that is the pause before
   * the next try, in this process or another. @returns false when another process has taken the row over
   */
  async during(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      if (!this.isOver) await this.release();
      return true;
    } catch (error) {
      this.abandon();
      if (!(error instanceof LeaseLostError)) throw error;
      return false;
    }
  }

  /** Runs `work` in a transaction that commits only while the lease is held. @throws LeaseLostError */
  async transaction<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    let heldAt = 0;
    const result = await this.database.transaction(this.organizationId, async (em) => {
      heldAt = await this.hold(em);
      return work(em);
    });
    // The validity counts from before the statement, and only after its commit: it never exceeds the row's.
    this.validUntil = heldAt + LEASE_MS;
    return result;
  }

  /**
   * Runs one statement that compares the fence and prolongs the lease by `LEASE_MS`; it answers false where another process
   * holds the row. @throws LeaseLostError
   */
  async statement(run: (fence: string) => Promise<boolean>): Promise<void> {
    const at = performance.now();
    if (!(await run(this.fence))) {
      this.abandon();
      throw new LeaseLostError();
    }
    this.validUntil = at + LEASE_MS;
  }

  /**
   * Runs one statement that compares the fence and leaves nothing to do, so that the lease needs no release. It answers
   * null where it did nothing; the lease is then as it was.
   */
  async concludeIn<T>(run: (fence: string) => Promise<T | null>): Promise<T | null> {
    const result = await run(this.fence);
    if (result === null) return null;
    this.isOver = true;
    this.abandon();
    return result;
  }

  /** Runs as `transaction` does the work that leaves nothing to do, so that the lease needs no release. */
  async conclude<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    const result = await this.transaction(work);
    this.isOver = true;
    this.abandon();
    return result;
  }

  /** The last thing asked before a provider is called. @throws LeaseLostError */
  assertHeld(): void {
    if (performance.now() >= this.validUntil) throw new LeaseLostError();
  }

  /** Ends the lease, so that the next process need not wait. */
  private async release(): Promise<void> {
    this.abandon();
    // A renewal that came after would take the lease again without a holder.
    await this.renewing;
    const { organizationId, id, fence, rows } = this;
    await this.database.transaction(organizationId, (em) => rows.release(em, organizationId, id, fence));
  }

  /** Stops the renewal, so that the lease expires. */
  private abandon(): void {
    clearInterval(this.renewal);
    this.validUntil = 0;
  }

  /** The monotonic time at which the statement was sent. */
  private async hold(em: EntityManager): Promise<number> {
    const at = performance.now();
    if (await this.rows.hold(em, this.organizationId, this.id, this.fence, LEASE_MS)) return at;
    this.abandon();
    throw new LeaseLostError();
  }

  private renew(): void {
    // A failed renewal lets the lease expire, which is what a lease is for.
    this.renewing ??= this.transaction(async () => {})
      .catch(() => {})
      .finally(() => {
        this.renewing = null;
      });
  }
}
