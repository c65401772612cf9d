import { Lane } from './lane.js';

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a lane', () => {
  it('starts at once when it is free, and otherwise in turn, also after a failure', async () => {
    const lane = new Lane();
    const order: number[] = [];
    const first = lane.run(async () => {
      order.push(1);
      await later(10);
      throw new Error('first');
    });
    expect(order).toEqual([1]);
    const second = lane.run(async () => order.push(2));
    expect(order).toEqual([1]);
    await expect(first).rejects.toThrow('first');
    await second;
    expect(order).toEqual([1, 2]);
  });

  it('is free again when everything has ended, what was added meanwhile included', async () => {
    const lane = new Lane();
    const done: number[] = [];
    void lane.run(async () => {
      await later(5);
      done.push(1);
      void lane.run(async () => done.push(2));
    });
    expect(lane.busy).toBe(true);
    await lane.idle();
    expect(done).toEqual([1, 2]);
    expect(lane.busy).toBe(false);
  });
});
