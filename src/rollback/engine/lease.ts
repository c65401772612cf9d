// SQL: a lease is taken, held and released by one comparing statement, with the clock of the database.

import type { EntityManager } from 'typeorm';
import type { Database } from '../../platform/database/database.js';
import { failpoint } from './failpoints.js';

/** A crashed owner is missed after this long; a live one renews well before. */
const LEASE_MS = 4_000;
const RENEW_MS = 1_000;

/** Another process owns the rollback now; the process that gets this error must not call the provider again. */
export class LeaseLostError extends Error {}

/**
 * The right to work on one rollback: a row with an end and a fencing number. Every step is committed under the number,
 * so a process that slept through the end of its lease can neither record nor, as it checks first, attempt anything.
 */
export class Lease {
  private readonly renewal: NodeJS.Timeout;
  private renewing: Promise<void> | null = null;
  private validUntil: number;

  private constructor(
    private readonly database: Database,
    readonly organizationId: string,
    readonly rollbackId: string,
    private readonly fence: string,
    takenAt: number,
  ) {
    this.validUntil = takenAt + LEASE_MS;
    this.renewal = setInterval(() => this.renew(), RENEW_MS);
  }

  /** Null when another process holds it, or when there is nothing left to do. */
  static async take(database: Database, organizationId: string, rollbackId: string): Promise<Lease | null> {
    const takenAt = performance.now();
    const [taken]: { fence: string }[] = await database.transaction(organizationId, async (em) => {
      const rows = await em.query(
        `WITH taken AS (
           UPDATE rollbacks SET fence = fence + 1, leased_until = clock_timestamp() + $3 * interval '1 millisecond'
           WHERE organization_id = $1 AND id = $2 AND status = 'RUNNING' AND (leased_until IS NULL OR leased_until < clock_timestamp())
           RETURNING fence)
         SELECT fence FROM taken`,
        [organizationId, rollbackId, LEASE_MS],
      );
      failpoint('lease-before-commit');
      return rows;
    });
    return taken ? new Lease(database, organizationId, rollbackId, taken.fence, takenAt) : null;
  }

  /** Runs `work` in a transaction that commits only while the lease is held. @throws LeaseLostError */
  async transaction<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    let heldAt = 0;
    const result = await this.database.transaction(this.organizationId, async (em) => {
      heldAt = await this.hold(em);
      return work(em);
    });
    // Counted from before the statement, and only once it is committed: never longer than the row says.
    this.validUntil = heldAt + LEASE_MS;
    return result;
  }

  /** The last thing asked before a provider is called. @throws LeaseLostError */
  assertHeld(): void {
    if (performance.now() >= this.validUntil) throw new LeaseLostError();
  }

  /** Ends the lease, so that the next process need not wait. */
  async release(): Promise<void> {
    this.abandon();
    // A renewal that came after would take the lease again without a holder.
    await this.renewing;
    await this.database.transaction(this.organizationId, (em) =>
      em.query('UPDATE rollbacks SET leased_until = NULL WHERE organization_id = $1 AND id = $2 AND fence = $3', [
        this.organizationId,
        this.rollbackId,
        this.fence,
      ]),
    );
  }

  /** Not renewed any more: it runs out by itself. */
  abandon(): void {
    clearInterval(this.renewal);
    this.validUntil = 0;
  }

  /** The monotonic time at which it was asked for. */
  private async hold(em: EntityManager): Promise<number> {
    const at = performance.now();
    const held: unknown[] = await em.query(
      `WITH held AS (
         UPDATE rollbacks SET leased_until = clock_timestamp() + $4 * interval '1 millisecond'
         WHERE organization_id = $1 AND id = $2 AND fence = $3 AND status = 'RUNNING' RETURNING id)
       SELECT id FROM held`,
      [this.organizationId, this.rollbackId, this.fence, LEASE_MS],
    );
    if (held.length > 0) return at;
    this.abandon();
    throw new LeaseLostError();
  }

  private renew(): void {
    // One that fails lets the lease run out, which is what it is for.
    this.renewing ??= this.transaction(async () => {})
      .catch(() => {})
      .finally(() => {
        this.renewing = null;
      });
  }
}
