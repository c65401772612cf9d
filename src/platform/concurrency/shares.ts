import { FairQueue } from './fair-queue.js';

interface Waiting {
  readonly key: string;
  readonly begin: () => void;
}

/**
 * Gives the places there are to keys. A key takes another one while it holds fewer than are free: alone it gets half of
 * them, and several that take all they can leave some for the next one. Further work of a key waits in order until that
 * key gives a place back.
 */
export class Shares {
  private readonly taken = new Map<string, number>();
  private readonly waiting = new FairQueue<Waiting>();

  constructor(private free: number) {}

  async in<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.take(key);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  /** The number of pieces of work of a key that wait for a place. */
  waitingOf(key: string): number {
    return this.waiting.lengthOf(key);
  }

  private async take(key: string): Promise<void> {
    if (this.mayTake(key)) {
      this.count(key, 1);
      return;
    }
    await new Promise<void>((begin) => this.waiting.add(key, { key, begin }));
  }

  private mayTake(key: string): boolean {
    return (this.taken.get(key) ?? 0) < this.free;
  }

  /** The place goes to the first key in the queue that may have another one. */
  private leave(key: string): void {
    this.count(key, -1);
    const next = this.waiting.take((other) => (this.mayTake(other) ? 0 : -1));
    if (!next) return;
    this.count(next.key, 1);
    next.begin();
  }

  private count(key: string, more: 1 | -1): void {
    const taken = (this.taken.get(key) ?? 0) + more;
    if (taken > 0) this.taken.set(key, taken);
    else this.taken.delete(key);
    this.free -= more;
  }
}
