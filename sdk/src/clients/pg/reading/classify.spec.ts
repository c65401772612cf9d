import { classify } from './classify.js';
import { loadParser, type SqlParser } from './parser.js';

let parser: SqlParser;
beforeAll(async () => {
  parser = await loadParser();
});

describe('SQL that reads', () => {
  it.each([
    '',
    ' -- nothing',
    'select 1',
    'values (1), (2)',
    'table customers',
    'select count(*), max(credit) from customers group by name having sum(credit) > 1',
    "select lower(name), date_trunc('day', now()), coalesce(a, 1), extract(year from b), substring(c from 1 for 2) from t",
    "select jsonb_build_object('a', json_agg(x)) from (select 1 x) t",
    'select row_number() over (order by id), current_user, current_timestamp from t',
    'with recursive r as (select 1 union all select 2) select * from r join generate_series(1, 3) g on true',
    'select pg_catalog.now(), gen_random_uuid(), pg_sleep(0)',
    'show search_path',
    'explain analyze select 1',
    'explain (analyze, buffers) select count(*) from t',
    'declare c cursor for select * from t',
    'fetch 10 from c',
    'close c',
    'listen channel',
    'copy customers to stdout',
    'copy (select 1) to stdout',
    'select 1; select 2',
  ])('passes: %s', (sql) => {
    expect(classify(parser, sql).kind).toBe('read');
  });
});

describe('SQL that may write', () => {
  it.each([
    'SELECT * FROM customers WHERE id = $1 FOR UPDATE',
    'explain delete from customers',
    'lock table t',
    "select ts_rewrite('a'::tsquery, 'select purge()')",
    'select json_populate_record(t, $1) from t',
    'insert into t (a) values (1)',
    'update t set a = 1',
    'delete from t',
    'with gone as (delete from t returning *) select * from gone',
    'select * from (with x as (insert into t (a) values (1) returning a) select a from x) y',
    'select * into copy from t',
    'create table copy as select 1',
    'select charge_customer(1)',
    'select myschema.now()',
    'select * from charge_customer(1)',
    'select 1 from t where purge()',
    'select 1 order by purge()',
    "select nextval('s')",
    "select setval('s', 1)",
    "select set_config('search_path', 'x', false)",
    "select lo_unlink(1), dblink('x')",
    "select pg_notify('a', 'b')",
    "select query_to_xml('delete from t', true, true, '')",
    'explain analyze delete from t',
    'explain (analyze) execute x',
    'explain select charge_customer(1)',
    'truncate t',
    'drop table t',
    'alter table t add column b int',
    'merge into t using s on t.id = s.id when matched then delete',
    'do $$ begin delete from t; end $$',
    'call purge()',
    'execute x',
    'prepare x as delete from t',
    'grant all on t to public',
    'copy t from stdin',
    "copy t to '/tmp/x'",
    "copy t to program 'sh'",
    'copy (delete from t returning *) to stdout',
    'notify channel',
    'vacuum',
    'discard all',
    'discard temp',
    'declare c cursor for select purge()',
    'refresh materialized view v',
    'selekt 1',
    'select 1; delete from t',
    'create function f() returns int language sql as $$ select 1 $$',
  ])('is gated: %s', (sql) => {
    expect(classify(parser, sql).kind).toBe('write');
  });
});

describe('SQL about the session', () => {
  it.each([
    ['begin', [{ type: 'begin', chained: false }]],
    ['start transaction isolation level serializable', [{ type: 'begin', chained: false }]],
    ['commit', [{ type: 'commit', chained: false }]],
    ['end', [{ type: 'commit', chained: false }]],
    ['commit and chain', [{ type: 'commit', chained: true }]],
    ['rollback', [{ type: 'rollback', chained: false }]],
    ['abort', [{ type: 'rollback', chained: false }]],
    ['savepoint A', [{ type: 'savepoint', name: 'a' }]],
    ['release a', [{ type: 'release', name: 'a' }]],
    ['rollback to a', [{ type: 'rollback-to', name: 'a' }]],
    ['set search_path to other', [{ type: 'names' }]],
    ["set schema 'other'", [{ type: 'names' }]],
    ['set local role other', [{ type: 'names' }]],
    ['reset all', [{ type: 'names' }]],
    [
      'begin; select 1; commit',
      [
        { type: 'begin', chained: false },
        { type: 'commit', chained: false },
      ],
    ],
  ])('is followed: %s', (sql, effects) => {
    expect(classify(parser, sql)).toMatchObject({ kind: 'session', effects });
  });

  it.each([
    "prepare transaction 'a'",
    "commit prepared 'a'",
    "rollback prepared 'a'",
    'begin; delete from t; commit',
    'select 1 \0; delete from t',
  ])('is refused: %s', (sql) => {
    expect(classify(parser, sql).kind).toBe('refused');
  });
});

describe('a setting', () => {
  const asks = (sql: string) => {
    const classified = classify(parser, sql);
    return classified.kind === 'session' && classified.asks;
  };
  it.each([
    'set statement_timeout = 1000',
    'set standard_conforming_strings = on',
    "set client_encoding = 'UTF8'",
    'set transaction isolation level serializable',
    'set session characteristics as transaction read only',
    'set local search_path to other',
    'set time zone 1',
  ])('of the client itself passes: %s', (sql) => expect(asks(sql)).toBe(false));

  it.each([
    'set standard_conforming_strings = off',
    "set client_encoding = 'SJIS'",
    "set names 'GBK'",
    'set role other',
    'reset role',
    'reset all',
    'set session authorization other',
    'set session_replication_role = replica',
    "set local app.tenant = '7'",
    'set backslash_quote = on; select 1',
    'begin; set local role other; commit',
  ])('that changes rights or what statements do is asked for: %s', (sql) => expect(asks(sql)).toBe(true));
});
