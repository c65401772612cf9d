import { BloomFilter } from 'bloomfilter';

/**
 * The values that a session has seen (by hashes, vocabulary.ts), in a bounded space: two generations of a Bloom filter,
 * and the hashes that are due for the younger one (a copy of it for each call would cost more than the rest of the
 * call). When the younger is full, the older is forgotten. A filter may take a new value for a known one (below one in
 * a hundred), never the other way within its span.
 */
export interface Memory {
  readonly fresh: readonly number[];
  readonly young: readonly number[];
  readonly old: readonly number[];
  readonly count: number;
}

const CELLS = 1024;
const HASHES = 3;
const FULL = 2_700;
const MOST_FRESH = 128;

const empty = () => new Array<number>(CELLS).fill(0);

export const emptyMemory = (): Memory => ({ fresh: [], young: empty(), old: [], count: 0 });

export function remembers({ fresh, young, old }: Memory, one: number): boolean {
  const key = keyOf(one);
  return filterOf(young).test(key) || fresh.includes(one) || (old.length > 0 && filterOf(old).test(key));
}

export function remember(memory: Memory, items: readonly number[]): Memory {
  const { young, old, count } = memory;
  const filter = filterOf(young);
  const unknown = items.filter((one) => !filter.test(keyOf(one)));
  const fresh = [...memory.fresh];
  if (fresh.length + unknown.length > MOST_FRESH) return moved(memory, [...fresh, ...unknown]);
  for (const one of unknown) if (!fresh.includes(one)) fresh.push(one);
  return { fresh, young, old, count };
}

function moved(memory: Memory, items: readonly number[]): Memory {
  let { old, count } = memory;
  let filter = new BloomFilter(memory.young, HASHES);
  for (const one of items) {
    const key = keyOf(one);
    if (filter.test(key)) continue;
    if (count >= FULL) {
      old = Array.from(filter.buckets);
      filter = new BloomFilter(empty(), HASHES);
      count = 0;
    }
    filter.add(key);
    count++;
  }
  const young = Array.from(filter.buckets);
  filters.set(young, filter);
  return { fresh: [], young, old, count };
}

const filters = new WeakMap<readonly number[], BloomFilter>();

function filterOf(cells: readonly number[]): BloomFilter {
  const known = filters.get(cells);
  if (known !== undefined) return known;
  const filter = new BloomFilter(cells, HASHES);
  filters.set(cells, filter);
  return filter;
}

/** The filter hashes text: two signs are hashed in a third of the time of ten digits. */
const keyOf = (one: number) => String.fromCharCode(one & 0xffff, one >>> 16);
