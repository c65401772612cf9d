import { Coalescer } from './coalescer.js';
import { DomainError } from './errors.js';

const sqlError = (code: string) => Object.assign(new Error(`SQLSTATE ${code}`), { code });
const settled = (promises: Promise<unknown>[]) =>
  Promise.allSettled(promises).then((all) => all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)));

/** A statement whose answer is given by hand, to hold a batch in flight. */
function held() {
  const batches: number[][] = [];
  const answers: (() => void)[] = [];
  const coalescer = new Coalescer<number, number>((items) => {
    batches.push(items);
    return new Promise((resolve) => answers.push(() => resolve(items.map((item) => item * 10))));
  });
  const answer = async () => {
    answers.shift()?.();
    await new Promise(setImmediate);
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
    const coalescer = new Coalescer<string, string>(
      async (items) => {
        batches.push(items);
        return items;
      },
      (item) => item.split(''),
    );
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

  it.each(['22P02', '23505', '21000'])('runs a batch that fails on a value (%s) again item by item', async (code) => {
    const runs: number[][] = [];
    const coalescer = new Coalescer<number, number>(async (items) => {
      runs.push(items);
      if (items.includes(3)) throw sqlError(code);
      return items;
    });
    const answers = await settled([0, 1, 2, 3, 4].map((item) => coalescer.submit(item)));
    expect(answers).toEqual([0, 1, 2, expect.objectContaining({ code }), 4]);
    expect(runs).toEqual([[0], [1, 2, 3, 4], [1], [2], [3], [4]]);
  });

  it.each(['08006', '57P01', 'ECONNRESET', 'XX000'])(
    'runs nothing again after %s, because the statement may have been committed',
    async (code) => {
      let runs = 0;
      const coalescer = new Coalescer<number, number>(async (items) => {
        runs += 1;
        if (items.includes(1)) throw sqlError(code);
        return items;
      });
      const answers = await settled([0, 1, 2].map((item) => coalescer.submit(item)));
      expect(answers).toEqual([0, expect.objectContaining({ code }), expect.objectContaining({ code })]);
      expect(runs).toBe(2);
      expect(await coalescer.submit(5)).toBe(5);
    },
  );

  it.each(['40001', '40P01'])('runs the victim of %s again, and gives up the fourth time', async (code) => {
    let failures = 3;
    let runs = 0;
    const coalescer = new Coalescer<number, number>(async (items) => {
      runs += 1;
      if (failures-- > 0) throw sqlError(code);
      return items;
    });
    expect(await coalescer.submit(1)).toBe(1);
    expect(runs).toBe(4);
    failures = 4;
    await expect(coalescer.submit(1)).rejects.toMatchObject({ code });
    expect(runs).toBe(8);
  });

  it('fails the items that a batch did not answer, and only those', async () => {
    const coalescer = new Coalescer<number, number>(async (items) => items.slice(0, 2));
    const answers = await settled([0, 1, 2, 3].map((item) => coalescer.submit(item)));
    expect(answers).toEqual([0, 1, 2, new Error('a batch answered fewer results than it had items')]);
  });
});
