import { setImmediate as endOfTurn } from 'node:timers/promises';
import { sqlState } from '../database/database.js';
import { unavailable } from '../http/answers/problem.js';
import { FairQueue } from './fair-queue.js';

const BATCH = 64;
/** The sum of the sizes of a batch stays below this bound, unless one item alone is larger. */
const BATCH_SIZE = 1_000_000;
/** The bound holds for each owner. */
const QUEUE = 4_096;
const ATTEMPTS = 4;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Lane<Item, Result> {
  /** Null when several owners share the lane. */
  readonly owner: string | null;
  readonly queue: FairQueue<Waiting<Item, Result>>;
  inFlight: boolean;
}

export interface Batches<Item, Result> {
  /** Answers one result per item, in order, and is one transaction. `isShared`: of several owners, so it waits for no lock long. */
  readonly run: (items: Item[], isShared: boolean) => Promise<Result[]>;
  /** Returns the owner of an item. */
  readonly owner: (item: Item) => string;
  /** The names of the things that an item is about. */
  readonly about?: (item: Item) => readonly string[];
  /** The share of a batch's size that an item takes. */
  readonly size?: (item: Item) => number;
}

/**
 * Turns concurrent requests into one statement and one commit: what arrives while a batch is in flight forms the next
 * one. There is no timer: a single item goes at once, and after a batch the next one waits for the end of the turn of
 * the event loop, in which further items may have come. Items about the same thing never share a batch: the later one
 * sees what the earlier one did.
 *
 * Owners share batches in turns: however much one of them has submitted, an item of another one is in the next batch.
 * They share no trouble: where a batch fails on one item, or on a row that another transaction holds, each owner's
 * items go on by themselves, beside the shared batches, until none of them is left.
 */
export class Coalescer<Item, Result> {
  private readonly shared: Lane<Item, Result> = { owner: null, queue: new FairQueue(), inFlight: false };
  private readonly apart = new Map<string, Lane<Item, Result>>();

  constructor(private readonly batches: Batches<Item, Result>) {}

  /** The number of items that wait for a batch after the one in flight. */
  get length(): number {
    return [this.shared, ...this.apart.values()].reduce((sum, { queue }) => sum + queue.length, 0);
  }

  /** @throws 503 when too many of the same owner wait already */
  submit(item: Item): Promise<Result> {
    const owner = this.batches.owner(item);
    const lane = this.apart.get(owner) ?? this.shared;
    if (lane.queue.lengthOf(owner) >= QUEUE) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      lane.queue.add(owner, { item, resolve, reject });
      if (!lane.inFlight) void this.drain(lane);
    });
  }

  private async drain(lane: Lane<Item, Result>): Promise<void> {
    lane.inFlight = true;
    await this.answer(lane, this.nextBatch(lane));
    while (lane.queue.length > 0) {
      await endOfTurn();
      await this.answer(lane, this.nextBatch(lane));
    }
    lane.inFlight = false;
    if (lane.owner !== null) this.apart.delete(lane.owner);
  }

  /** Takes one item of each owner, then another one of each; items of one owner go in the order of arrival. */
  private nextBatch({ queue }: Lane<Item, Result>): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    const firstFree = this.firstFree();
    for (let size = 0; batch.length < BATCH && size < BATCH_SIZE; ) {
      const next = queue.take(firstFree);
      if (!next) break;
      batch.push(next);
      size += this.batches.size?.(next.item) ?? 0;
    }
    return batch;
  }

  /** Chooses the first item that is about nothing of which an item is in the batch, or waits before it. */
  private firstFree(): (owner: string, items: readonly Waiting<Item, Result>[]) => number {
    const taken = new Set<string>();
    /** The number of items of each owner that were passed over and still wait at the head of its list. */
    const passed = new Map<string, number>();
    return (owner, items) => {
      for (let index = passed.get(owner) ?? 0; index < items.length; index++) {
        const names = this.namesOf(items[index]);
        const isFree = names.every((name) => !taken.has(name));
        for (const name of names) taken.add(name);
        passed.set(owner, isFree ? index : index + 1);
        if (isFree) return index;
      }
      return -1;
    };
  }

  private namesOf(waiting: Waiting<Item, Result> | undefined): readonly string[] {
    return (waiting && this.batches.about?.(waiting.item)) ?? [];
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
      if (isShared && (isHeldUp(error) || (batch.length > 1 && isRefusedValue(error)))) this.part(batch);
      else if (batch.length > 1 && isRefusedValue(error)) for (const one of batch) await this.answer(lane, [one]);
      else for (const { reject } of batch) reject(error);
    }
  }

  /** Gives each owner a lane of its own, with the owner's further waiting items, in order. */
  private part(batch: readonly Waiting<Item, Result>[]): void {
    const ownerOf = ({ item }: Waiting<Item, Result>) => this.batches.owner(item);
    for (const owner of new Set(batch.map(ownerOf))) {
      const lane: Lane<Item, Result> = { owner, queue: new FairQueue(), inFlight: false };
      const first = batch.filter((one) => ownerOf(one) === owner);
      for (const one of [...first, ...this.shared.queue.takeAllOf(owner)]) lane.queue.add(owner, one);
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

/** True when another transaction locked a row for longer than a shared batch waits. */
function isHeldUp(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/**
 * True when the server refused a value. After a lost connection the statement may have been committed, so it is not run
 * again.
 */
function isRefusedValue(error: unknown): boolean {
  return /^(21|22|23)/.test(sqlState(error));
}
