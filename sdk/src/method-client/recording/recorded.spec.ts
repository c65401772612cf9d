import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Json } from '../../json.js';
import { canonicalJson } from '../../wire/canonical-json.js';
import { rebuild } from './rebuild.js';
import { record } from './recorded.js';

const digest = (content: string | Buffer) => ({
  $sha256: createHash('sha256').update(content).digest('hex'),
  $size: Buffer.byteLength(content),
});
const jsonOf = (value: unknown) => record(value).json;

describe('the record of a value', () => {
  it('is the value itself where JSON holds it', () => {
    const value = { text: 'ä', number: 1.5, no: false, nothing: null, list: [1, { deep: [] }], gone: undefined };
    expect(jsonOf(value)).toEqual({ text: 'ä', number: 1.5, no: false, nothing: null, list: [1, { deep: [] }] });
  });

  it('is the whole of small bytes, and digest and size of large ones and of large texts', () => {
    const large = Buffer.alloc(65_537, 'a');
    expect(jsonOf({ small: Buffer.from([0, 255]), view: new Uint8Array([1]), large, text: large.toString() })).toEqual({
      small: { $base64: 'AP8=' },
      view: { $base64: 'AQ==' },
      large: digest(large),
      text: digest(large),
    });
  });

  it('describes a value that JSON cannot hold', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const value = { at: new Date(0), big: 2n ** 64n, nan: Number.NaN, call: Math.max, stream: new Readable(), circle };
    expect(jsonOf(value)).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      big: '18446744073709551616',
      nan: 'NaN',
      call: '[function max]',
      stream: { $object: 'Readable' },
      circle: { self: '[circular]' },
    });
  });

  it("stays within the service's limits: NUL, half a surrogate pair, depth, number of keys, size", () => {
    expect(jsonOf({ nul: 'a\0', half: '\ud800' })).toEqual({ nul: digest('a\0'), half: digest('\ud800') });
    expect(jsonOf({ '\0': 1 })).toEqual(digest(JSON.stringify({ '\0': 1 })));
    let deep: unknown = 'end';
    for (let level = 0; level < 100; level += 1) deep = { deep };
    expect(canonicalJson(jsonOf(deep)).split('{').length).toBeLessThan(30);
    const wide = { id: 'x', list: Array.from({ length: 20_000 }, (_, n) => ({ n })) };
    expect(jsonOf(wide)).toEqual({ id: 'x', list: digest(JSON.stringify(wide.list)) });
    const long = { id: 'x', list: Array.from({ length: 40 }, () => 'y'.repeat(20_000)) };
    expect(canonicalJson(jsonOf(long)).length).toBeLessThan(200_000);
    expect(jsonOf(long)).toMatchObject({ id: 'x' });
  });

  it('leaves out redacted members', () => {
    const redacted = record({ card: { number: '4242', name: 'Ada' } }, (path) => path.join('.') === 'card.number');
    expect(redacted.json).toEqual({ card: { number: '[redacted]', name: 'Ada' } });
  });
});

describe('the edit of an approver', () => {
  const body = Buffer.alloc(70_000, 'b');
  const inner = { kept: new Map([[1, 2]]), at: new Date(0) };
  const original = { name: 'Ada', tags: ['a', 'b'], body, bytes: Buffer.from([0]), secret: 's3cr3t', inner };
  const recorded = record(original, ([name]) => name === 'secret');
  const edit = (change: object) => rebuild(original, recorded, { ...(recorded.json as object), ...change } as Json);

  it('is the caller’s own object when nothing was edited', () => {
    expect(rebuild(original, recorded, structuredClone(recorded.json))).toBe(original);
  });

  it('keeps the caller’s own values beside an edit', () => {
    const edited = edit({ name: 'Bea', tags: ['a', 'c', 'd'] }) as typeof original;
    expect(edited).toEqual({ ...original, name: 'Bea', tags: ['a', 'c', 'd'] });
    expect(edited.body).toBe(body);
    expect(edited.inner).toBe(inner);
  });

  it('keeps the kind of a value: bytes, dates', () => {
    const bytes = { $base64: 'AQ==' };
    expect(edit({ bytes })).toMatchObject({ bytes: Buffer.from([1]) });
    expect(edit({ inner: { ...Object(recorded.json).inner, at: '1970-01-02T00:00:00.000Z' } })).toMatchObject({
      inner: { at: new Date(86_400_000), kept: inner.kept },
    });
  });

  it.each([
    ['another digest', { body: { $sha256: 'f'.repeat(64), $size: 70_000 } }],
    ['a text for a digest', { body: 'text' }],
    ['another secret', { secret: 'mine' }],
    ['a digest of nothing that the caller has', { name: { $sha256: 'f'.repeat(64) } }],
    ['a secret elsewhere', { name: '[redacted]' }],
    ['a collection', { inner: { kept: [], at: '1970-01-01T00:00:00.000Z' } }],
    ['the removal of what cannot be seen', { inner: {} }],
  ])('is refused when it is %s', (_, change) => {
    expect(() => edit(change)).toThrow(expect.objectContaining({ code: 'approved-payload-invalid' }));
  });

  it('is refused when it leaves a secret out', () => {
    const { secret: _, ...rest } = recorded.json as Record<string, Json>;
    expect(() => rebuild(original, recorded, rest)).toThrow('/secret');
  });
});
