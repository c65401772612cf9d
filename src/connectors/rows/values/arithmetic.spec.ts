import { addedBy, isExactIn } from './arithmetic.js';
import { minus, negated } from './decimal.js';

describe('a sum in SQL', () => {
  it.each([
    ['n + 5', 'n', '5'],
    ["n + '5'", 'n', '5'],
    ['n - 5.25', 'n', '-5.25'],
    ['n - -5', 'n', '5'],
    ['-5 + n', 'n', '-5'],
    ['( N+5 )', 'n', '5'],
    ['t.n + 5', 'n', '5'],
    ['"t"."a""b" + 5', 'a"b', '5'],
    ['`t`.`a``b` + 5', 'a`b', '5'],
  ])('%s adds to %s: %s', (sql, column, added) => {
    expect(addedBy(sql, column)).toBe(added);
  });

  it.each([
    'n',
    '5',
    'm + 5',
    'm.n + o',
    '"N" + 5',
    'n + 5 + 1',
    'n * 5',
    '5 - n',
    'n + 5; x',
    'abs(n) + 5',
    'n + 1e3',
  ])('%s adds no constant to n', (sql) => {
    expect(addedBy(sql, 'n')).toBeNull();
  });

  it.each<[string, string, boolean]>([
    ['integer', '5', true],
    ['integer', '0.5', false],
    ['int(11) unsigned', '-5', true],
    ['int(5) unsigned zerofill', '5', false],
    ['numeric(10,2)', '0.05', true],
    ['decimal(10,2)', '0.005', false],
    ['numeric', '0.005', true],
    ['bigint', '0', false],
    ['double precision', '5', false],
    ['float', '5', false],
    ['tinyint(1)', '1', true],
    ['numeric(3,-2)', '100', false],
    ['interval', '5', false],
  ])('a column of type %s holds sums with %s exactly: %s', (type, added, isExact) => {
    expect(isExactIn(type, added)).toBe(isExact);
  });

  it.each([
    ['10.00', '5', '5.00'],
    ['0.05', '0.10', '-0.05'],
    ['9007199254740993', '-1', '9007199254740994'],
    ['-1', '-1', '0'],
    ['0.5', '0.50', '0.00'],
  ])('%s minus %s is %s', (a, b, difference) => {
    expect(minus(a, b)).toBe(difference);
  });

  it('a number is negated without a negative zero, and what is no number is refused', () => {
    expect([negated('5'), negated('-0.5'), negated('0')]).toEqual(['-5', '0.5', '0']);
    expect(() => minus('1e3', '1')).toThrow(RangeError);
  });
});
