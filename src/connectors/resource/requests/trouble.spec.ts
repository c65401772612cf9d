import { EgressForbiddenError } from '../../../platform/egress/egress.js';
import { retryAfterOf, troubleOf } from './trouble.js';

const kind = (error: unknown) => troubleOf(error).kind;

describe('an error of a provider', () => {
  it.each([
    ['octokit', { status: 503 }],
    ['stripe', { statusCode: 500 }],
    ['an AWS client', { $metadata: { httpStatusCode: 502 } }],
    ['gaxios', { response: { status: 429 } }],
    ['gaxios, as text', { code: '408' }],
    ['fetch', new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) })],
    ['a timeout', new DOMException('timed out', 'TimeoutError')],
    ['wrong JSON', new SyntaxError('Unexpected token')],
  ])('of %s is temporary', (_, error) => expect(kind(error)).toBe('unavailable'));

  it.each([400, 401, 403, 409, 412, 422])('with status %d is a refusal', (status) =>
    expect(kind({ status })).toBe('refused'),
  );

  it.each([404, 410])('with status %d means that the resource is absent', (status) =>
    expect(kind({ status })).toBe('absent'),
  );

  it('is a refusal when this installation forbids the connection', () => {
    const cause = new EgressForbiddenError('10.0.0.1 is not a public host');
    const trouble = troubleOf(new TypeError('fetch failed', { cause }));
    expect(trouble).toEqual({ kind: 'refused', sentence: expect.stringContaining('10.0.0.1 is not a public host') });
  });

  it('means what the provider says it means', () => {
    expect(troubleOf({ status: 400 }, () => 'absent')).toEqual({ kind: 'absent' });
  });

  it('is reported in one line without control characters', () => {
    const trouble = troubleOf({ status: 400, message: `bad\n\u202Einput ${'x'.repeat(1_000)}` });
    expect(trouble).toMatchObject({
      sentence: expect.stringMatching(/^the provider answered 400: bad input x{1000}$/),
    });
  });

  it('may say when to try again, in seconds or as a date, a minute at most', () => {
    const waitFor = (value: string) => retryAfterOf({ headers: { 'retry-after': value } }, Date.UTC(2026, 0, 1));
    expect(waitFor('3')).toBe(3_000);
    expect(waitFor('Thu, 01 Jan 2026 00:00:05 GMT')).toBe(5_000);
    expect(waitFor('Wed, 31 Dec 2025 00:00:00 GMT')).toBe(0);
    expect(waitFor('86400')).toBe(60_000);
    expect(waitFor('soon')).toBeNull();
    expect(waitFor('')).toBeNull();
    expect(retryAfterOf({ response: { headers: new Headers({ 'retry-after': '2' }) } })).toBe(2_000);
    expect(retryAfterOf(new Error('none'))).toBeNull();
  });
});
