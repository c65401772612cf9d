import { patience } from '../../../../test/support/patience.mjs';
import { ProviderClock } from './clock.js';

const HOUR_MS = 3_600_000;

describe("a provider's clock", () => {
  it.each([HOUR_MS, -HOUR_MS])('that is %d ms away is read from the date of an answer', (awayMs) => {
    const clock = new ProviderClock();
    clock.saw(Date.now() + awayMs);
    expect(Math.abs(clock.ours(Date.now() + awayMs) - Date.now())).toBeLessThan(patience(1_000));
  });

  it('is not taken to be behind because one answer was kept for a while', () => {
    const clock = new ProviderClock();
    for (const date of [Date.now() - HOUR_MS, Date.now(), Date.now() - HOUR_MS]) clock.saw(date);
    expect(Math.abs(clock.ours(Date.now()) - Date.now())).toBeLessThan(patience(1_000));
  });

  it.each([0, HOUR_MS, -HOUR_MS])('that is %d ms away never dates a moment later than it was', (awayMs) => {
    const clock = new ProviderClock();
    const second = (moment: number) => Math.floor((moment + awayMs) / 1_000) * 1_000;
    const put = Date.now();
    clock.saw(second(Date.now()));
    expect(clock.earliest(second(put))).toBeLessThanOrEqual(put);
    expect(clock.earliest(second(put + HOUR_MS))).toBeGreaterThan(put);
  });

  it('is assumed to be ours when no answer is dated', () => {
    expect(new ProviderClock().ours(7)).toBe(7);
  });
});
