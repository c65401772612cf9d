import { sqlState } from '../database/database.js';
import { unavailable } from '../http/answers/problem.js';

const BATCH = 64;
const QUEUE = 4_096;
const ATTEMPTS = 4;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Lane<Item, Result> {
  /** Null: it is shared. */
  readonly owner: string | null;
  waiting: Waiting<Item, Result>[];
  inFlight: boolean;
}

export interface Batches<Item, Result> {
  /** Answers one result per item, in order, and is one transaction. `isShared`: of several owners, so it waits for no lock long. */
  readonly run: (items: Item[], isShared: boolean) => Promise<Result[]>;
  /** Whose item it is. */
  readonly owner: (item: Item) => string;
  /** Names of what an item is about. */
  readonly about?: (item: Item) => readonly string[];
}

/**
 * Turns concurrent requests into one statement and one commit: what arrives while a batch is in flight forms the next
 * one. No timer: alone, an item goes at once. Items about the same thing never share a batch: the later one sees what the
 * earlier one did.
 *
 * Owners share batches, but no trouble: where a batch fails on one item, or on a row that another transaction holds, each
 * owner's items go on by themselves, beside the shared batches, until none of them is left.
 */
export class Coalescer<Item, Result> {
  private readonly shared: Lane<Item, Result> = { owner: null, waiting: [], inFlight: false };
  private readonly apart = new Map<string, Lane<Item, Result>>();

  constructor(private readonly batches: Batches<Item, Result>) {}

  /** How many wait for the batch after the one in flight. */
  get length(): number {
    return [this.shared, ...this.apart.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** @throws 503 when too many wait already */
  submit(item: Item): Promise<Result> {
    const lane = this.apart.get(this.batches.owner(item)) ?? this.shared;
    if (lane.waiting.length >= QUEUE) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      lane.waiting.push({ item, resolve, reject });
      if (!lane.inFlight) void this.drain(lane);
    });
  }

  private async drain(lane: Lane<Item, Result>): Promise<void> {
    lane.inFlight = true;
    while (lane.waiting.length > 0) await this.answer(lane, this.nextBatch(lane));
    lane.inFlight = false;
    if (lane.owner !== null) this.apart.delete(lane.owner);
  }

  /** In order of arrival. */
  private nextBatch(lane: Lane<Item, Result>): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    const later: Waiting<Item, Result>[] = [];
    const taken = new Set<string>();
    let looked = 0;
    for (const one of lane.waiting) {
      if (batch.length === BATCH) break;
      looked++;
      const names = this.batches.about?.(one.item) ?? [];
      if (names.some((name) => taken.has(name))) later.push(one);
      else batch.push(one);
      for (const name of names) taken.add(name);
    }
    lane.waiting = [...later, ...lane.waiting.slice(looked)];
    return batch;
  }

  private async answer(lane: Lane<Item, Result>, batch: Waiting<Item, Result>[]): Promise<void> {
    const isShared = lane.owner === null;
    try {
      const results = await this.runRepeatedly(
        batch.map(({ item }) => item),
        isShared,
      );
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined) reject(new Error('a batch answered fewer results than it had items'));
        else resolve(result);
      });
    } catch (error) {
      if (isShared && (isHeldUp(error) || (batch.length > 1 && isAboutOneItem(error)))) this.part(batch);
      else if (batch.length > 1 && isAboutOneItem(error)) for (const one of batch) await this.answer(lane, [one]);
      else for (const { reject } of batch) reject(error);
    }
  }

  /** Each owner by itself, with what else of it waits, in order. */
  private part(batch: readonly Waiting<Item, Result>[]): void {
    const ownerOf = ({ item }: Waiting<Item, Result>) => this.batches.owner(item);
    const owners = new Set(batch.map(ownerOf));
    const all = [...batch, ...this.shared.waiting];
    this.shared.waiting = this.shared.waiting.filter((one) => !owners.has(ownerOf(one)));
    for (const owner of owners) {
      const lane = { owner, waiting: all.filter((one) => ownerOf(one) === owner), inFlight: false };
      this.apart.set(owner, lane);
      void this.drain(lane);
    }
  }

  private async runRepeatedly(items: Item[], isShared: boolean): Promise<Result[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.batches.run(items, isShared);
      } catch (error) {
        if (attempt === ATTEMPTS || !['40001', '40P01'].includes(sqlState(error))) throw error;
      }
    }
  }
}

/** Another transaction held a row for longer than a shared batch waits. */
function isHeldUp(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** The server refused a value. After a lost connection the statement may have been committed, so nothing is run again. */
function isAboutOneItem(error: unknown): boolean {
  return /^(21|22|23)/.test(sqlState(error));
}
