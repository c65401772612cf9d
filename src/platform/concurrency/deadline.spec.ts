import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { jest } from '@jest/globals';
import { within } from './deadline.js';

const never = new AbortController().signal;
const ended = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('a deadline', () => {
  it('ends what takes longer, also when all garbage was collected meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const late = Array.from({ length: 20 }, () => within(300, never, ended).catch(({ name }: Error) => name));
    for (let count = 0; count < 3; count++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      collect();
    }
    expect(await Promise.all(late)).toEqual(Array(20).fill('TimeoutError'));
  });

  it('ends when its caller stops it, and does not begin after that', async () => {
    const stop = new AbortController();
    const stopped = within(10_000, stop.signal, ended);
    stop.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    const work = jest.fn(ended);
    await expect(within(10_000, stop.signal, work)).rejects.toThrow('enough');
    expect(work).not.toHaveBeenCalled();
  });

  it('gives what comes in time', async () => {
    expect(await within(1_000, never, async (signal) => signal.aborted)).toBe(false);
  });
});
