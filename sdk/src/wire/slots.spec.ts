import { Slots } from './slots.js';

const never = new AbortController().signal;

describe('slots', () => {
  it('let so many requests in at once, and the others in the order in which they came', async () => {
    const slots = new Slots(2);
    const order: number[] = [];
    const taken = [1, 2, 3, 4].map((id) => slots.take(never).then(() => order.push(id)));
    await taken[1];
    expect(order).toEqual([1, 2]);
    slots.release();
    await taken[2];
    slots.release();
    await taken[3];
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('give up the place of a request that ends, and let the next one in', async () => {
    const slots = new Slots(1);
    await slots.take(never);
    const ended = new AbortController();
    const first = slots.take(ended.signal);
    const second = slots.take(never);
    ended.abort(new Error('too late'));
    await expect(first).rejects.toThrow('too late');
    slots.release();
    await second;
    slots.release();
    await slots.take(never);
  });

  it('fail all that wait, and none that is under way', async () => {
    const slots = new Slots(1);
    await slots.take(never);
    const waiting = [slots.take(never), slots.take(never)];
    slots.failWaiting(new Error('away'));
    await Promise.all(waiting.map((one) => expect(one).rejects.toThrow('away')));
    slots.release();
    await slots.take(never);
  });
});
