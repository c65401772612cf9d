import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SingleFlight } from '../../platform/concurrency/single-flight.js';
import { Database } from '../../platform/database/database.js';
import type { AtEpoch } from '../access/principal.js';
import { OrganizationEntity } from './organization.entity.js';

/** The time for which a cached value is trusted by any code but the ledger's own statements. */
const TRUSTED_MS = 500;

interface Seen {
  epoch: number | null;
  at: number;
}

/**
 * The number that every cached value carries. It rises in the same transaction as each change of a key, user, agent,
 * plan or policy, and with names that an erasure removes, so that every process recognizes older cached values.
 */
@Injectable()
export class OrganizationEpochs {
  private readonly seen = new Map<string, Seen>();
  private readonly reading = new SingleFlight<number | null>();

  constructor(private readonly database: Database) {}

  /** Answers an epoch that is at most half a second old; null when the organization is gone. */
  current(organizationId: string): number | null | Promise<number | null> {
    const seen = this.seen.get(organizationId);
    if (seen && performance.now() - seen.at < TRUSTED_MS) return seen.epoch;
    return this.read(organizationId);
  }

  /** Answers the current epochs of all these organizations in one query; an organization that is gone is missing. */
  async currentOfAll(organizationIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const at = performance.now();
    const rows = await this.database.lookup<{ id: string; epoch: string }>('SELECT * FROM read_epochs($1::uuid[])', [
      organizationIds,
    ]);
    const epochs = new Map(rows.map(({ id, epoch }) => [id, Number(epoch)]));
    for (const id of organizationIds) this.keep(id, { epoch: epochs.get(id) ?? null, at });
    return epochs;
  }

  /** Drops the cached number, after a statement found it to be old. */
  forget(organizationId: string): void {
    this.seen.delete(organizationId);
  }

  /** Part of the transaction that changes what others cache. */
  async raise(em: EntityManager, organizationId: string): Promise<void> {
    await em.increment(OrganizationEntity, { id: organizationId }, 'epoch', 1);
  }

  /** True when the caller's epoch is the current one. A transaction calls it and goes on only if so. */
  async isCurrent(em: EntityManager, { organizationId, epoch }: AtEpoch): Promise<boolean> {
    const row = await em.findOneBy(OrganizationEntity, { id: organizationId });
    return Number(row?.epoch) === epoch;
  }

  private read(organizationId: string): Promise<number | null> {
    return this.reading.run(organizationId, async () => {
      const at = performance.now();
      const rows = await this.database.lookup<{ epoch: string | null }>('SELECT read_epoch($1) AS epoch', [
        organizationId,
      ]);
      const epoch = rows[0]?.epoch ? Number(rows[0].epoch) : null;
      this.keep(organizationId, { epoch, at });
      return epoch;
    });
  }

  private keep(organizationId: string, seen: Seen): void {
    if (this.seen.size >= 50_000) this.seen.clear();
    this.seen.set(organizationId, seen);
  }
}
