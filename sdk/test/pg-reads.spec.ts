import type pg from 'pg';
import { isHeld } from '../src/asking/covers.js';
import { PolicyBlockedError } from '../src/errors.js';
import { realPostgres } from './support/postgres.js';

const database = realPostgres();

/** Every table that a trap writes to; a trap is an object that runs `wipe`. */
const TRAPS = `
  DROP SCHEMA IF EXISTS traps CASCADE; CREATE SCHEMA traps;
  DROP TABLE IF EXISTS accounts, plain CASCADE; DROP FUNCTION IF EXISTS wipe CASCADE;
  CREATE TABLE accounts (id int PRIMARY KEY, name text); INSERT INTO accounts VALUES (1, 'a');
  CREATE TABLE plain (id int PRIMARY KEY, name text); INSERT INTO plain VALUES (1, 'a');
  CREATE FUNCTION traps.hit() RETURNS int LANGUAGE plpgsql AS $$ BEGIN DELETE FROM plain; RETURN 1; END $$;
  CREATE FUNCTION public.wipe(accounts) RETURNS int LANGUAGE sql AS 'SELECT traps.hit()';
  CREATE FUNCTION public.wipe_int(int) RETURNS int LANGUAGE sql AS 'SELECT traps.hit()';
  CREATE FUNCTION traps.lower(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT traps.hit()::text';
  CREATE FUNCTION public.md5(accounts) RETURNS int LANGUAGE sql AS 'SELECT traps.hit()';
  CREATE FUNCTION traps.eq(int, text) RETURNS bool LANGUAGE sql AS 'SELECT traps.hit() = 1';
  CREATE OPERATOR public.=== (LEFTARG = int, RIGHTARG = text, FUNCTION = traps.eq);
  CREATE FUNCTION traps.equal(int, int) RETURNS bool LANGUAGE sql AS 'SELECT traps.hit() OPERATOR(pg_catalog.=) 1';
  CREATE DOMAIN public.checked AS int CHECK (wipe_int(VALUE) > 0);
  CREATE DOMAIN public.nested AS checked;
  CREATE DOMAIN public.positive AS int CHECK (VALUE > 0);
  CREATE VIEW public.shown AS SELECT id, traps.hit() FROM accounts;
  CREATE VIEW public.seen AS SELECT id FROM shown;
  CREATE VIEW public.harmless AS SELECT id, upper(name) AS name FROM accounts WHERE id > 0;
  CREATE TABLE guarded (id int); INSERT INTO guarded VALUES (1);
  ALTER TABLE guarded ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON guarded USING (wipe_int(id) > 0);
  CREATE TABLE tenants (id int); ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
  CREATE POLICY p ON tenants USING (id > 0);
  CREATE TYPE public.mood AS ENUM ('sad', 'glad');
  CREATE TYPE public.pair AS (a checked);
  CREATE SEQUENCE IF NOT EXISTS s`;
const PUT_BACK = `
  DROP SCHEMA IF EXISTS traps CASCADE; DROP TABLE IF EXISTS accounts, plain, guarded, tenants CASCADE;
  DROP DOMAIN IF EXISTS checked, positive CASCADE; DROP TYPE IF EXISTS mood, pair CASCADE;
  DROP FUNCTION IF EXISTS wipe_int CASCADE; DROP OPERATOR IF EXISTS public.=== (int, text)`;

const blocked = () => new PolicyBlockedError('no', ['p'], { code: 'policy-blocked' });

describe('text that looks like a read', () => {
  beforeEach(async () => {
    await database.admin().query(PUT_BACK);
    await database.admin().query(TRAPS);
  });
  afterEach(() => database.admin().query(PUT_BACK));

  it.each([
    'SELECT a.wipe FROM accounts a',
    'SELECT (a).wipe FROM accounts a',
    'SELECT (a.id).wipe_int FROM accounts a',
    "SELECT ('s'::regclass).nextval",
    'SELECT (1).pg_advisory_lock',
    'SELECT md5(a) FROM accounts a',
    "SET search_path TO traps, public, pg_catalog; SELECT lower('X')",
    "SELECT 1 === 'x'",
    'SELECT * FROM accounts WHERE id === name',
    'SELECT 1::checked',
    'SELECT 1::nested',
    'SELECT ROW(1)::pair',
    'SELECT CAST(ARRAY[1] AS checked[])',
    'SELECT * FROM shown',
    'SELECT * FROM public.seen',
    'TABLE seen',
    'SELECT * FROM guarded',
    'EXPLAIN ANALYZE SELECT * FROM shown',
    'EXPLAIN SELECT * FROM shown',
    'COPY (SELECT * FROM shown) TO STDOUT',
    'DECLARE c CURSOR WITH HOLD FOR SELECT * FROM shown',
    "SELECT ts_rewrite('a'::tsquery, 'SELECT ''a''::tsquery, traps.hit()::text::tsquery')",
    "SELECT query_to_xml('SELECT traps.hit()', true, true, '')",
    "SELECT cursor_to_xml('c', 1, true, true, '')",
    "SELECT database_to_xml(true, true, '')",
    'LOCK TABLE accounts',
    'SELECT * FROM accounts FOR UPDATE',
    'SET ROLE pg_monitor',
    'SET session_replication_role = replica',
    'RESET ALL',
    'DISCARD ALL',
    'DISCARD TEMP',
    "SET client_encoding = 'SJIS'",
    'SET standard_conforming_strings = off',
    "NOTIFY news, 'x'",
    "SELECT pg_notify('news', 'x')",
    'SELECT pg_advisory_lock(1)',
    'SELECT pg_try_advisory_lock(1)',
    "COPY accounts TO PROGRAM 'cat > /dev/null'",
    "COPY accounts TO '/tmp/never'",
    "SELECT lo_export(1, '/tmp/never')",
    'CREATE TEMP TABLE t (id int)',
    'SELECT 1 AS id INTO t',
    'EXPLAIN ANALYZE DELETE FROM plain',
    'WITH d AS (DELETE FROM plain RETURNING *) SELECT * FROM d',
    "SELECT nextval('s')",
    "SELECT setval('s', 1)",
    'SELECT pg_terminate_backend(1)',
    "SELECT pg_read_file('/etc/hostname')",
    "SELECT set_config('role', 'pg_monitor', false)",
    'SELECT * FROM plain \ud800 ; DELETE FROM plain --',
    "SELECT '\ud800' ; DELETE FROM plain; --'",
  ])('is asked for where it may do more: %s', async (sql) => {
    const { gate, pool, connect } = await database.setup();
    gate.refuse = blocked();
    await expect(pool.query(sql)).rejects.toMatchObject({ code: 'policy-blocked' });
    const client = await connect();
    await expect(client.query(sql)).rejects.toMatchObject({ code: 'policy-blocked' });
    client.release(true);
    expect((await database.admin().query('SELECT count(*)::int AS n FROM plain')).rows).toEqual([{ n: 1 }]);
  });

  it.each([
    'SELECT * FROM harmless h WHERE h.id = 1',
    "SELECT 'glad'::mood, 5::positive",
    'SELECT * FROM tenants',
    'DISCARD PLANS',
    'DISCARD SEQUENCES',
    'SELECT a.id, a.name, upper(a.name) FROM accounts a JOIN plain USING (id) ORDER BY a.id',
    'WITH x AS (SELECT 1 AS id) SELECT * FROM x NATURAL JOIN accounts',
    'SELECT relname, pg_class.oid::regclass FROM pg_class LIMIT 1',
    "SELECT column_name::text FROM information_schema.columns WHERE table_name = 'accounts'",
    'SELECT * FROM accounts WHERE id = ANY($1)',
    "SELECT 'caf\u00e9 \\ ' || name FROM accounts",
    "SELECT jsonb_build_object('a', a.id) ->> 'a', (ARRAY[1,2])[1] FROM accounts a",
  ])('passes where the catalogue proves it: %s', async (sql) => {
    const { gate, pool, connect } = await database.setup();
    gate.refuse = blocked();
    const values = sql.includes('$1') ? [[1]] : [];
    await pool.query(sql, values);
    const client = await connect();
    await client.query(sql, values);
    client.release();
    expect(gate.asked).toEqual([]);
  });

  it.each(['DISCARD ALL', 'DISCARD TEMP'])('may delete where rows of temporary tables go with it: %s', async (sql) => {
    const { gate, connect } = await database.setup();
    const client = await connect();
    await client.query(sql);
    client.release();
    expect(gate.asked.map((call) => isHeld(call, (name) => name === 'postgres.rows.delete'))).toEqual([true]);
  });

  it('costs no further round trip once it is proved', async () => {
    const { gate, pool, rawPool } = await database.setup({ max: 1 });
    const sql = 'SELECT name FROM harmless WHERE id = $1';
    await pool.query(sql, [1]);
    const sent = counted(await rawPool.connect());
    sent.client.release();
    await pool.query(sql, [1]);
    const client = await pool.connect();
    await client.query(sql, [2]);
    client.release();
    expect(sent.count()).toBe(2);
    expect(gate.log).toEqual([]);
  });

  it('is proved again after a call that may have changed the catalogue', async () => {
    const { gate, pool, connect } = await database.setup();
    await pool.query('SELECT id FROM harmless');
    await pool.query('CREATE OR REPLACE VIEW harmless AS SELECT traps.hit() AS id, NULL::text AS name');
    gate.refuse = blocked();
    await expect(pool.query('SELECT id FROM harmless')).rejects.toMatchObject({ code: 'policy-blocked' });
    gate.refuse = null;
    const client = await connect();
    await client.query('BEGIN');
    await client.query('CREATE TEMP VIEW accounts AS SELECT traps.hit() AS id');
    gate.refuse = blocked();
    await expect(client.query('SELECT id FROM accounts')).rejects.toMatchObject({ code: 'policy-blocked' });
    client.release(true);
  });
});

describe('a connection that reads text in another way', () => {
  const crafted = "SELECT '\\' AS a, ', (SELECT 1); DELETE FROM customers; --'";
  // In SJIS the last byte of 表 as UTF-8 begins a character that swallows the quote.
  const swallowed = "SELECT '\u8868', ' ; DELETE FROM customers; --'";

  it.each([
    ['the options of the connection', { options: '-c standard_conforming_strings=off' }, crafted],
    ['the role', {}, crafted],
  ])('by %s has every such text asked for', async (by, config, sql) => {
    const isRole = by === 'the role';
    const change = (what: string) =>
      database.admin().query(`DO $$ BEGIN EXECUTE format(
      'ALTER ROLE CURRENT_USER IN DATABASE %I ${what}', current_database()); END $$`);
    if (isRole) await change('SET standard_conforming_strings = off');
    const { gate, pool, connect, rows } = await database.setup(config);
    if (isRole) await change('RESET standard_conforming_strings');
    if (isRole) await Promise.all(Array.from({ length: 4 }, () => pool.query('SELECT 1')));
    gate.refuse = blocked();
    if (!isRole) await expect(pool.query(sql)).rejects.toMatchObject({ code: 'policy-blocked' });
    const client = await connect();
    if (!isRole) await expect(client.query(sql)).rejects.toMatchObject({ code: 'policy-blocked' });
    client.release(true);
    expect(await rows()).toHaveLength(3);
  });

  it('by an allowed SET has every such text asked for, until it is set back', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    await client.query("SET client_encoding = 'SJIS'");
    gate.refuse = blocked();
    await expect(client.query(swallowed)).rejects.toMatchObject({ code: 'policy-blocked' });
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.query("SET client_encoding = 'UTF8'");
    expect((await client.query("SELECT '\u8868' AS a")).rows).toEqual([{ a: '\u8868' }]);
    client.release(true);
    expect(await rows()).toHaveLength(3);
  });
});

/** Counts the messages that ask the server for something. */
function counted(client: pg.PoolClient) {
  let count = 0;
  const raw = client as unknown as { query(...args: unknown[]): unknown };
  const { query } = raw;
  raw.query = function (...args) {
    count += 1;
    return Reflect.apply(query, this, args);
  };
  return { client, count: () => count };
}
