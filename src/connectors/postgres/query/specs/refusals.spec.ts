import { postgres } from '../../postgres.connector.js';
import { reasonOf } from '../../specs/postgres.testkit.js';
import { type QueryWorld, startQueryWorld } from './query.testkit.js';

describe('a free statement of which little can be undone', () => {
  let own: QueryWorld;
  beforeAll(async () => {
    own = await startQueryWorld();
  });
  afterAll(() => own.stop());
  beforeEach(() => own.reset());
  const state: QueryWorld['state'] = (...all) => own.state(...all);
  const capture: QueryWorld['capture'] = (...all) => own.capture(...all);
  const perform: QueryWorld['perform'] = (...all) => own.perform(...all);
  const undo: QueryWorld['undo'] = (...all) => own.undo(...all);

  it('that only reads has nothing to undo', async () => {
    const effect = await perform('SELECT count(*) FROM customers WHERE id > $1', [0]);
    expect(effect.snapshot).toEqual({ onlyReads: true });
    expect(postgres.plan(effect)).toEqual({ class: 'exact', calls: [], remains: [], reason: null });
    expect(
      postgres.describeChange?.({ apiName: 'postgres.query', payload: effect.payload }, effect.snapshot ?? {}),
    ).toEqual([]);
    expect(await undo(effect)).toEqual({ outcome: 'done', detail: 'the statement only read', items: [] });
    for (const sql of [
      'WITH x AS (SELECT 1 AS a) SELECT a FROM x',
      'SELECT relname FROM pg_class',
      'SELECT * FROM pg_stat_activity',
    ]) {
      expect((await capture(sql)).captured).toBe(true);
    }
  });

  it.each<[string, string]>([
    ['TRUNCATE orders', 'the statement cannot be undone: TRUNCATE leaves no rows to compare'],
    [
      'DELETE FROM orders; SELECT 1',
      'the statement cannot be undone: these are 2 statements, which run one after another',
    ],
    ['DELETE FROM nobody', 'there is no table nobody'],
    ['SELECT * FROM nobody', 'there is no relation nobody'],
    [
      'SELECT orders.pg_restore_relation_stats FROM orders',
      'pg_restore_relation_stats is also a function in this database, which may be called as if it were a column',
    ],
    [
      'UPDATE customers SET id = id + 1',
      'the call changes the primary key column id, so its rows could not be found again',
    ],
    ['UPDATE customers SET nothing = 1', 'the table has no column nothing'],
    ['UPDATE customers SET name = $1', 'there is no value for $1'],
    ['DELETE FROM customers WHERE id IN (SELECT oid FROM pg_authid)', 'its condition reads the system table pg_authid'],
    [
      'UPDATE customers SET credit = 1 / (id - 1)',
      'the database could not report what the statement touches (SQLSTATE 22012)',
    ],
    [
      'UPDATE customers SET credit = (SELECT name FROM customers WHERE id = 1)::int',
      'the database could not report what the statement touches (SQLSTATE 22P02)',
    ],
    [
      'INSERT INTO orders (id) VALUES (1), (DEFAULT)',
      'some rows give their primary key and others leave it to the database',
    ],
    [
      "INSERT INTO customers (name) VALUES ('x') ON CONFLICT DO NOTHING",
      'ON CONFLICT with keys of the database: which rows it inserts is not known before',
    ],
  ])('is not captured: %s, because %s', async (sql, reason) => {
    expect(reasonOf(await capture(sql))).toBe(reason);
  });

  it.each<[string, string, string]>([
    ['CREATE VIEW app.v AS SELECT 1 AS id', 'SELECT * FROM app.v', 'app.v is no table: it may call anything'],
    [
      'CREATE FUNCTION purge(customers) RETURNS int LANGUAGE sql AS $$ DELETE FROM orders; SELECT 1 $$',
      'SELECT customers.purge FROM customers',
      'purge is also a function in this database, which may be called as if it were a column',
    ],
    [
      'CREATE FUNCTION lower(int) RETURNS int LANGUAGE sql AS $$ DELETE FROM orders; SELECT 1 $$',
      'SELECT lower(id) FROM customers',
      'the function lower has a namesake in this database',
    ],
    [
      `CREATE FUNCTION app.plus(text, int) RETURNS int LANGUAGE sql AS $$ DELETE FROM orders; SELECT 1 $$;
       CREATE OPERATOR public.+ (LEFTARG = text, RIGHTARG = int, FUNCTION = app.plus)`,
      'UPDATE customers SET credit = name + 1',
      'the operator + has a namesake in this database',
    ],
    [
      `CREATE FUNCTION app.check(int) RETURNS bool LANGUAGE sql AS 'SELECT true';
       CREATE DOMAIN app.checked AS int CHECK (app.check(VALUE))`,
      "SELECT '1'::app.checked",
      'it calls app.check, which is not known to be harmless',
    ],
    [
      `CREATE TYPE app.pair AS (a int); CREATE FUNCTION app.make(text) RETURNS app.pair LANGUAGE sql AS 'SELECT ROW(1)::app.pair';
       CREATE CAST (text AS app.pair) WITH FUNCTION app.make(text)`,
      "SELECT 'a'::text::app.pair",
      'this database has casts of its own, which may do anything',
    ],
    ...[
      'SELECT CASE name WHEN 1 THEN 2 END FROM customers',
      'UPDATE customers SET credit = 1 WHERE name IN (SELECT 1)',
      'SELECT 1 FROM customers JOIN orders USING (id)',
      'SELECT 1 FROM customers NATURAL JOIN orders',
    ].map((sql): [string, string, string] => [
      `CREATE FUNCTION app.same(text, int) RETURNS bool LANGUAGE sql AS $$ DELETE FROM orders; SELECT true $$;
       CREATE OPERATOR public.= (LEFTARG = text, RIGHTARG = int, FUNCTION = app.same)`,
      sql,
      'the operator = has a namesake in this database',
    ]),
    [
      'ALTER TABLE orders ENABLE ROW LEVEL SECURITY',
      'SELECT * FROM orders',
      'orders has rules or row security, which may call anything',
    ],
    ['CREATE TABLE app.keyless (a int)', 'DELETE FROM app.keyless', 'app.keyless has no primary key'],
    [
      'ALTER TABLE orders DROP CONSTRAINT orders_customer_fkey, ADD FOREIGN KEY (customer) REFERENCES customers ON DELETE CASCADE',
      'DELETE FROM customers WHERE id = 1',
      'deleting these rows also changes rows of public.orders, which would not be restored',
    ],
  ])('is not captured when the catalogue says otherwise: %s; %s', async (setup, sql, reason) => {
    await own.world.sql(`CREATE SCHEMA app; ${setup}`);
    try {
      expect(reasonOf(await capture(sql))).toBe(reason);
    } finally {
      await own.world.sql(
        'DROP SCHEMA app CASCADE; DROP FUNCTION IF EXISTS public.lower(int); DROP FUNCTION IF EXISTS purge(customers)',
      );
    }
  });

  const PAIR = `CREATE TYPE app.pair AS (a int);
    CREATE FUNCTION app.make(text) RETURNS app.pair LANGUAGE sql AS 'SELECT ROW(1)::app.pair'`;

  it.each([
    ['a cast that it cannot use', `${PAIR}; CREATE CAST (text AS app.pair) WITH FUNCTION app.make(text)`, 'SELECT 1'],
    [
      'a function of the name that it gives with the schema of the server',
      "CREATE FUNCTION public.lower(int) RETURNS int LANGUAGE sql AS 'SELECT 1'",
      'SELECT pg_catalog.lower(name) FROM customers',
    ],
    ['a domain whose check is harmless', 'CREATE DOMAIN app.amount AS int CHECK (VALUE > 0)', "SELECT '1'::app.amount"],
  ])('is captured in a database with %s', async (_, setup, sql) => {
    await own.world.sql(`CREATE SCHEMA app; ${setup}`);
    try {
      expect((await capture(sql)).captured).toBe(true);
    } finally {
      await own.world.sql('DROP SCHEMA app CASCADE; DROP FUNCTION IF EXISTS public.lower(int)');
    }
  });

  it('changes nothing by being captured', async () => {
    const before = [
      await state('customers'),
      await state('orders'),
      await own.world.sql('SELECT last_value FROM customers_id_seq'),
    ];
    await capture("INSERT INTO customers (id) VALUES (nextval('customers_id_seq'))");
    await capture('DELETE FROM orders');
    await capture('WITH x AS (DELETE FROM orders RETURNING 1) SELECT * FROM x');
    await capture("SELECT setval('customers_id_seq', 1000)");
    const after = [
      await state('customers'),
      await state('orders'),
      await own.world.sql('SELECT last_value FROM customers_id_seq'),
    ];
    expect(after).toEqual(before);
  });

  it('cannot be undone from a record that is not of this connector, or of another call', async () => {
    const effect = await perform('DELETE FROM orders');
    expect(postgres.plan({ ...effect, snapshot: null })).toMatchObject({ class: 'impossible' });
    expect(postgres.plan({ ...effect, snapshot: { ...effect.snapshot, query: { verb: 'drop' } } })).toMatchObject({
      class: 'impossible',
    });
    const { query: _query, ...ofRows } = effect.snapshot ?? {};
    expect(postgres.plan({ ...effect, snapshot: ofRows })).toMatchObject({
      class: 'impossible',
      reason: 'the capture belongs to another call',
    });
  });
});
