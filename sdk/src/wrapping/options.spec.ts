import { pathMatcher, wrapSettings } from './options.js';

const OPERATIONS = ['rows.insert', 'rows.update', 'rows.delete', 'query'];
const settings = (options: object) => wrapSettings({ connector: 'postgres', ...options }, OPERATIONS);

describe('wrap options', () => {
  it('default to polling every two seconds for a day, and gate nothing themselves', () => {
    const { pollIntervalMs, timeoutMs, requiresApproval } = settings({});
    expect({ pollIntervalMs, timeoutMs }).toEqual({ pollIntervalMs: 2000, timeoutMs: 86_400_000 });
    expect(requiresApproval('postgres.query')).toBe(false);
  });

  it.each([
    { pollIntervalMs: 999 },
    { pollIntervalMs: Number.NaN },
    { pollIntervalMs: Number.POSITIVE_INFINITY },
    { timeoutMs: 4999 },
    { holdLocksMs: 4999 },
    { timeoutMs: 2 ** 31 },
    { timeoutMs: '6000' },
    { requiresApproval: 'rows.delete' },
    { requiresApproval: ['rows.drop'] },
    { requiresApproval: ['mysql.*'] },
    { requiresApproval: ['postgres.rows'] },
    { requiresApproval: [''] },
    { retryable: ['rows.insert'] },
    { retryable: [1] },
    { onUnavailable: 'ignore' },
    { onUnavailable: true },
    { onUnavailable: null },
    { redact: ['values.secret'] },
    { logReads: true },
  ])('refuse %p', (options) => {
    expect(() => settings(options)).toThrow(expect.objectContaining({ name: 'WrapOptionsError' }));
  });

  it('refuse calls while the service is away, unless they say otherwise', () => {
    const asked = [{}, { onUnavailable: 'refuse' }, { onUnavailable: 'allow' }].map(settings);
    expect(asked.map(({ allowsUnreachable }) => allowsUnreachable)).toEqual([false, false, true]);
  });

  it('accept the least durations and an empty retryable', () => {
    expect(settings({ pollIntervalMs: 1000, timeoutMs: 5000, retryable: [] })).toMatchObject({ pollIntervalMs: 1000 });
  });

  it.each([
    [['rows.delete'], ['postgres.rows.delete']],
    [
      ['postgres.rows.delete', 'query'],
      ['postgres.rows.delete', 'postgres.query'],
    ],
    [['rows.*'], ['postgres.rows.insert', 'postgres.rows.update', 'postgres.rows.delete']],
    [['*.insert'], ['postgres.rows.insert']],
    [['*'], OPERATIONS.map((operation) => `postgres.${operation}`)],
    [['postgres.*'], OPERATIONS.map((operation) => `postgres.${operation}`)],
  ])('read the paths %p as %p', (requiresApproval, gated) => {
    const names = OPERATIONS.map((operation) => `postgres.${operation}`);
    expect(names.filter(settings({ requiresApproval }).requiresApproval)).toEqual(gated);
  });

  it('match whole segments only', () => {
    expect(pathMatcher('row*', 'postgres')('postgres.rows.insert')).toBe(false);
    expect(pathMatcher('rows.insert.all', 'postgres')('postgres.rows.insert')).toBe(false);
  });
});
