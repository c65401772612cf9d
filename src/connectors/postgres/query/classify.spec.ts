import { classify } from './classify.js';
import { parse } from './parser.js';

const kindOf = async (sql: string): Promise<string> => {
  const { statements } = await parse(sql);
  const classified = classify(statements);
  return classified.kind === 'write' ? classified.statement.verb : classified.kind;
};
const reasonOf = async (sql: string): Promise<string> => {
  const classified = classify((await parse(sql)).statements);
  return classified.kind === 'irreversible' ? classified.reason : `it is a ${classified.kind}`;
};

describe('a statement that only reads', () => {
  it.each([
    'SELECT 1',
    'select * from customers where id = $1',
    'SELECT',
    'VALUES (1, 2), (3, 4)',
    'TABLE customers',
    'TABLE ONLY customers',
    '/* DELETE FROM t */ SELECT 1 -- ; DROP TABLE t',
    "SELECT 'DELETE FROM t; DROP TABLE t'",
    'SELECT $$UPDATE t SET a = 1$$',
    'SELECT $fn$ DELETE $$ FROM t $fn$',
    "SELECT E'\\'; DELETE FROM t --'",
    `SELECT U&"\\0064\\0065lete" FROM t`,
    'SELECT "delete", "update" FROM "insert into"',
    'SELECT count(*), sum(a) FILTER (WHERE b), max(c) FROM t GROUP BY d HAVING avg(a) > 1 ORDER BY lower(e) DESC LIMIT 5',
    'SELECT abs(a), coalesce(b, 0), nullif(c, 1), greatest(d, e), least(d, e) FROM t',
    'SELECT row_number() OVER (PARTITION BY a ORDER BY b) FROM t WINDOW w AS (ORDER BY c)',
    'SELECT CASE WHEN a THEN 1 ELSE 2 END, a IS NULL, b IS TRUE, NOT c, a BETWEEN 1 AND 2, a IN (1, 2) FROM t',
    "SELECT a LIKE 'x%', a ILIKE $1, a SIMILAR TO 'y', a ~ 'z' FROM t",
    "SELECT '1'::int, CAST(a AS text), a::pg_catalog.int8, b::numeric(10, 2), c::text[], 'customers'::regclass FROM t",
    "SELECT EXTRACT(year FROM a), a AT TIME ZONE 'UTC', date_trunc('day', a), SUBSTRING(b FROM 1 FOR 2), TRIM(c) FROM t",
    'SELECT now(), current_timestamp, current_date, current_user, session_user, localtime',
    'SELECT pg_catalog.lower(a), pg_catalog.count(*) FROM t',
    'SELECT a + b - c * d / e % f ^ 2 || g FROM t',
    'SELECT a OPERATOR(pg_catalog.+) b FROM t',
    'WITH x AS (SELECT 1) SELECT * FROM x',
    'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 9) SELECT * FROM r',
    'WITH x AS MATERIALIZED (SELECT 1), y AS (VALUES (1)) SELECT * FROM x, y',
    'SELECT 1 UNION SELECT 2 EXCEPT SELECT 3 INTERSECT SELECT 4',
    'SELECT * FROM a JOIN b USING (id) LEFT JOIN c ON c.id = a.id CROSS JOIN d NATURAL JOIN e',
    'SELECT * FROM a, LATERAL (SELECT * FROM b WHERE b.id = a.id) l',
    'SELECT * FROM generate_series(1, 3) WITH ORDINALITY g(a, b), unnest(ARRAY[1, 2]) u',
    'SELECT (SELECT max(a) FROM t), EXISTS (SELECT 1 FROM u), ARRAY(SELECT 1), 1 = ANY (SELECT 1), (1, 2) = ROW(1, 2)',
    "SELECT a->'b'->>'c', a[1], a[1:2], (r).f, t.* FROM t",
    'SELECT DISTINCT ON (a) a, b FROM t ORDER BY a, b USING <',
    'SELECT a FROM t GROUP BY GROUPING SETS ((a), ()), ROLLUP (b), CUBE (c)',
    'SELECT json_build_object($1::text, a), jsonb_agg(b ORDER BY c) FROM t',
    'SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a) FROM t',
    'SELECT a COLLATE "C" FROM t OFFSET 2 ROWS FETCH FIRST 3 ROWS ONLY',
    "SELECT 'x'::mood",
    'SHOW search_path',
    'SHOW ALL',
    'EXPLAIN SELECT 1',
    'EXPLAIN ANALYZE SELECT count(*) FROM t',
    'EXPLAIN DELETE FROM t',
    'EXPLAIN (VERBOSE, COSTS off) UPDATE t SET a = 1',
    'SELECT 1;',
    '; SELECT 1 ;',
    'SELECT t.purge FROM t',
  ])('is a read: %s', async (sql) => {
    expect(await kindOf(sql)).toBe('read');
  });
});

describe('a statement that changes rows of one table', () => {
  it.each([
    ['update', 'UPDATE t SET a = 1'],
    ['update', 'UPDATE ONLY public.t AS x SET a = x.a + $1, b = upper(b) WHERE x.id = $2 RETURNING *'],
    ['update', 'UPDATE t SET (a, b) = (1, 2), c[1] = 3, d = DEFAULT'],
    ['update', 'UPDATE t SET (a, b) = (SELECT x, y FROM u WHERE u.id = t.id)'],
    ['update', 'UPDATE t SET a = o.a FROM o WHERE o.id = t.id'],
    ['update', 'UPDATE t SET at = now(), key = gen_random_uuid() WHERE created < now()'],
    ['update', 'WITH x AS (SELECT id FROM u) UPDATE t SET a = 1 WHERE id IN (SELECT id FROM x)'],
    ['update', 'UPDATE t SET a = CASE WHEN b IS DISTINCT FROM c THEN 1 ELSE 2 END'],
    ['update', 'UPDATE "set" SET "where" = 1 WHERE "from" = 2'],
    ['delete', 'DELETE FROM t'],
    ['delete', 'DELETE FROM t WHERE id IN (SELECT id FROM u WHERE lower(name) = $1) RETURNING id, lower(name)'],
    ['delete', 'DELETE FROM t USING u JOIN v USING (id) WHERE t.id = u.id'],
    ['delete', 'delete from only (t) as "from" where "from".id = 1;'],
    ['delete', '-- gone\nDELETE /* all */ FROM t'],
    ['insert', 'INSERT INTO t VALUES (1, DEFAULT, $1)'],
    ['insert', "INSERT INTO t (a, b) VALUES (lower($1), now()), ((SELECT max(a) FROM u), 'x') RETURNING id"],
    ['insert', 'INSERT INTO t DEFAULT VALUES'],
    ['insert', "INSERT INTO t (id) VALUES (nextval('s')), (gen_random_uuid())"],
    ['insert', 'INSERT INTO t (id) OVERRIDING SYSTEM VALUE VALUES (1)'],
    ['insert', 'INSERT INTO t (id) VALUES (1) ON CONFLICT (id) DO NOTHING'],
  ])('is an %s: %s', async (verb, sql) => {
    expect(await kindOf(sql)).toBe(verb);
  });
});

describe('a statement that cannot be undone', () => {
  it.each([
    ['SELECT 1; SELECT 2', /^these are 2 statements/],
    ['SELECT 1; DELETE FROM t', /^these are 2 statements/],
    ['BEGIN; DELETE FROM t; COMMIT', /^these are 3 statements/],
    ['WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x', /DELETE/],
    ['WITH x AS (INSERT INTO t VALUES (1) RETURNING *) SELECT 1', /INSERT/],
    ['WITH x AS (UPDATE t SET a = 1) SELECT 1', /UPDATE/],
    ['WITH x AS (MERGE INTO t USING u ON true WHEN MATCHED THEN DELETE RETURNING *) SELECT 1', /MERGE/],
    ['SELECT * FROM (WITH x AS (DELETE FROM t RETURNING 1) SELECT * FROM x) y', /DELETE/],
    ['SELECT (WITH x AS (DELETE FROM t RETURNING 1) SELECT count(*) FROM x)', /DELETE/],
    ['SELECT 1 UNION (WITH x AS (DELETE FROM t RETURNING 1) SELECT * FROM x)', /DELETE/],
    ['WITH a AS (WITH b AS (DELETE FROM t RETURNING 1) SELECT * FROM b) SELECT * FROM a', /DELETE/],
    ['WITH x AS (DELETE FROM u RETURNING id) UPDATE t SET a = 1', /DELETE/],
    ['WITH x AS (DELETE FROM u RETURNING id) INSERT INTO t VALUES (1)', /DELETE/],
    ['SELECT * INTO copy FROM t', /INTO/],
    ['SELECT 1 INTO TEMP x', /INTO/],
    ['SELECT * FROM t FOR UPDATE', /locks/],
    ['SELECT * FROM t FOR SHARE SKIP LOCKED', /locks/],
    ['SELECT * FROM (SELECT * FROM t FOR NO KEY UPDATE) x', /locks/],
    ['DELETE FROM t WHERE id IN (SELECT id FROM u FOR KEY SHARE)', /locks/],
    ['SELECT charge_customer(1)', /calls charge_customer/],
    ['SELECT app.lower(1)', /calls app.lower/],
    ['SELECT "lower"(1), "LOWER"(1)', /calls LOWER/],
    ['SELECT U&"\\0070urge"()', /calls purge/],
    ['SELECT * FROM purge()', /calls purge/],
    ['SELECT * FROM ROWS FROM (purge(), generate_series(1, 2))', /calls purge/],
    ['SELECT 1 FROM t WHERE purge(id)', /calls purge/],
    ['SELECT 1 FROM t ORDER BY purge(id)', /calls purge/],
    ['SELECT 1 FROM t GROUP BY purge(id)', /calls purge/],
    ['SELECT count(*) FROM t HAVING purge(1)', /calls purge/],
    ['SELECT 1 FROM t LIMIT purge()', /calls purge/],
    ['SELECT 1 FROM t OFFSET purge()', /calls purge/],
    ['SELECT DISTINCT ON (purge()) 1', /calls purge/],
    ['SELECT sum(a ORDER BY purge(b)) FROM t', /calls purge/],
    ['SELECT sum(a) FILTER (WHERE purge(b)) FROM t', /calls purge/],
    ['SELECT sum(a) OVER (PARTITION BY purge(b)) FROM t', /calls purge/],
    ['SELECT 1 FROM t WINDOW w AS (ORDER BY purge(a))', /calls purge/],
    ['SELECT 1 FROM a JOIN b ON purge()', /calls purge/],
    ['SELECT a[purge()] FROM t', /calls purge/],
    ['SELECT CASE purge() WHEN 1 THEN 2 END', /calls purge/],
    ['SELECT ARRAY[1, purge()], ROW(purge())', /calls purge/],
    ['SELECT lower(purge()::text)', /calls purge/],
    ['SELECT lower(VARIADIC ARRAY[purge()])', /calls purge/],
    ['SELECT lower(a => purge())', /calls purge/],
    ['VALUES (purge())', /calls purge/],
    ['SELECT a OPERATOR(app.+) b FROM t', /operator app/],
    ['SELECT a FROM t ORDER BY a USING OPERATOR(app.<)', /operator app/],
    ['SELECT 1 OPERATOR(app.=) ANY (SELECT 1)', /operator app/],
    ["SELECT nextval('s')", /no mere read/],
    ["SELECT setval('s', 1)", /calls setval/],
    ["SELECT currval('s')", /calls currval/],
    ['SELECT gen_random_uuid()', /no mere read/],
    ['SELECT pg_terminate_backend(1)', /pg_terminate_backend/],
    ['SELECT pg_catalog.pg_cancel_backend(1)', /pg_cancel_backend/],
    ['SELECT pg_sleep(10)', /pg_sleep/],
    ['SELECT pg_reload_conf()', /pg_reload_conf/],
    ["SELECT pg_notify('a', 'b')", /pg_notify/],
    ['SELECT pg_advisory_lock(1)', /pg_advisory_lock/],
    ['SELECT pg_try_advisory_xact_lock(1)', /advisory/],
    ["SELECT pg_read_file('/etc/passwd')", /pg_read_file/],
    ["SELECT pg_logical_emit_message(true, 'a', 'b')", /pg_logical/],
    ["SELECT set_config('role', 'x', false)", /set_config/],
    ["SELECT lo_import('/etc/passwd')", /lo_import/],
    ["SELECT lo_create(0), lo_unlink(1), lo_put(1, 0, '')", /lo_create/],
    ["SELECT lo_export(1, '/tmp/x')", /lo_export/],
    ["SELECT * FROM dblink('host=x', 'DELETE FROM t') AS r(a int)", /dblink/],
    ["SELECT dblink_exec('DROP TABLE t')", /dblink_exec/],
    ["SELECT query_to_xml('DELETE FROM t', true, true, '')", /query_to_xml/],
    ["SELECT * FROM ts_stat('SELECT 1')", /ts_stat/],
    ["SELECT ts_rewrite('a'::tsquery, 'SELECT 1')", /ts_rewrite/],
    ["SELECT pg_create_restore_point('x'), txid_current()", /pg_create_restore_point/],
    ['SELECT txid_current()', /txid_current/],
    ['SELECT * FROM t TABLESAMPLE SYSTEM (10)', /sample/],
    ['SELECT * FROM other.public.t', /another database/],
    ['EXPLAIN ANALYZE DELETE FROM t', /EXPLAIN ANALYZE/],
    ['EXPLAIN (ANALYZE) UPDATE t SET a = 1', /EXPLAIN ANALYZE/],
    ['EXPLAIN (ANALYZE off) INSERT INTO t VALUES (1)', /EXPLAIN ANALYZE/],
    ['EXPLAIN SELECT purge()', /calls purge/],
    ["EXPLAIN INSERT INTO t VALUES (nextval('s'))", /no mere read/],
    ['EXPLAIN ANALYZE EXECUTE x', /EXECUTE/],
    ['EXPLAIN ANALYZE CREATE TABLE x AS SELECT 1', /EXPLAIN/],
    ['COPY t TO STDOUT', /COPY/],
    ["COPY t TO PROGRAM 'rm -rf /'", /COPY/],
    ["COPY t FROM '/tmp/x'", /COPY/],
    ['COPY (DELETE FROM t RETURNING *) TO STDOUT', /COPY/],
    ['MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN DELETE', /MERGE/],
    ['TRUNCATE t', /TRUNCATE/],
    ['CALL purge()', /CALL/],
    ['DO $$ BEGIN DELETE FROM t; END $$', /DO /],
    ['PREPARE x AS DELETE FROM t', /PREPARE/],
    ['EXECUTE x(1)', /EXECUTE/],
    ['DEALLOCATE ALL', /session/],
    ['SET role admin', /SET/],
    ['SET SESSION AUTHORIZATION x', /SET/],
    ['RESET ALL', /SET/],
    ['SET standard_conforming_strings = off', /SET/],
    ['BEGIN', /transaction/],
    ["COMMIT PREPARED 'x'", /transaction/],
    ['DECLARE c CURSOR FOR SELECT 1', /cursors/],
    ['FETCH 1 FROM c', /Fetch/],
    ['LOCK TABLE t', /LOCK/],
    ['NOTIFY a', /NOTIFY/],
    ['LISTEN a', /Listen/],
    ['VACUUM', /Vacuum/],
    ['ANALYZE t', /Vacuum/],
    ['CHECKPOINT', /CheckPoint/],
    ['DISCARD ALL', /Discard/],
    ['CREATE TABLE x AS SELECT 1', /CreateTableAs/],
    ['CREATE TABLE x (id int)', /Create/],
    ['CREATE MATERIALIZED VIEW x AS SELECT 1', /CreateTableAs/],
    ['REFRESH MATERIALIZED VIEW x', /RefreshMatView/],
    ["CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", /CreateFunction/],
    ['CREATE INDEX ON t (a)', /Index/],
    ['ALTER TABLE t ADD COLUMN b int', /AlterTable/],
    ['DROP TABLE t', /Drop/],
    ['GRANT ALL ON t TO public', /Grant/],
    ["COMMENT ON TABLE t IS 'x'", /Comment/],
    ["SECURITY LABEL ON TABLE t IS 'x'", /SecLabel/],
    ['INSERT INTO t SELECT * FROM u', /INSERT … SELECT/],
    ['INSERT INTO t (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET a = 1', /ON CONFLICT/],
    ['INSERT INTO t (id) OVERRIDING USER VALUE VALUES (1)', /OVERRIDING/],
    ['INSERT INTO t (a[1]) VALUES (1)', /parts of a column/],
    ['INSERT INTO t VALUES (purge())', /calls purge/],
    ['INSERT INTO t VALUES (1) RETURNING purge()', /calls purge/],
    ['UPDATE t SET a = purge()', /calls purge/],
    ['UPDATE t SET a = 1 WHERE purge()', /calls purge/],
    ['UPDATE t SET a = 1 RETURNING purge()', /calls purge/],
    ['UPDATE t SET a = 1 FROM purge()', /calls purge/],
    ['UPDATE t SET a[purge()] = 1', /calls purge/],
    ['UPDATE t SET (a, b) = (SELECT 1, purge())', /calls purge/],
    ['UPDATE t SET a = 1 WHERE random() < 0.5', /no mere read/],
    ['UPDATE t SET a = 1 WHERE owner = current_user', /who runs it/],
    ["DELETE FROM t WHERE a = current_setting('app.x')", /who runs it/],
    ['DELETE FROM t WHERE CURRENT OF c', /cursor/],
    ['DELETE FROM t WHERE EXISTS (SELECT purge())', /calls purge/],
    ['DELETE FROM other.public.t', /another database/],
    ["SELECT JSON_OBJECT('a': purge())", /./],
    ['SELECT XMLELEMENT(NAME a, purge())', /./],
    ["SELECT * FROM JSON_TABLE('{}', '$' COLUMNS (a int PATH '$'))", /./],
    ["SELECT * FROM XMLTABLE('/a' PASSING b COLUMNS c int) x", /./],
  ])('is irreversible: %s', async (sql, why) => {
    const reason = await reasonOf(sql);
    expect(reason).toMatch(why);
    expect(reason).not.toMatch(/^it is a/);
  });

  it.each([
    ['', 'there is no statement'],
    ['  \n', 'there is no statement'],
    ['SELEKT 1', 'the text is not SQL that PostgreSQL 18 reads: syntax error at or near "SELEKT"'],
    ['SELECT 1 \0; DELETE FROM t', 'the text is not well-formed Unicode'],
    ["SELECT '\ud800'", 'the text is not well-formed Unicode'],
    [`SELECT ${'('.repeat(400)}1${')'.repeat(400)}`, 'the statement is too long or too deep'],
    [`SELECT 1${' + 1'.repeat(4000)}`, 'the statement is too long or too deep'],
    [`SELECT '${'x'.repeat(64_001)}'`, 'the text is longer than 64000 characters'],
  ])('is not taken apart: %j', async (sql, message) => {
    await expect(parse(sql)).rejects.toMatchObject({ name: 'NotParsed', message });
  });

  it('is not there in a text of comments alone', async () => {
    expect(await reasonOf('-- nothing')).toBe('there is no statement');
  });

  it('does not wear the grammar out, however often it is as deep as it may be', async () => {
    const deep = ['SELECT 1', ...Array.from({ length: 1490 }, () => '+ 1')].join(' ');
    const wrong = `${'NOT '.repeat(2900)}SELECT`;
    for (let i = 0; i < 5; i += 1) await parse(deep);
    for (let i = 0; i < 40; i += 1) await expect(parse(wrong)).rejects.toMatchObject({ name: 'NotParsed' });
    await expect(parse(`${deep} + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1`)).rejects.toThrow('too deep');
    expect(await kindOf('SELECT 1')).toBe('read');
  });
});
