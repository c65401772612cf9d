/** Lets each key have so many pieces of work under way at once; what more it brings waits for its own, in order. */
export class Shares {
  private readonly taken = new Map<string, number>();
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private readonly each: number) {}

  async in<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.take(key);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  private async take(key: string): Promise<void> {
    const taken = this.taken.get(key) ?? 0;
    if (taken < this.each) {
      this.taken.set(key, taken + 1);
      return;
    }
    await new Promise<void>((resolve) => {
      const line = this.waiting.get(key);
      if (line) line.push(resolve);
      else this.waiting.set(key, [resolve]);
    });
  }

  /** The place goes to the next in line. */
  private leave(key: string): void {
    const line = this.waiting.get(key);
    const next = line?.shift();
    if (line?.length === 0) this.waiting.delete(key);
    const left = (this.taken.get(key) ?? 1) - 1;
    if (next) next();
    else if (left > 0) this.taken.set(key, left);
    else this.taken.delete(key);
  }
}
