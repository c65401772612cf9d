import { bounded } from './bounded.js';

const row = { text: 'x'.repeat(1_000) };
const many = (count: number) => Array.from({ length: count }, () => row);

describe('bounded', () => {
  it('keeps an answer that fits as it is', () => {
    expect(bounded({ rows: many(10) }, true)).toEqual({ rows: many(10) });
  });

  it.each([
    ['a list', many(900), 'items'],
    ['a page of a list', { object: 'list', data: many(900) }, 'data'],
    ['a list within an answer', { status: 200, data: { total_count: 900, items: many(900) } }, 'data'],
  ])('keeps the first rows of %s that a read answers, and says that it is truncated', (_, answer, member) => {
    const kept = bounded(answer, true) as Record<string, unknown>;
    expect(kept).toMatchObject({ truncated: true, [member]: expect.anything() });
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan(256 * 1024);
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeGreaterThan(250 * 1024);
  });

  it.each([
    ['a write', { rows: many(900) }, false],
    ['one large text', { text: 'x'.repeat(300_000) }, true],
    ['a text that PostgreSQL cannot store', { text: '\0' }, true],
  ])('keeps the size and the hash of %s', (_, answer, isRead) => {
    expect(bounded(answer, isRead)).toEqual({
      unrepresentable: true,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      bytes: expect.any(Number),
    });
  });
});
