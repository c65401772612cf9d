import { FairQueue } from './fair-queue.js';

/** Items whose first letter is their owner. */
function queueOf(...names: string[]) {
  const queue = new FairQueue<{ readonly name: string }>();
  for (const name of names) queue.add(name.slice(0, 1), { name });
  const taken = (choose?: Parameters<typeof queue.take>[0]) => queue.take(choose)?.name;
  return { queue, taken };
}

describe('a fair queue', () => {
  it('takes an item of each owner before a second one of any, and the items of one owner in order', () => {
    const { queue, taken } = queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'c2');
    expect(Array.from({ length: 7 }, () => taken())).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined]);
    expect(queue.length).toBe(0);
  });

  it('keeps the turn of an owner that may take nothing', () => {
    const { taken } = queueOf('a1', 'b1', 'b2');
    expect(taken((owner) => (owner === 'a' ? -1 : 0))).toBe('b1');
    expect([taken(), taken()]).toEqual(['a1', 'b2']);
  });

  it('takes the item that is chosen, and leaves those before it in their order', () => {
    const { queue, taken } = queueOf('a1', 'a2', 'a3');
    expect(taken((_, items) => items.findIndex(({ name }) => name === 'a2'))).toBe('a2');
    expect(queue.takeAllOf('a').map(({ name }) => name)).toEqual(['a1', 'a3']);
  });

  it('takes the first item of a named owner whatever its turn, or all of its items', () => {
    const { queue } = queueOf('a1', 'b1', 'b2', 'b3');
    expect(queue.takeOf('b')?.name).toBe('b1');
    expect(queue.takeOf('c')).toBeUndefined();
    expect([queue.length, queue.lengthOf('b'), queue.lengthOf('c')]).toEqual([3, 2, 0]);
    expect(queue.takeAllOf('b').map(({ name }) => name)).toEqual(['b2', 'b3']);
    expect(queue.takeAll().map(({ name }) => name)).toEqual(['a1']);
    expect(queue.length).toBe(0);
  });
});
