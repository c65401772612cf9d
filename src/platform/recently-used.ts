import { LRUCache } from 'lru-cache';

/**
 * Keeps the `most` values that were used last, each at most `forMs` milliseconds (0: no limit). The library takes the memory
 * for all of them at once unless it counts sizes: 4 MB of an idle service.
 */
export const recentlyUsed = <Value extends object | boolean>(most: number, forMs = 0) =>
  new LRUCache<string, Value>({ maxSize: most, sizeCalculation: () => 1, ttl: forMs });
