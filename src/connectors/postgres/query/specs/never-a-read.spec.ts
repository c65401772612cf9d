import { sized } from '../../../../../test/support/campaign-size.js';
import fc from '../../../../../test/support/properties.js';
import { parse } from '../parser.js';
import { classify } from '../reading/classify.js';

const RUNS = sized({ short: 300, full: 2_000 });

/** Texts that change, lock or call something, each fit for one kind of place in a larger statement. */
const CALLS = fc.constantFrom(
  'purge()',
  'app.purge(1)',
  '"Lower"(a)',
  "nextval('s')",
  "setval('s', 1)",
  "set_config('a', 'b', false)",
  'pg_advisory_lock(1)',
  'pg_terminate_backend(1)',
  'lo_unlink(1)',
  "dblink_exec('DROP TABLE t')",
  "pg_notify('a', 'b')",
  '(SELECT purge())',
  '(SELECT count(*) FROM purge())',
  '(WITH w AS (DELETE FROM t RETURNING 1) SELECT * FROM w)',
  'a OPERATOR(app.+) b',
  'EXISTS (SELECT 1 FROM t FOR UPDATE)',
);
const TABLES = fc.constantFrom(
  'purge() p',
  'ROWS FROM (purge()) p',
  "dblink('x', 'y') AS p(a int)",
  '(SELECT 1 FROM t FOR SHARE) p',
  '(WITH w AS (INSERT INTO t VALUES (1) RETURNING *) SELECT * FROM w) p',
  'LATERAL (SELECT purge()) p',
  't TABLESAMPLE BERNOULLI (1)',
);
const STATEMENTS = fc.constantFrom(
  'INSERT INTO t VALUES (1)',
  'UPDATE t SET a = 1',
  'DELETE FROM t',
  'MERGE INTO t USING u ON true WHEN MATCHED THEN DELETE',
  'TRUNCATE t',
  'DROP TABLE t',
  'CALL purge()',
  'DO $$ BEGIN END $$',
  'SELECT 1 INTO x',
  "COPY t FROM PROGRAM 'x'",
  'SET role x',
);

const innocent = fc.constantFrom(
  '1',
  'a',
  '$1',
  "'DELETE'",
  'lower(b)',
  'count(*)',
  'now()',
  'a + 1',
  '(SELECT max(x) FROM u)',
);
const space = fc.constantFrom(' ', '\n', ' /* SELECT */ ', ' -- x\n', '\t');

/** An expression with the writing one somewhere inside it. */
const expression = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    CALLS,
    fc.tuple(tie('any'), innocent, space).map(([x, y, s]) => `lower(${y},${s}${x})`),
    fc.tuple(tie('any'), innocent).map(([x, y]) => `(${y} = ${x})`),
    fc.tuple(tie('any'), innocent).map(([x, y]) => `CASE WHEN ${y} THEN 1 ELSE ${x} END`),
    fc.tuple(tie('any'), innocent).map(([x, y]) => `coalesce(${y}, (${x})::text)`),
    tie('any').map((x) => `ARRAY[1, ${x}]`),
    tie('any').map((x) => `ROW(1, ${x})`),
    tie('any').map((x) => `(SELECT 1 FROM u ORDER BY ${x} LIMIT 1)`),
    tie('any').map((x) => `sum(a) FILTER (WHERE (${x})::bool)`),
    tie('any').map((x) => `sum(a) OVER (PARTITION BY ${x})`),
    tie('any').map((x) => `(a IN (1, ${x}))`),
    tie('any').map((x) => `(NOT (${x})::bool)`),
    tie('any').map((x) => `(a)[${x}]`),
    tie('any').map((x) => `(a BETWEEN 1 AND ${x})`),
    tie('any').map((x) => `(SELECT 1 UNION ALL SELECT ${x})`),
  ),
})).any;

const text = fc.oneof(
  fc.tuple(expression, innocent, space).map(([x, y, s]) => `SELECT${s}${y}, ${x}`),
  fc.tuple(expression, space).map(([x, s]) => `SELECT 1 FROM t${s}WHERE ${x} = 1`),
  expression.map((x) => `SELECT 1 FROM t GROUP BY ${x}`),
  expression.map((x) => `SELECT 1 FROM t HAVING (${x})::bool`),
  expression.map((x) => `SELECT 1 FROM t ORDER BY a, ${x} DESC`),
  expression.map((x) => `SELECT 1 FROM t OFFSET ${x}`),
  expression.map((x) => `SELECT 1 FROM t JOIN u ON (${x})::bool`),
  expression.map((x) => `VALUES (1), (${x})`),
  expression.map((x) => `WITH x AS (SELECT ${x}) SELECT * FROM x`),
  expression.map((x) => `EXPLAIN ANALYZE SELECT ${x}`),
  fc.tuple(TABLES, space).map(([x, s]) => `SELECT * FROM u,${s}${x}`),
  TABLES.map((x) => `TABLE u UNION SELECT * FROM ${x}`),
  fc.tuple(STATEMENTS, space).map(([x, s]) => `${s}${x}`),
  fc.tuple(STATEMENTS, space).map(([x, s]) => `SELECT 1;${s}${x}`),
  fc.tuple(STATEMENTS, space).map(([x, s]) => `${x};${s}SELECT 1`),
  STATEMENTS.map((x) => `EXPLAIN ANALYZE ${x}`),
  STATEMENTS.map((x) => `WITH x AS (${x}) SELECT 1`),
);

describe('a text that holds a write', () => {
  it('is never classified as a read, wherever the write hides', async () => {
    let understood = 0;
    await fc.assert(
      fc.asyncProperty(text, async (sql) => {
        const parsed = await parse(sql).catch(() => null);
        if (parsed === null) return;
        understood += 1;
        expect(classify(parsed.statements).kind).not.toBe('read');
      }),
      { numRuns: RUNS },
    );
    expect(understood).toBeGreaterThan(RUNS / 2);
  });
});
