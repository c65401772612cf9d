import { redeliveryDelayMs, retryDelayMs } from './retry.js';

describe('a request is repeated', () => {
  it('briefly, when nothing answered', () => {
    const delays = [1, 2, 3, 4].map((attempt) => retryDelayMs({ unavailable: true, retryAfterSeconds: null }, attempt));
    expect(delays).toEqual([150, 500, 1200, null]);
  });

  it('after a short wait the service asked for, and not after a long one', () => {
    expect(retryDelayMs({ unavailable: false, retryAfterSeconds: 2 }, 1)).toBe(2000);
    expect(retryDelayMs({ unavailable: false, retryAfterSeconds: 11 }, 1)).toBeNull();
  });

  it('never when the service refused', () => {
    expect(retryDelayMs({ unavailable: false, retryAfterSeconds: null }, 1)).toBeNull();
  });
});

describe('a confirmation is repeated', () => {
  it('at growing intervals up to half a minute', () => {
    expect([1, 2, 3, 7, 50].map(redeliveryDelayMs)).toEqual([500, 1000, 2000, 30_000, 30_000]);
  });
});
