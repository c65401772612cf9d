import { retryDelayMs, retrying } from './call-retry.js';

const failing = (fields: object) => Object.assign(new Error('failed'), fields);
const delay = (error: unknown, isKeyed = false, failures = 1) => retryDelayMs(error, failures, isKeyed, () => 1);

describe('a call that failed', () => {
  it.each([
    ['429', { status: 429 }],
    ['429 of AWS', { $metadata: { httpStatusCode: 429 } }],
    ['429 of Google', { code: 429 }],
    ['429 of Slack', { code: 'slack_webapi_rate_limited_error', retryAfter: 0, statusCode: 429 }],
    ['503 that says when', { status: 503, headers: { 'retry-after': '0' } }],
    ['a refused connection', { code: 'ECONNREFUSED' }],
    ['a refused connection, further down', { cause: { errors: [{ code: 'ECONNREFUSED' }] } }],
  ])('is repeated after %s', (_, fields) => {
    expect(delay(failing(fields))).toBe(500);
  });

  it.each([
    ['400', { status: 400 }],
    ['503 that does not say when', { status: 503 }],
    ['500', { status: 500 }],
    ['an answer that was lost', { code: 'ECONNRESET' }],
    ['an error of its own', {}],
  ])('is not repeated after %s', (_, fields) => {
    expect(delay(failing(fields))).toBeNull();
  });

  it('is repeated more often where the provider knows its key', () => {
    expect(delay(failing({ status: 500 }), true)).toBe(500);
    expect(delay(failing({ detail: { code: 'ECONNRESET' } }), true)).toBe(500);
    expect(delay(failing({ status: 402 }), true)).toBeNull();
  });

  it('waits longer each time, not always as long, and as long as the provider asks for', () => {
    const busy = failing({ status: 429 });
    expect([1, 2, 3, 4].map((failures) => delay(busy, false, failures))).toEqual([500, 1000, 2000, 4000]);
    expect(retryDelayMs(busy, 1, false, () => 0)).toBe(250);
    expect(delay(failing({ status: 429, response: { headers: { 'retry-after': 7 } } }))).toBe(7000);
    expect(delay(failing({ status: 429, headers: new Headers({ 'retry-after': '3600' }) }))).toBeNull();
    const later = new Date(Date.now() + 30_000).toUTCString();
    expect(delay(failing({ status: 503, headers: { 'retry-after': later } }))).toBeGreaterThan(20_000);
  });

  it('is given up after five attempts, with the error as it is', async () => {
    const busy = failing({ status: 429, headers: { 'retry-after': '0' } });
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      throw busy;
    };
    const pauses: number[] = [];
    await expect(retrying(attempt, false, async (pause) => pauses.push(pause))).rejects.toBe(busy);
    expect(attempts).toBe(5);
    expect(pauses).toHaveLength(4);
  });
});
