import { Readable } from 'node:stream';
import { wrapRecorded } from '../../../../sdk/test/support/every-method.js';
import { type Random, randomOf } from '../random.js';
import { seedsOf } from '../seeds.js';
import { inTime } from './in-time.js';
import { aWhile, quiet, SlowGate } from './programs.js';

/**
 * Random programs leave iterators, streams, builders and calls of an object of no known kind unfinished. What the object
 * has opened is closed as with the bare object, later calls run, and the object ends.
 */
const seeds = seedsOf(200, 40);

/** A client with one connection: whatever is open on it keeps the others waiting. */
class Store {
  open = 0;
  readonly seen: string[] = [];

  async *list() {
    this.open += 1;
    try {
      for (let n = 0; n < 50; n += 1) yield { n };
    } finally {
      this.open -= 1;
    }
  }

  *each() {
    this.open += 1;
    try {
      for (let n = 0; n < 50; n += 1) yield { n };
    } finally {
      this.open -= 1;
    }
  }

  rows() {
    const rows = Readable.from(this.list());
    rows.on('error', () => undefined);
    return rows;
  }

  from(table: string) {
    return { where: (id: number) => ({ run: async () => this.seen.push(`${table} ${id}`) }) };
  }

  async put(name: string) {
    this.seen.push(name);
    return name;
  }

  async close() {
    return 'closed';
  }
}

async function step(store: Store, random: Random): Promise<void> {
  switch (random(6)) {
    case 0:
      for await (const { n } of store.list()) if (n >= random(4)) break;
      return;
    case 1:
      for (const { n } of await (store.each() as unknown as Promise<Iterable<{ n: number }>>))
        if (n >= random(4)) break;
      return;
    case 2: {
      const rows = await (store.rows() as unknown as Promise<Readable>);
      if (random(2)) for await (const _ of rows) break;
      rows.destroy();
      return;
    }
    case 3:
      quiet(store.from('t'));
      if (random(2)) quiet(store.from('t').where(1));
      return;
    case 4: {
      const iterator = store.list()[Symbol.asyncIterator]();
      if (random(2)) await iterator.next();
      await iterator.return?.(undefined);
      return;
    }
    default:
      quiet(store.put('given up'));
  }
}

describe('a program that ends calls of an object early', () => {
  it.each(seeds.starts)('from seed %i on closes what was opened, and the object remains usable', async (start) => {
    for (const seed of seeds.from(start)) {
      const random = randomOf(seed);
      const raw = new Store();
      const gate = new SlowGate(seed);
      const reads = random(3) === 0 ? { reads: ['list', 'rows'] } : {};
      const store = wrapRecorded(raw, gate, { connector: 'store', ...reads });
      for (let left = 1 + random(5); left > 0; left -= 1) {
        await inTime(step(store, random), `seed ${seed}: the program`);
        if (random(2)) await aWhile(random);
      }
      expect(await inTime(store.put('last'), `seed ${seed}: a later call`)).toBe('last');
      expect(await inTime(Promise.resolve(store.close()), `seed ${seed}: the end`)).toBe('closed');
      // A call that waits for a person holds up no later one.
      const last = gate.decide ? raw.seen.find((one) => one === 'last') : raw.seen.at(-1);
      expect({ seed, open: raw.open, last }).toEqual({ seed, open: 0, last: 'last' });
      expect({ seed, told: gate.outcomes.length }).toEqual({ seed, told: gate.asked.length });
    }
  });
});
