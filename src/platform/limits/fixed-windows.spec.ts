import { FixedWindows } from './fixed-windows.js';

const WINDOW_MS = 60_000;

describe('windows counted in a process', () => {
  let now = 0;
  beforeEach(() => {
    now = 1_000;
  });
  const windows = (atMost?: number) => new FixedWindows(atMost, () => now);
  const hit = (counting: FixedWindows, key = 'caller', limit = 3, kind = 'address') =>
    counting.increment(key, WINDOW_MS, limit, WINDOW_MS, kind);

  it('let exactly the limit pass, and say how many there were and when the window ends', async () => {
    const counting = windows();
    const records = [];
    for (let count = 1; count <= 5; count++) {
      records.push(await hit(counting));
      now += 9_999;
    }
    expect(records).toEqual([
      { totalHits: 1, timeToExpire: 60, isBlocked: false, timeToBlockExpire: 0 },
      { totalHits: 2, timeToExpire: 51, isBlocked: false, timeToBlockExpire: 0 },
      { totalHits: 3, timeToExpire: 41, isBlocked: false, timeToBlockExpire: 0 },
      { totalHits: 4, timeToExpire: 31, isBlocked: true, timeToBlockExpire: 31 },
      { totalHits: 5, timeToExpire: 21, isBlocked: true, timeToBlockExpire: 21 },
    ]);
  });

  it('let a caller in again when the window ends, also one who never stopped asking', async () => {
    const counting = windows();
    const passedAt: number[] = [];
    for (now = 0; now < 3 * WINDOW_MS; now += 1_000) if (!(await hit(counting)).isBlocked) passedAt.push(now / 1_000);
    expect(passedAt).toEqual([0, 1, 2, 60, 61, 62, 120, 121, 122]);
  });

  it('are each caller’s own', async () => {
    const counting = windows();
    for (let count = 0; count < 4; count++) await hit(counting, 'one');
    expect((await hit(counting, 'one')).isBlocked).toBe(true);
    expect((await hit(counting, 'other')).totalHits).toBe(1);
    expect((await hit(counting, 'one', 3, 'organization')).totalHits).toBe(1);
  });

  it('cost bounded memory for any number of callers: addresses crowd out only addresses', async () => {
    const counting = new FixedWindows();
    for (let count = 0; count < 4; count++) await hit(counting, 'mine', 3, 'organization');
    for (let index = 0; index <= 100_000; index++) await hit(counting, `address ${index}`);
    // @ts-expect-error only this test reads what is kept
    const sizes = [...counting.kinds].map(([kind, { size }]) => [kind, size]);
    expect(sizes).toEqual([
      ['organization', 1],
      ['address', 100_000],
    ]);
    expect((await hit(counting, 'mine', 3, 'organization')).isBlocked).toBe(true);
  });

  it('forget the caller that was counted longest ago when there are too many', async () => {
    const counting = windows(3);
    for (const key of ['a', 'b', 'c', 'a', 'd']) await hit(counting, key);
    expect((await hit(counting, 'a')).totalHits).toBe(3);
    expect((await hit(counting, 'c')).totalHits).toBe(2);
    expect((await hit(counting, 'd')).totalHits).toBe(2);
    expect((await hit(counting, 'b')).totalHits).toBe(1);
  });
});
