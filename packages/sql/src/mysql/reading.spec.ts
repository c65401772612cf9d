import { controlOf, isReading } from './reading.js';
import { tokensInEveryEncoding } from './tokens.js';

const reads = (sql: string) => isReading(tokensInEveryEncoding(sql));

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
    expect(controlOf(tokensInEveryEncoding(sql))).toBe(control);
  });
});
