import { sqlState } from './database/database.js';
import { unavailable } from './http/problem.js';

const BATCH = 64;
const QUEUE = 4_096;
const ATTEMPTS = 4;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns concurrent requests into one statement and one commit: what arrives while a batch is in flight forms the next
 * one. No timer: alone, an item goes at once. A batch that fails on one item is run again item by item, so that each
 * answers for itself alone. Items about the same thing never share a batch: the later one sees what the earlier one did.
 */
export class Coalescer<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private inFlight = false;

  /** `run` answers one result per item, in order, and is one transaction. `about`: names of what an item is about. */
  constructor(
    private readonly run: (items: Item[]) => Promise<Result[]>,
    private readonly about: (item: Item) => readonly string[] = () => [],
  ) {}

  /** How many wait for the batch after the one in flight. */
  get length(): number {
    return this.waiting.length;
  }

  /** @throws 503 when too many wait already */
  submit(item: Item): Promise<Result> {
    if (this.waiting.length >= QUEUE) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.inFlight) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.inFlight = true;
    while (this.waiting.length > 0) {
      await this.answer(this.nextBatch());
    }
    this.inFlight = false;
  }

  /** In order of arrival. */
  private nextBatch(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    const later: Waiting<Item, Result>[] = [];
    const taken = new Set<string>();
    let looked = 0;
    for (const one of this.waiting) {
      if (batch.length === BATCH) break;
      looked++;
      const names = this.about(one.item);
      if (names.some((name) => taken.has(name))) later.push(one);
      else batch.push(one);
      for (const name of names) taken.add(name);
    }
    this.waiting = [...later, ...this.waiting.slice(looked)];
    return batch;
  }

  private async answer(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.runRepeatedly(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined) reject(new Error('a batch answered fewer results than it had items'));
        else resolve(result);
      });
    } catch (error) {
      if (batch.length > 1 && isAboutOneItem(error)) {
        for (const one of batch) await this.answer([one]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  private async runRepeatedly(items: Item[]): Promise<Result[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.run(items);
      } catch (error) {
        if (attempt === ATTEMPTS || !['40001', '40P01'].includes(sqlState(error))) throw error;
      }
    }
  }
}

/** The server refused a value. After a lost connection the statement may have been committed, so nothing is run again. */
function isAboutOneItem(error: unknown): boolean {
  return /^(21|22|23)/.test(sqlState(error));
}
