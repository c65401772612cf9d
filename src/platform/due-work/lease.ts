import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database.js';

/** A crashed owner is missed after this long; a live one renews well before. */
const LEASE_MS = 4_000;
const RENEW_MS = 1_000;

/** Another process owns the work now; the process that gets this error must not call the provider again. */
export class LeaseLostError extends Error {}

/**
 * The statements with which the owner of a table leases one of its rows. Each is one comparing statement with the clock
 * of the database. `$1` is the organization, `$2` the row.
 */
export interface Leased {
  /** Answers the new `fence` where no other process holds the row and something is left to do. `$3`: milliseconds. */
  take(em: EntityManager, values: unknown[]): Promise<{ fence: string }[]>;
  /** Answers a row where it is held under the fence `$3` still, and prolongs it by `$4` milliseconds. */
  hold(em: EntityManager, values: unknown[]): Promise<unknown[]>;
  /** Ends it under the fence `$3`. */
  release(em: EntityManager, values: unknown[]): Promise<unknown>;
  /** Tests use this hook between the taking and its commit. */
  readonly taken?: () => void;
}

/**
 * The right to work on one row of due work: it has an end and a fencing number. Every step is committed under the number,
 * so a process that slept through the end of its lease can neither record nor, as it checks first, attempt anything.
 */
export class Lease {
  private readonly renewal: NodeJS.Timeout;
  private renewing: Promise<void> | null = null;
  private validUntil: number;

  private constructor(
    private readonly database: Database,
    private readonly leased: Leased,
    readonly organizationId: string,
    readonly id: string,
    private readonly fence: string,
    takenAt: number,
  ) {
    this.validUntil = takenAt + LEASE_MS;
    this.renewal = setInterval(() => this.renew(), RENEW_MS);
  }

  /** Answers null when another process holds the row, or when there is nothing left to do. */
  static async take(database: Database, leased: Leased, organizationId: string, id: string): Promise<Lease | null> {
    const takenAt = performance.now();
    const [taken]: { fence: string }[] = await database.transaction(organizationId, async (em) => {
      const rows = await leased.take(em, [organizationId, id, LEASE_MS]);
      leased.taken?.();
      return rows;
    });
    return taken ? new Lease(database, leased, organizationId, id, taken.fence, takenAt) : null;
  }

  /**
   * Works under the lease and releases it. When the work fails, the lease is left to expire: that is the pause before
   * the next try, in this process or another. @returns false when another process has taken the row over
   */
  async during(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      await this.release();
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

  /** The last thing asked before a provider is called. @throws LeaseLostError */
  assertHeld(): void {
    if (performance.now() >= this.validUntil) throw new LeaseLostError();
  }

  /** Ends the lease, so that the next process need not wait. */
  private async release(): Promise<void> {
    this.abandon();
    // A renewal that came after would take the lease again without a holder.
    await this.renewing;
    const { organizationId, id, fence, leased } = this;
    await this.database.transaction(organizationId, (em) => leased.release(em, [organizationId, id, fence]));
  }

  /** Stops the renewal, so that the lease expires. */
  private abandon(): void {
    clearInterval(this.renewal);
    this.validUntil = 0;
  }

  /** The monotonic time at which the statement was sent. */
  private async hold(em: EntityManager): Promise<number> {
    const at = performance.now();
    const held: unknown[] = await this.leased.hold(em, [this.organizationId, this.id, this.fence, LEASE_MS]);
    if (held.length > 0) return at;
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
