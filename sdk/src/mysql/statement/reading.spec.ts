import { controlOf, isReading } from './reading.js';
import { rowsCallOf } from './rows.js';
import { tokensOf } from './tokens.js';

const reads = (sql: string) => isReading(tokensOf(sql));

describe('a statement of MySQL', () => {
  it.each([
    'SELECT 1',
    "select a, `b` FROM t WHERE c = 'it''s' AND d IN (1, ?) ORDER BY a LIMIT 3;",
    'SELECT COUNT(*) FROM (SELECT a FROM t) x LEFT JOIN y ON (x.a = y.a) WHERE EXISTS (SELECT 1)',
    'SHOW TABLES',
    'DESCRIBE t',
    'EXPLAIN SELECT 1',
  ])('is a read: %s', (sql) => {
    expect(reads(sql)).toBe(true);
  });

  it.each([
    'SELECT 1; DELETE FROM t',
    'SELECT 1 /*! INTO OUTFILE "x" */',
    'SELECT 1 -- x',
    'SELECT 1 # x',
    "SELECT '\\' OR anything() -- '",
    'SELECT anything()',
    'SELECT anything (1)',
    'SELECT `upper`(1)',
    'SELECT shop.upper(1)',
    'SELECT ??(1)',
    'SELECT upper\u00a0(1)',
    'SELECT a INTO @b FROM t',
    'SELECT a FROM t FOR UPDATE',
    'SELECT a FROM t LOCK IN SHARE MODE',
    'SELECT @a := 1',
    'SELECT NEXT VALUE FOR s',
    'EXPLAIN ANALYZE SELECT 1',
    'EXPLAIN DELETE FROM t',
    'DESCRIBE ANALYZE DELETE FROM t',
    'WITH x AS (SELECT 1) SELECT 1',
    'DELETE FROM t',
    'SELECT `caf\u00e9`',
    '',
  ])('is not surely a read: %s', (sql) => {
    expect(reads(sql)).toBe(false);
  });

  it.each([
    ['BEGIN', 'begin'],
    ['start transaction read only;', 'begin'],
    ['SET autocommit = 1', 'begin'],
    ['COMMIT WORK', 'commit'],
    ['ROLLBACK', 'rollback'],
    ['SAVEPOINT a', 'none'],
    ['SET NAMES utf8mb4', 'none'],
    ['SET NAMES gbk', null],
    ['ROLLBACK TO a', 'unclear'],
    ['COMMIT AND CHAIN', 'unclear'],
    ['USE other', 'unclear'],
    ['SET @a = 1', null],
    ['BEGIN; DELETE FROM t', null],
  ])('%s is, for its transaction, %s', (sql, control) => {
    expect(controlOf(tokensOf(sql))).toBe(control);
  });

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
    const call = rowsCallOf(tokensOf(sql), values);
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
    expect(rowsCallOf(tokensOf(sql), values)).toBeNull();
  });
});
