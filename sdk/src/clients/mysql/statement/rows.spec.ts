import { tokensInEveryEncoding } from '#sql/mysql/tokens';
import { rowsCallOf } from './rows.js';

describe('a statement of MySQL', () => {
  it.each([
    [
      "INSERT INTO t (a, `b c`) VALUES (1, 'x'), (-2, ?)",
      [null],
      'rows.insert',
      [
        { a: 1, 'b c': 'x' },
        { a: -2, 'b c': null },
      ],
    ],
    ['UPDATE s.t SET a = ? WHERE b IS NOT NULL AND c <> 3', [true], 'rows.update', { a: true }],
    ['DELETE FROM t WHERE a IN (?, 2)', [1], 'rows.delete', undefined],
  ])('is an operation on rows: %s', (sql, values, path, written) => {
    const call = rowsCallOf(tokensInEveryEncoding(sql), values);
    expect([call?.path, call?.payload.values]).toEqual([path, written]);
  });

  it.each([
    ['UPDATE t SET a = a + 1', []],
    ['UPDATE t SET a = 1 LIMIT 1', []],
    ['UPDATE t, u SET a = 1', []],
    ['UPDATE t SET a = 1, A = 2', []],
    ['UPDATE t SET a = 1 WHERE b = 1 OR c = 1', []],
    ['UPDATE t SET a = 1 WHERE b = ?', [null]],
    ['UPDATE t SET a = ?', [{ b: 1 }]],
    ['UPDATE t SET a = ?', []],
    ['UPDATE t SET a = 1', ['too many']],
    ['INSERT IGNORE INTO t (a) VALUES (1)', []],
    ['INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a = 2', []],
    ['INSERT INTO t (a) VALUES (NOW())', []],
    ['INSERT INTO t (a) VALUES (1.50)', []],
    ["INSERT INTO t (a) VALUES (x'41')", []],
    ["INSERT INTO t (a) VALUES ('a' 'b')", []],
    ['INSERT INTO t (a, b) VALUES (1)', []],
    ['DELETE FROM t; DELETE FROM u', []],
    ['DELETE t FROM t JOIN u', []],
    ['DELETE FROM t WHERE a = 1 RETURNING a', []],
  ])('is known by its text alone: %s', (sql, values) => {
    expect(rowsCallOf(tokensInEveryEncoding(sql), values)).toBeNull();
  });
});
