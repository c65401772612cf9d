import { parseStrictJson, StrictJsonError } from '../../../src/platform/http/input/strict-json.js';
import { FixedWindows } from '../../../src/platform/limits/fixed-windows.js';

describe('reading a body', () => {
  it.each([
    ['zeros', `0.${'0'.repeat(250_000)}1`],
    ['digits', `[${'1'.repeat(250_000)}]`],
    ['exponents', `[${'1e-300,'.repeat(36_000)}0]`],
    ['open brackets', '['.repeat(250_000)],
    ['empty arrays', `[${'[],'.repeat(80_000)}0]`],
    ['escapes', `["${'\\ud83d\\ude00'.repeat(21_000)}"]`],
    ['long equal-looking keys', `{${Array.from({ length: 11 }, (_, i) => `"${'x'.repeat(23_000)}${i}":1`).join()}}`],
  ])('takes linear time for a large text of %s', (_, text) => {
    const start = process.cpuUsage();
    try {
      parseStrictJson(text);
    } catch (error) {
      expect(error).toBeInstanceOf(StrictJsonError);
    }
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
  });
});

describe('windows counted in a process', () => {
  const WINDOW_MS = 60_000;

  /** Measures each of some rounds of calls. */
  const timed = async (rounds: number, each: number, work: (index: number) => Promise<unknown>) => {
    const took: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      for (let index = round * each; index < (round + 1) * each; index++) await work(index);
      took.push(performance.now() - start);
    }
    return took;
  };

  it.each([
    ['any number of callers', (index: number) => `address ${index}`, 3],
    ['any number of requests of one caller', () => 'caller', 10_000_000],
  ])('cost the same for the last request as for the first: %s', async (_, keyOf, limit) => {
    const counting = new FixedWindows();
    const hit = (index: number) => counting.increment(keyOf(index), WINDOW_MS, limit, WINDOW_MS, 'address');
    const took = await timed(6, 20_000, hit);
    expect(Math.min(...took.slice(-3))).toBeLessThan(10 * (took[0] ?? 0));
  });
});
