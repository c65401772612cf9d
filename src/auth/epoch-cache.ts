import { LRUCache } from 'lru-cache';
import type { Identity } from './principal.js';

interface Kept<T> {
  readonly epoch: number;
  readonly value: T;
}

/**
 * Something of an organization that is loaded once per epoch. `load` runs after the epoch was read, so what it finds
 * is of that epoch or newer; a newer one shows at the next comparison.
 */
export class EpochCache<T extends object> {
  private readonly kept = new LRUCache<string, Kept<T>>({ max: 10_000 });

  constructor(private readonly load: (organizationId: string) => Promise<T>) {}

  get({ organizationId, epoch }: Identity): T | Promise<T> {
    const kept = this.kept.get(organizationId);
    return kept?.epoch === epoch ? kept.value : this.reload(organizationId, epoch);
  }

  private async reload(organizationId: string, epoch: number): Promise<T> {
    const value = await this.load(organizationId);
    this.kept.set(organizationId, { epoch, value });
    return value;
  }
}
