import { SingleFlight } from '../../platform/concurrency/single-flight.js';
import { recentlyUsed } from '../../platform/recently-used.js';
import type { AtEpoch } from '../access/principal.js';

interface Kept<T> {
  readonly epoch: number;
  readonly value: T;
}

/**
 * A value of an organization that is loaded once for each epoch. `load` runs after the epoch was read, so its result is
 * from that epoch or a newer one; a newer epoch is noticed at the next comparison.
 */
export class EpochCache<T extends object> {
  private readonly kept = recentlyUsed<Kept<T>>(10_000);
  private readonly loading = new SingleFlight<T>();

  constructor(private readonly load: (organizationId: string) => Promise<T>) {}

  get({ organizationId, epoch }: AtEpoch): T | Promise<T> {
    const kept = this.kept.get(organizationId);
    return kept?.epoch === epoch ? kept.value : this.reload(organizationId, epoch);
  }

  /** Concurrent callers that find an old value share one load. */
  private reload(organizationId: string, epoch: number): Promise<T> {
    return this.loading.run(`${organizationId} ${epoch}`, () => this.loadAndKeep(organizationId, epoch));
  }

  private async loadAndKeep(organizationId: string, epoch: number): Promise<T> {
    const value = await this.load(organizationId);
    this.kept.set(organizationId, { epoch, value });
    return value;
  }
}
