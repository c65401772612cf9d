/**
 * Gives the places there are to keys. A key takes another one while it holds fewer than are free: alone it gets half of
 * them, and several that take all they can leave some for the next one. Further work of a key waits in order until that
 * key gives a place back.
 */
export class Shares {
  private readonly taken = new Map<string, number>();
  /** The waiting work of each key. The order of the keys is the order of their turns. */
  private readonly waiting = new Map<string, (() => void)[]>();

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
    return this.waiting.get(key)?.length ?? 0;
  }

  private async take(key: string): Promise<void> {
    if (this.mayTake(key)) {
      this.count(key, 1);
      return;
    }
    await new Promise<void>((resolve) => {
      const line = this.waiting.get(key);
      if (line) line.push(resolve);
      else this.waiting.set(key, [resolve]);
    });
  }

  private mayTake(key: string): boolean {
    return (this.taken.get(key) ?? 0) < this.free;
  }

  /** The place goes to the first key in line that may have another one. */
  private leave(key: string): void {
    this.count(key, -1);
    for (const [next, line] of this.waiting) {
      if (!this.mayTake(next)) continue;
      const begin = line.shift();
      this.waiting.delete(next);
      if (line.length > 0) this.waiting.set(next, line);
      this.count(next, 1);
      begin?.();
      return;
    }
  }

  private count(key: string, more: 1 | -1): void {
    const taken = (this.taken.get(key) ?? 0) + more;
    if (taken > 0) this.taken.set(key, taken);
    else this.taken.delete(key);
    this.free -= more;
  }
}
