import type { Json } from '../../connector.js';
import { isEquivalent } from './equivalent.js';

it.each<[Json, Json]>([
  ['a', 'a'],
  ['a\r\nb ', 'a b'],
  ['\u0065\u0301', '\u00e9'],
  [null, ''],
  [[], null],
  [false, null],
  [
    ['a', { b: 1 }],
    ['a', { b: 1, c: null }],
  ],
  [{ line1: 'a', line2: null }, { line1: 'a' }],
])('%j is what %j says', (sent, answered) => {
  expect(isEquivalent(sent, answered)).toBe(true);
});

it.each<[Json, Json]>([
  ['a', 'A'],
  ['1', 1],
  ['a', null],
  [null, 'a'],
  [
    ['a', 'b'],
    ['b', 'a'],
  ],
  [['a'], ['a', 'b']],
  [{ line1: 'a' }, { line1: 'a', line2: 'b' }],
  [{ a: 1 }, [1]],
  [['a'], 'a'],
])('%j is not what %j says', (sent, answered) => {
  expect(isEquivalent(sent, answered)).toBe(false);
});
