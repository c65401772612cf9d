import { DomainError } from '../errors.js';
import { Coalescer } from './coalescer.js';

const sqlError = (code: string) => Object.assign(new Error(`SQLSTATE ${code}`), { code });
const owner = () => 'one';
const settled = (promises: Promise<unknown>[]) =>
  Promise.allSettled(promises).then((all) => all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)));

/** The batch is answered at the end of this turn; the next batch has gone at the end of the following turn. */
async function nextBatchGone(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
}

/** A statement that the test answers by hand, to hold a batch in flight. */
function held() {
  const batches: number[][] = [];
  const answers: (() => void)[] = [];
  const run = (items: number[]): Promise<number[]> => {
    batches.push(items);
    return new Promise((resolve) => answers.push(() => resolve(items.map((item) => item * 10))));
  };
  const coalescer = new Coalescer({ run, owner });
  const answer = async () => {
    answers.shift()?.();
    await nextBatchGone();
  };
  return { coalescer, batches, answer };
}

interface Owned {
  readonly owner: string;
  readonly number: number;
}

/** The same for items of several owners, each answered as it is. */
function heldOf<Item>(of: (item: Item) => string, size?: (item: Item) => number) {
  const batches: Item[][] = [];
  const answers: (() => void)[] = [];
  const run = (items: Item[]): Promise<Item[]> => {
    batches.push(items);
    return new Promise((resolve) => answers.push(() => resolve(items)));
  };
  const coalescer = new Coalescer<Item, Item>({ run, owner: of, ...(size && { size }) });
  const answer = async () => {
    answers.shift()?.();
    await nextBatchGone();
  };
  return { coalescer, batches, answer };
}

describe('the coalescer', () => {
  it('runs an item that is alone at once', () => {
    const { coalescer, batches } = held();
    void coalescer.submit(1);
    expect(batches).toEqual([[1]]);
  });

  it('makes the next batch of whatever arrives while one is in flight, and answers each its own', async () => {
    const { coalescer, batches, answer } = held();
    const answers = [1, 2, 3, 4].map((item) => coalescer.submit(item));
    expect(batches).toEqual([[1]]);
    await answer();
    expect(batches).toEqual([[1], [2, 3, 4]]);
    await answer();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
  });

  it('takes into the next batch what comes in the turn of the event loop in which one is answered', async () => {
    const { coalescer, batches, answer } = held();
    for (const item of [1, 2]) void coalescer.submit(item);
    const answered = answer();
    await new Promise(process.nextTick);
    expect(batches).toEqual([[1]]);
    void coalescer.submit(3);
    await answered;
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('takes at most 64 items at once, in order of arrival', async () => {
    const { coalescer, batches, answer } = held();
    const answers = Array.from({ length: 130 }, (_, item) => coalescer.submit(item));
    for (let batch = 0; batch < 4; batch++) await answer();
    expect(batches.map((batch) => batch.length)).toEqual([1, 64, 64, 1]);
    expect(batches.flat()).toEqual(Array.from({ length: 130 }, (_, item) => item));
    expect(await Promise.all(answers)).toHaveLength(130);
  });

  it('puts items about the same thing into different batches, and keeps their order', async () => {
    const batches: string[][] = [];
    const coalescer = new Coalescer<string, string>({
      run: async (items) => {
        batches.push(items);
        return items;
      },
      owner,
      about: (item) => item.split(''),
    });
    const answers = ['a', 'b', 'bc', 'a', 'c', 'd', 'b'].map((item) => coalescer.submit(item));
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'bc', 'a', 'c', 'd', 'b']);
    expect(batches).toEqual([['a'], ['b', 'a', 'd'], ['bc'], ['c', 'b']]);
  });

  it('refuses with 503 when 4 096 wait already, and takes more once they do not', async () => {
    const { coalescer, answer } = held();
    const waiting = Array.from({ length: 4_097 }, (_, item) => coalescer.submit(item));
    await expect(coalescer.submit(-1)).rejects.toMatchObject({ kind: 'unavailable', code: 'unavailable' });
    await expect(coalescer.submit(-1)).rejects.toBeInstanceOf(DomainError);
    await answer();
    waiting.push(coalescer.submit(4_097));
    for (let batch = 0; batch < 65; batch++) await answer();
    expect(await Promise.all(waiting)).toHaveLength(4_098);
  });

  it('gives owners turns: an item is in the next batch, however many of another owner wait before it', async () => {
    const { coalescer, batches, answer } = heldOf(({ owner: one }: Owned) => one);
    const many = Array.from({ length: 200 }, (_, number) => coalescer.submit({ owner: 'a', number }));
    const others = ['b', 'c'].map((one) => coalescer.submit({ owner: one, number: 0 }));
    await answer();
    expect(batches[1]?.filter(({ owner: one }) => one !== 'a')).toHaveLength(2);
    expect(batches[1]).toHaveLength(64);
    for (let batch = 0; batch < 4; batch++) await answer();
    await Promise.all([...many, ...others]);
    const numbers = batches.flat().flatMap(({ owner: one, number }) => (one === 'a' ? [number] : []));
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, number) => number));
  });

  it('gives more owners than a batch has items turns as well', async () => {
    const { coalescer, batches, answer } = heldOf(({ owner: one }: Owned) => one);
    const owners = Array.from({ length: 100 }, (_, index) => `owner ${index}`);
    const all = owners.flatMap((one) => [0, 1].map((number) => coalescer.submit({ owner: one, number })));
    for (let batch = 0; batch < 5; batch++) await answer();
    await Promise.all(all);
    // The first one went alone.
    const firsts = batches.flat().slice(0, 101);
    expect(new Set(firsts.map(({ owner: one }) => one)).size).toBe(100);
  });

  it('ends a batch where its items are large, and lets one that is larger go alone', async () => {
    const { coalescer, batches, answer } = heldOf(
      () => 'one',
      (item: number) => item,
    );
    const all = [1, 600_000, 600_000, 5_000_000, 1, 1].map((size) => coalescer.submit(size));
    for (let batch = 0; batch < 5; batch++) await answer();
    await Promise.all(all);
    expect(batches).toEqual([[1], [600_000, 600_000], [5_000_000], [1, 1]]);
  });

  it('refuses nothing of another owner while too many of one wait', async () => {
    const { coalescer, answer } = heldOf(({ owner: one }: Owned) => one);
    const many = Array.from({ length: 4_097 }, (_, number) => coalescer.submit({ owner: 'a', number }));
    await expect(coalescer.submit({ owner: 'a', number: -1 })).rejects.toMatchObject({ code: 'unavailable' });
    const other = coalescer.submit({ owner: 'b', number: 0 });
    await answer();
    await answer();
    expect(await other).toEqual({ owner: 'b', number: 0 });
    for (let batch = 0; batch < 65; batch++) await answer();
    await Promise.all(many);
  });

  it.each(['22P02', '23505', '21000'])('runs a batch that fails on a value (%s) again item by item', async (code) => {
    const runs: number[][] = [];
    const run = async (items: number[]) => {
      runs.push(items);
      if (items.includes(3)) throw sqlError(code);
      return items;
    };
    const coalescer = new Coalescer({ run, owner });
    const answers = await settled([0, 1, 2, 3, 4].map((item) => coalescer.submit(item)));
    expect(answers).toEqual([0, 1, 2, expect.objectContaining({ code }), 4]);
    expect(runs).toEqual([[0], [1, 2, 3, 4], [1, 2, 3, 4], [1], [2], [3], [4]]);
  });

  it.each(['08006', '57P01', 'ECONNRESET', 'XX000'])(
    'runs nothing again after %s, because the statement may have been committed',
    async (code) => {
      let runs = 0;
      const run = async (items: number[]) => {
        runs += 1;
        if (items.includes(1)) throw sqlError(code);
        return items;
      };
      const coalescer = new Coalescer({ run, owner });
      const answers = await settled([0, 1, 2].map((item) => coalescer.submit(item)));
      expect(answers).toEqual([0, expect.objectContaining({ code }), expect.objectContaining({ code })]);
      expect(runs).toBe(2);
      expect(await coalescer.submit(5)).toBe(5);
    },
  );

  it.each(['40001', '40P01'])('runs the victim of %s again, and gives up the fourth time', async (code) => {
    let failures = 3;
    let runs = 0;
    const run = async (items: number[]) => {
      runs += 1;
      if (failures-- > 0) throw sqlError(code);
      return items;
    };
    const coalescer = new Coalescer({ run, owner });
    expect(await coalescer.submit(1)).toBe(1);
    expect(runs).toBe(4);
    failures = 4;
    await expect(coalescer.submit(1)).rejects.toMatchObject({ code });
    expect(runs).toBe(8);
  });

  it('fails the items that a batch did not answer, and only those', async () => {
    const coalescer = new Coalescer({ run: async (items: number[]) => items.slice(0, 2), owner });
    const answers = await settled([0, 1, 2, 3].map((item) => coalescer.submit(item)));
    expect(answers).toEqual([0, 1, 2, new Error('a batch answered fewer results than it had items')]);
  });

  describe('whose batch fails', () => {
    /**
     * Items are `<owner><number>`; items of `a` fail when others could wait for them, and are held when they are alone.
     */
    function troubled(code: string) {
      const runs: [string, boolean][] = [];
      const held: (() => void)[] = [];
      const run = async (items: string[], isShared: boolean) => {
        runs.push([items.join(' '), isShared]);
        await new Promise(setImmediate);
        if (isShared && items.some((item) => item.startsWith('a'))) throw sqlError(code);
        if (items.some((item) => item.startsWith('a'))) await new Promise<void>((resolve) => held.push(resolve));
        return items;
      };
      const coalescer = new Coalescer({ run, owner: (item: string) => item.slice(0, 1) });
      const release = async () => {
        while (held.length === 0) await new Promise(setImmediate);
        held.shift()?.();
        for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
      };
      return { coalescer, runs, release };
    }

    it.each(['55P03', '23505'])('(%s) lets every owner continue independently', async (code) => {
      const { coalescer, runs, release } = troubled(code);
      const first = coalescer.submit('c0');
      const ofA = ['a1', 'a2'].map((item) => coalescer.submit(item));
      const ofB = ['b1', 'b2'].map((item) => coalescer.submit(item));
      expect(await Promise.all([first, ...ofB])).toEqual(['c0', 'b1', 'b2']);
      // Items that arrive while the items of `a` are held share a batch with others, but not with those of `a`.
      ofA.push(coalescer.submit('a3'));
      expect(await Promise.all([coalescer.submit('b3'), coalescer.submit('c1')])).toEqual(['b3', 'c1']);
      await release();
      await release();
      expect(await Promise.all(ofA)).toEqual(['a1', 'a2', 'a3']);
      expect(runs.filter(([items]) => items.includes('a'))).toEqual([
        ['a1 b1 a2 b2', true],
        ['a1 a2', false],
        ['a3', false],
      ]);
      expect(coalescer.length).toBe(0);
    });

    it('lets it share batches again once nothing of it is left', async () => {
      const { coalescer, runs, release } = troubled('55P03');
      const first = coalescer.submit('a1');
      await release();
      expect(await first).toBe('a1');
      void coalescer.submit('a2');
      expect(runs.at(-1)).toEqual(['a2', true]);
      await release();
    });
  });
});
