/**
 * What a session has seen (by hashes, vocabulary.ts), in a bounded space: two generations of a Bloom filter, and what is
 * to go into the younger (a copy of it for each call would cost more than the rest of the call). When the younger is full,
 * the older is forgotten. A filter may take something new for known (below one in a hundred), never the other way within
 * its span.
 */
export interface Memory {
  readonly fresh: readonly number[];
  readonly young: readonly number[];
  readonly old: readonly number[];
  readonly count: number;
}

const CELLS = 1024;
const BITS = CELLS * 32;
const FULL = 2_700;
const MOST_FRESH = 64;

const empty = () => new Array<number>(CELLS).fill(0);

export const emptyMemory = (): Memory => ({ fresh: [], young: empty(), old: [], count: 0 });

export function remembers({ fresh, young, old }: Memory, one: number): boolean {
  const two = second(one);
  return holds(young, one, two) || fresh.includes(one) || (old.length > 0 && holds(old, one, two));
}

export function remember(memory: Memory, items: readonly number[]): Memory {
  const { young, old, count } = memory;
  const unknown = items.filter((one) => !holds(young, one, second(one)));
  const fresh = [...memory.fresh];
  if (fresh.length + unknown.length > MOST_FRESH) return moved(memory, [...fresh, ...unknown]);
  for (const one of unknown) if (!fresh.includes(one)) fresh.push(one);
  return { fresh, young, old, count };
}

function moved(memory: Memory, items: readonly number[]): Memory {
  let { old, count } = memory;
  let young = [...memory.young];
  for (const one of items) {
    const two = second(one);
    if (holds(young, one, two)) continue;
    if (count >= FULL) {
      old = young;
      young = empty();
      count = 0;
    }
    set(young, cell(one));
    set(young, cell(one + two));
    set(young, cell(one + 2 * two));
    count++;
  }
  return { fresh: [], young, old, count };
}

const second = (one: number) => Math.imul(one ^ (one >>> 15), 0x2c1b3c6d) | 1;

function holds(cells: readonly number[], one: number, two: number): boolean {
  return has(cells, cell(one)) && has(cells, cell(one + two)) && has(cells, cell(one + 2 * two));
}

/** Modulo BITS, a power of two, also of negative numbers. */
const cell = (number: number) => number & (BITS - 1);

const has = (cells: readonly number[], bit: number) => (((cells[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;

function set(cells: number[], bit: number): void {
  cells[bit >>> 5] = (cells[bit >>> 5] ?? 0) | (1 << (bit & 31));
}
