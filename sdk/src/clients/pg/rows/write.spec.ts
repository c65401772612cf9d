import { classify } from '../reading/classify.js';
import { loadParser, type SqlParser } from '../reading/parser.js';
import { toWrite } from './write.js';

let parser: SqlParser;
beforeAll(async () => {
  parser = await loadParser();
});

function write(sql: string, values: unknown[] = [], namesChanged = false) {
  const classified = classify(parser, sql);
  if (classified.kind !== 'write') throw new Error(`not a write: ${sql}`);
  return toWrite(classified.statement, { parser, sql, values, namesChanged });
}

describe('INSERT', () => {
  it.each([
    [
      'insert into Customers (Id, "Name") values ($1, \'Ada\')',
      [7],
      { table: 'customers', values: { id: 7, Name: 'Ada' } },
    ],
    ['insert into sales.t (a, b) values (1.5, default)', [], { table: 'sales.t', values: { a: 1.5 } }],
    ['insert into t (a) values (1), ($1), (null)', [-2], { table: 't', values: [{ a: 1 }, { a: -2 }, { a: null }] }],
    ["insert into t (a, b) values ($1::int, '{}'::jsonb)", ['5'], { table: 't', values: { a: '5', b: '{}' } }],
    ['insert into t (a, b) values (0, false)', [], { table: 't', values: { a: 0, b: false } }],
    ['insert into t default values', [], { table: 't', values: {} }],
    ['insert into t (a) values (12345678901234567890)', [], { table: 't', values: { a: '12345678901234567890' } }],
    [
      'insert into t (a, b, c) values ($1, $2, $3)',
      [Buffer.from('hi'), 9n, undefined],
      { table: 't', values: { a: '\\x6869', b: '9', c: null } },
    ],
    ['insert into t (a) values ($1)', [{ deep: [1] }], { table: 't', values: { a: { deep: [1] } } }],
  ])('%s is rows.insert', (sql, values, payload) => {
    expect(write(sql, values)).toMatchObject({
      operation: 'rows.insert',
      operationType: 'CREATE',
      payload,
      alias: null,
      returning: null,
    });
  });

  it.each([
    'insert into t values (1)',
    'insert into t (a) values (now())',
    'insert into t (a) values ((select 1))',
    'insert into t (a) select 1',
    'insert into t (a) values (1) on conflict do nothing',
    'with x as (select 1) insert into t (a) values (1)',
    'insert into t (a) overriding system value values (1)',
    'insert into t (a[1]) values (1)',
    "insert into t (a) values ('abc'::varchar(2))",
    "insert into t (a) values ('007'::int)",
    'insert into t (a) values (1) returning purge()',
    'insert into t (a) values (1) returning with (old as o) o.a',
    'insert into t (a) values ($1)',
    'insert into "a.b" (a) values (1)',
  ])('%s is reported as SQL', (sql) => {
    expect(write(sql)).toMatchObject({ operation: 'query', operationType: 'EXECUTE', payload: { sql, values: [] } });
  });
});

describe('UPDATE and DELETE', () => {
  const date = new Date('2026-01-02T03:04:05.678Z');
  it.each([
    ['a = 1', [], { a: 1 }],
    ['a = $1 and b = $2', ['x', true], { a: 'x', b: true }],
    ['a in (1, $1)', [2], { a: { in: [1, 2] } }],
    ['a = any($1)', [[1, 2]], { a: { in: [1, 2] } }],
    ['a = any($1::int[])', [[]], { a: { in: [] } }],
    ["a = any(array['x', 'y'])", [], { a: { in: ['x', 'y'] } }],
    ['a <> 1 and a > 0 and a <= 9', [], { a: { neq: 1, gt: 0, lte: 9 } }],
    [
      'a between 1 and 2 and b is null and c is not null',
      [],
      { a: { gte: 1, lte: 2 }, b: { null: true }, c: { null: false } },
    ],
    ["a like 'x%' and (b < 1 and c >= 2)", [], { a: { like: 'x%' }, b: { lt: 1 }, c: { gte: 2 } }],
    ['t.a = 1', [], { a: 1 }],
    ['a = $1::uuid', ['0190-…'], { a: '0190-…' }],
  ])('where %s is matched', (where, values, match) => {
    expect(write(`delete from t where ${where}`, values)).toMatchObject({
      operation: 'rows.delete',
      payload: { table: 't', match },
    });
    expect(write(`update t set z = 1 where ${where}`, values).payload).toEqual({ table: 't', match, values: { z: 1 } });
  });

  it.each([
    ['a = 1 or b = 2', []],
    ['not a = 1', []],
    ['a = b', []],
    ['lower(a) = 1', []],
    ['a + 1 = 2', []],
    ['a = (select 1)', []],
    ['exists (select 1 from u)', []],
    ['a = $1', [null]],
    ['a = $1', [{ a: 1 }]],
    ['a in (1, null)', []],
    ['a not in (1)', []],
    ['a ilike $1', ['x']],
    ["a like 'x!%' escape '!'", []],
    ['a = 1 and a = 2', []],
    ['a = 1 and a > 0', []],
    ['a > 1 and a > 2', []],
    ['u.a = 1', []],
    ['a < $1::timestamptz', ['2026-01-01 00:00']],
    ['a = $1::date', ['2026-01-01']],
    ['a = $1::mood', ['glad']],
    ['a = $1', [Buffer.from('x')]],
    ["a = 'x'::text", []],
    ['a between symmetric 2 and 1', []],
    ['a is distinct from 1', []],
    ['(a, b) = (1, 2)', []],
    ['current of c', []],
    ['a operator(pg_catalog.=) 1', []],
    ['a = $2', [1]],
    ["a ~ 'x'", []],
  ])('where %s is reported as SQL', (where, values) => {
    expect(write(`delete from t where ${where}`, values).operation).toBe('query');
    expect(write(`update t set z = 1 where ${where}`, values).operation).toBe('query');
  });

  it('without WHERE matches every row', () => {
    expect(write('delete from t').payload).toEqual({ table: 't', match: {} });
  });

  it('names the columns whose new value is an expression, with its parameters inlined', () => {
    const sql = "update t as c set credit = c.credit + $1, seen = now(), note = $2, tag = 'it''s' || $3 where c.id = 7";
    expect(write(sql, [5, date, "a\\b'c"])).toMatchObject({
      operation: 'rows.update',
      alias: 'c',
      payload: {
        match: { id: 7 },
        values: {
          credit: "c.credit + '5'",
          seen: 'now()',
          note: expect.stringMatching(/^2026-01-02T\d\d:04:05\.678[+-]\d\d:\d\d$/),
        },
        expressions: ['credit', 'seen', 'tag'],
      },
    });
  });

  it.each([
    'update t set a = (select 1)',
    'update t set a = purge()',
    'update t set a = default',
    'update t set (a, b) = (1, 2)',
    'update t set a = 1 from u where t.id = u.id',
    'with x as (select 1) update t set a = 1',
    'update only t set a = 1',
    'update t set a.b = 1',
    'delete from t using u where t.id = u.id',
    'delete from only t',
    'delete from t returning purge()',
  ])('%s is reported as SQL', (sql) => {
    expect(write(sql).operation).toBe('query');
  });

  it('keeps what the agent wants returned', () => {
    expect(write('update t set a = 1 where id = 1 returning id, a * $1 as twice, t.*', [2])).toMatchObject({
      returning: expect.stringContaining("a * '2' AS twice"),
    });
  });

  it('is described as SQL when a bare name may mean another table', () => {
    expect(write('delete from t', [], true).operation).toBe('query');
    expect(write('delete from s.t', [], true).operation).toBe('rows.delete');
  });
});

describe('SQL that is asked for as it stands', () => {
  const ALL = ['rows.insert', 'rows.update', 'rows.delete'];
  it.each([
    ['delete from t where a = 1 or b = 2', ['rows.delete']],
    ['truncate t', ['rows.delete']],
    ['with d as (delete from t returning *) insert into u (a) select a from d', ['rows.insert', 'rows.delete']],
    ['with d as (delete from t returning *) select * from d', ['rows.delete']],
    ['insert into t (a) values (1) on conflict (a) do update set a = 2', ['rows.insert', 'rows.update']],
    ['merge into t using s on t.id = s.id when matched then delete', ALL],
    ['explain analyze delete from t', ['rows.delete']],
    ['update t set a = 1 where a = 1 or b = 2', ['rows.update']],
    ['select purge()', ALL],
    ['delete from t where purge() or a = 1', ALL],
    ['call purge()', ALL],
    ['do $$ begin end $$', ALL],
    ['drop table t', ALL],
    ['execute x', ALL],
    ['select * from t for update', []],
    ['lock table t', []],
    ['notify news', []],
    ['copy t from stdin', ['rows.insert']],
    ['selekt', ALL],
  ])('may do what its parts do: %s', (sql, operations) => {
    expect(write(sql)).toMatchObject({ operation: 'query', mayDo: operations });
  });

  it('is described by its beginning, size and hash when it is too large', () => {
    const sql = `insert into t (a) values ${'(1),'.repeat(60_000)}(1)`;
    expect(write(sql)).toMatchObject({
      operation: 'query',
      mayDo: ['rows.insert'],
      payload: {
        sql: sql.slice(0, 4_000),
        unrepresentable: true,
        bytes: expect.any(Number),
        sha256: expect.any(String),
      },
    });
  });
});
