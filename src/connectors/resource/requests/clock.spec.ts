import { patience } from '../../../../test/support/patience.mjs';
import { ProviderClock } from './clock.js';

const HOUR_MS = 3_600_000;

describe("a provider's clock", () => {
  it.each([HOUR_MS, -HOUR_MS])('that is %d ms away is told from the date of an answer', (awayMs) => {
    const clock = new ProviderClock();
    clock.saw(Date.now() + awayMs);
    expect(Math.abs(clock.ours(Date.now() + awayMs) - Date.now())).toBeLessThan(patience(1_000));
  });

  it('is not taken to be behind because one answer was kept for a while', () => {
    const clock = new ProviderClock();
    for (const date of [Date.now() - HOUR_MS, Date.now(), Date.now() - HOUR_MS]) clock.saw(date);
    expect(Math.abs(clock.ours(Date.now()) - Date.now())).toBeLessThan(patience(1_000));
  });

  it('is taken to be ours where no answer is dated', () => {
    expect(new ProviderClock().ours(7)).toBe(7);
  });
});
