import pg from 'pg';
import { toJsonValue } from './json-value.js';

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

describe('a parameter as JSON', () => {
  it.each([
    ['a\\b"c', 'a\\b"c'],
    [1.5, 1.5],
    [-0, 0],
    [Number.NaN, 'NaN'],
    [2 ** 53, '9007199254740992'],
    [1e300, '1e+300'],
    [10n ** 20n, '100000000000000000000'],
    [true, true],
    [undefined, null],
    [null, null],
    [new Date('0099-12-31T12:00:00Z'), expect.stringMatching(/^0099-12-31T/)],
    [new Date('-000005-06-01T12:00:00Z'), expect.stringMatching(/^0006-06-01T.* BC$/)],
    [new Date('+012345-06-01T12:00:00Z'), expect.stringMatching(/^12345-06-01T/)],
    [
      { a: new Date(0), b: undefined, c: Number.NaN },
      { a: '1970-01-01T00:00:00.000Z', c: null },
    ],
    [
      ['a', [1, null]],
      ['a', [1, null]],
    ],
    [{ toPostgres: (prepare: (value: unknown) => unknown) => prepare([1]) }, [1]],
  ])('%p reaches the server as it would from pg', (value, json) => {
    expect(toJsonValue(value)).toEqual(json);
    expect(prepareValue(toJsonValue(value))).toEqual(prepareValue(value));
  });

  it('holds bytes as the text form of bytea', () => {
    expect(toJsonValue(Buffer.from([0, 171]))).toBe('\\x00ab');
    expect(toJsonValue(new Uint16Array([1]).subarray(0, 1))).toBe('\\x0100');
    expect(prepareValue(toJsonValue([Buffer.from([0, 171])]))).toBe('{"\\\\x00ab"}');
  });
});
