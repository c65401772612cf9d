import { LRUCache } from 'lru-cache';
import type { Identity } from '../principal.js';

interface Kept<T> {
  readonly epoch: number;
  readonly value: T;
}

interface Loading<T> {
  readonly epoch: number;
  readonly value: Promise<T>;
}

/**
 * Something of an organization that is loaded once per epoch. `load` runs after the epoch was read, so what it finds
 * is of that epoch or newer; a newer one shows at the next comparison.
 */
export class EpochCache<T extends object> {
  private readonly kept = new LRUCache<string, Kept<T>>({ max: 10_000 });
  private readonly loading = new Map<string, Loading<T>>();

  constructor(private readonly load: (organizationId: string) => Promise<T>) {}

  get({ organizationId, epoch }: Identity): T | Promise<T> {
    const kept = this.kept.get(organizationId);
    return kept?.epoch === epoch ? kept.value : this.reload(organizationId, epoch);
  }

  /** A thousand who find it old at once load it once. */
  private reload(organizationId: string, epoch: number): Promise<T> {
    const under = this.loading.get(organizationId);
    if (under?.epoch === epoch) return under.value;
    const loading = { epoch, value: this.loadAndKeep(organizationId, epoch) };
    this.loading.set(organizationId, loading);
    const done = () => {
      if (this.loading.get(organizationId) === loading) this.loading.delete(organizationId);
    };
    loading.value.then(done, done);
    return loading.value;
  }

  private async loadAndKeep(organizationId: string, epoch: number): Promise<T> {
    const value = await this.load(organizationId);
    this.kept.set(organizationId, { epoch, value });
    return value;
  }
}
