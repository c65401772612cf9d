/**
 * What a session has seen (by hashes, vocabulary.ts), in a bounded space: two generations of a Bloom filter. When the younger is full, the older is
 * forgotten. A filter may take something new for known (below one in a hundred), never the other way within its span.
 */
export interface Memory {
  readonly young: readonly number[];
  readonly old: readonly number[];
  readonly count: number;
}

const CELLS = 1024;
const BITS = CELLS * 32;
const FULL = 2_700;

export const emptyMemory = (): Memory => ({ young: new Array<number>(CELLS).fill(0), old: [], count: 0 });

export function remembers(memory: Memory, one: number): boolean {
  const two = second(one);
  return holds(memory.young, one, two) || (memory.old.length > 0 && holds(memory.old, one, two));
}

export function remember(memory: Memory, items: readonly number[]): Memory {
  if (items.length === 0) return memory;
  let { old, count } = memory;
  let young = memory.young.slice();
  for (const one of items) {
    if (count >= FULL) {
      old = young;
      young = new Array<number>(CELLS).fill(0);
      count = 0;
    }
    const two = second(one);
    if (holds(young, one, two)) continue;
    set(young, cell(one));
    set(young, cell(one + two));
    set(young, cell(one + 2 * two));
    count++;
  }
  return { young, old, count };
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
