import {
  type Circumstances,
  type Learned,
  levelWithout,
  type Mark,
  nothingLearned,
  percentileOf,
  withScore,
} from './level.js';

const DAY = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-06'] as const;
const FLOOR = 0.411;
const at = (today: string, marks: [string, Mark][] = [], budget = 3): Circumstances => ({
  marks: new Map(marks),
  budget,
  floor: FLOOR,
  today,
});

/** Scores of ordinary sessions, spread evenly from 0.05 to 0.65. */
const ordinary = (n: number) => 0.05 + 0.6 * ((n * 37) % 100) * 0.01;

/** Plays so many sessions a day; each `poison`th one scores 0.97. */
function work(learned: Learned, days: readonly string[], each: number, poison = Number.POSITIVE_INFINITY, name = 's') {
  let now = learned;
  for (const day of days) {
    for (let n = 0; n < each; n++) {
      const isBad = n % 10 < 10 / poison;
      now = withScore(now, `${name}-${day}-${n}`, isBad ? 0.97 : ordinary(n), at(day));
    }
  }
  return now;
}
const settled = () => work(nothingLearned(DAY[0]), DAY.slice(0, 4), 50);
/** Levels that hold no rise back. */
const HIGH = nothingLearned(DAY[0]).levels.map(() => 99);
const driftedFrom = (learned: Learned, now: Circumstances) => levelWithout(learned, 'another', now).driftedFrom ?? 1;

describe('the level of an agent', () => {
  it('calls nothing DRIFTED and ranks nothing until 20 other sessions were scored', () => {
    const few = work(nothingLearned(DAY[0]), [DAY[0]], 20);
    const own = `s-${DAY[0]}-3`;
    expect(levelWithout(few, own, at(DAY[0]))).toMatchObject({ driftedFrom: null, reviewFrom: FLOOR, sessions: 19 });
    expect(percentileOf(few, own, 0.99, at(DAY[0]))).toBeNull();
    expect(levelWithout(few, 'another', at(DAY[0])).driftedFrom).toEqual(expect.any(Number));
    expect(percentileOf(few, 'another', 0.99, at(DAY[0]))).toBe(100);
  });

  it.each([1, 3, 5, 10])('lets about %i of a hundred ordinary sessions be DRIFTED at that budget', (budget) => {
    const level = levelWithout(settled(), 'another', at(DAY[4], [], budget));
    const above = Array.from({ length: 100 }, (_, n) => ordinary(n)).filter(
      (score) => score >= (level.driftedFrom ?? 1),
    );
    expect(above.length).toBeLessThanOrEqual(budget + 1);
    expect(above.length).toBeGreaterThanOrEqual(budget - 2);
    expect(level.reviewFrom).toBeLessThan(level.driftedFrom ?? 0);
  });

  it.each([0.5, 1, 2, 3, 5, 10])(
    'is exceeded by one more session of the same kind with a chance of %d %%, however few are known',
    (budget) => {
      for (const known of [60, 100, 240]) {
        const scores = Array.from({ length: known }, (_, n) => [`${n}`, 0.45 + (0.5 * n) / known] as const);
        const unbounded = { ...nothingLearned(DAY[0]), scores, anchors: HIGH, levels: HIGH };
        const now = at(DAY[0], [], budget);
        // Each in turn is the one more session.
        const above = scores.filter(([key, score]) => score >= (levelWithout(unbounded, key, now).driftedFrom ?? 1));
        const share = above.length / known;
        expect([known, Math.abs(share - budget / 100) * known < 0.999]).toEqual([known, true]);
      }
    },
  );

  it('lies above equal scores: none of them is an alarm', () => {
    const equal = Array.from({ length: 100 }, (_, n) => [`${n}`, 0.7] as const);
    const learned = { ...nothingLearned(DAY[0]), scores: equal, anchors: HIGH, levels: HIGH };
    for (const budget of [3, 10]) expect(driftedFrom(learned, at(DAY[0], [], budget))).toBe(0.7001);
  });

  it('has a lowest and a highest value', () => {
    let low = nothingLearned(DAY[0]);
    let high = nothingLearned(DAY[0]);
    for (let n = 0; n < 200; n++) {
      low = withScore(low, `${n}`, 0.01, at(DAY[0]));
      high = withScore(high, `${n}`, 0.9999, at(`2026-02-${10 + Math.floor(n / 10)}`, [['0', 'fine']]));
    }
    expect(driftedFrom(low, at(DAY[0]))).toBeGreaterThanOrEqual(FLOOR);
    expect(driftedFrom(low, at(DAY[0]))).toBeLessThan(FLOOR + 0.002);
    expect(driftedFrom(high, at('2026-03-09', [['0', 'fine']]))).toBe(0.995);
  });

  it('is hardly raised by a burst of sessions in one day of which 30 % are bad, and ranks them as high as before', () => {
    const before = settled();
    const burst = work(before, [DAY[4]], 500, 10 / 3, 'burst');
    expect(driftedFrom(burst, at(DAY[4]))).toBeLessThan(driftedFrom(before, at(DAY[4])) + 0.03);
    expect(driftedFrom(burst, at(DAY[4]))).toBeLessThan(0.97);
    expect(levelWithout(burst, 'another', at(DAY[4])).heldBack).toBe(true);
    expect(percentileOf(burst, 'another', 0.97, at(DAY[4]))).toBeGreaterThanOrEqual(97);
  });

  it('would be raised to the score of the bad sessions by the same burst if it had no bound', () => {
    const unbounded = { ...settled(), levels: settled().levels.map(() => 99) };
    expect(driftedFrom(work(unbounded, [DAY[4]], 500, 10 / 3, 'burst'), at(DAY[4]))).toBeGreaterThan(0.97);
  });

  it('rises by a bounded amount each day, however many days are bad', () => {
    const [first, second] = [work(settled(), [DAY[4]], 200, 10 / 3), work(settled(), [DAY[4], DAY[5]], 200, 10 / 3)];
    const odds = (score: number) => Math.log(score / (1 - score));
    const rise = odds(driftedFrom(second, at(DAY[5]))) - odds(driftedFrom(first, at(DAY[4])));
    expect(rise).toBeGreaterThan(0);
    expect(rise).toBeLessThan(0.11);
  });

  it('is not raised above the prior and one day’s rise by an agent that is bad from its first day', () => {
    const poisoned = work(nothingLearned(DAY[0]), [DAY[0]], 500, 10 / 3);
    expect(driftedFrom(poisoned, at(DAY[0]))).toBeLessThan(0.89);
  });

  it('falls at once when an operator marks sessions as drift, and by less for weak marks', () => {
    const mixed = work(nothingLearned(DAY[0]), DAY.slice(0, 5), 60, 10);
    const bad = mixed.scores.filter(([, score]) => score === 0.97).map(([key]) => key);
    const marked = (mark: Mark) =>
      driftedFrom(
        mixed,
        at(
          DAY[5],
          bad.slice(5).map((key) => [key, mark]),
        ),
      );
    expect(marked('drift')).toBeLessThan(driftedFrom(mixed, at(DAY[5])));
    expect(marked('weak')).toBeGreaterThan(marked('drift'));
  });

  it('lies between that without the sessions marked as drift and that without marks, and counts them for nothing else', () => {
    const scores = Array.from({ length: 300 }, (_, n) => [`${n}`, 0.45 + (0.5 * n) / 300] as const);
    const unbounded = { ...nothingLearned(DAY[0]), scores, anchors: HIGH, levels: HIGH };
    const marks = scores.slice(-10).map(([key]): [string, Mark] => [key, 'drift']);
    const [marked, unmarked] = [at(DAY[0], marks, 1), at(DAY[0], [], 1)];
    const without = driftedFrom({ ...unbounded, scores: scores.slice(0, -10) }, unmarked);
    expect(driftedFrom(unbounded, marked)).toBeGreaterThan(without);
    expect(driftedFrom(unbounded, marked)).toBeLessThan(driftedFrom(unbounded, unmarked));
    expect(levelWithout(unbounded, 'another', marked).sessions).toBe(290);
  });

  it('rises at once, as far as the sessions show, when an operator marks one as fine', () => {
    const higher = work(settled(), [DAY[4]], 200, 10 / 3, 'new');
    const [key = ''] = higher.scores.findLast(([, score]) => score === 0.97) ?? [];
    expect(driftedFrom(higher, at(DAY[4], [[key, 'fine']]))).toBe(0.9701);
    expect(driftedFrom(settled(), at(DAY[4], [[key, 'fine']]))).toBe(driftedFrom(settled(), at(DAY[4])));
  });

  it('remembers 500 sessions, and of each its last score', () => {
    const many = work(nothingLearned(DAY[0]), DAY, 100);
    expect(many.scores).toHaveLength(500);
    const [key = ''] = many.scores[7] ?? [];
    const again = withScore(many, key, 0.123, at(DAY[5]));
    expect(again.scores).toHaveLength(500);
    expect(again.scores[7]).toEqual([key, 0.123]);
  });
});
