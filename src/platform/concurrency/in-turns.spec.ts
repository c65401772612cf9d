import { inTurns } from './in-turns.js';

const busyFor = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

it('inTurns lets timers run while it works on a long list', async () => {
  let others = 0;
  const timer = setInterval(() => others++, 1);
  const done: number[] = [];
  await inTurns([...Array(20).keys()], (item) => {
    busyFor(15);
    done.push(item);
  });
  clearInterval(timer);
  expect(done).toEqual([...Array(20).keys()]);
  expect(others).toBeGreaterThanOrEqual(10);
});

it('inTurns stops at the first item that fails', async () => {
  const done: number[] = [];
  const work = (item: number) => {
    if (item === 2) throw new Error('the second');
    done.push(item);
  };
  await expect(inTurns([1, 2, 3], work)).rejects.toThrow('the second');
  expect(done).toEqual([1]);
});
