import { isId, newId } from './ids.js';

const of = (count: number) => Array.from({ length: count }, newId);

it('ids are well formed, unique, and sort by when they were made, many of them within a millisecond', () => {
  const ids = of(20_000);
  expect(ids.filter(isId)).toHaveLength(ids.length);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});

it('an id that is made after the clock was set back sorts after the ones before', () => {
  const [before = ''] = of(1);
  const now = Date.now;
  try {
    Date.now = () => now() - 3_600_000;
    expect(of(300).every((id, index, ids) => id > (ids[index - 1] ?? before))).toBe(true);
  } finally {
    Date.now = now;
  }
});

it('ids share no random bits with the ones before, also when many are drawn at once', () => {
  const tails = of(1_000).map((id) => id.slice(-10));
  expect(new Set(tails).size).toBe(tails.length);
});
