import { PolicyBlockedError } from '../src/errors.js';
import { realPostgres } from './support/postgres.js';

const database = realPostgres();

/**
 * Objects that a read reaches without naming a function; `hit` leaves a row behind, also for an autovacuum that
 * analyzes.
 */
const TRAPS = `
  DROP SCHEMA IF EXISTS reached CASCADE; CREATE SCHEMA reached; SET search_path TO reached, public;
  CREATE TABLE effects (n int);
  CREATE FUNCTION hit() RETURNS int LANGUAGE plpgsql AS $$ BEGIN INSERT INTO reached.effects VALUES (1); RETURN 1; END $$;
  CREATE FUNCTION hit(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN PERFORM reached.hit(); RETURN $1; END $$;
  CREATE FUNCTION inlined(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT reached.hit(1) + $1';
  CREATE FUNCTION tidy(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT pg_catalog.abs($1)';
  CREATE FUNCTION distance(int, int) RETURNS float8 LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN reached.hit(1); END $$;
  CREATE FUNCTION apart(int, int) RETURNS float8 LANGUAGE sql IMMUTABLE AS 'SELECT ($1 - $2)::float8';
  CREATE DOMAIN checked AS int CHECK (reached.hit(VALUE) > 0);
  CREATE TABLE people (id int, name text); INSERT INTO people VALUES (1, 'Ada');
  CREATE FUNCTION is_person(people) RETURNS bool LANGUAGE sql AS 'SELECT reached.hit() = 1';
  CREATE DOMAIN person AS people CHECK (reached.is_person(VALUE));
  CREATE TYPE mood AS ENUM ('sad', 'glad'); CREATE TABLE moods (m mood); INSERT INTO moods VALUES ('sad');
  CREATE FUNCTION told(mood) RETURNS json LANGUAGE plpgsql AS $$ BEGIN PERFORM reached.hit(); RETURN '1'; END $$;
  CREATE CAST (mood AS json) WITH FUNCTION told(mood);
  CREATE OPERATOR reached.!!! (FUNCTION = pg_catalog.pg_advisory_lock, RIGHTARG = bigint);
  CREATE TYPE strange AS RANGE (subtype = int, subtype_diff = distance);
  CREATE TYPE usual AS RANGE (subtype = int, subtype_diff = apart);
  CREATE TABLE strange_ranges (r strange) WITH (autovacuum_enabled = off); INSERT INTO strange_ranges SELECT strange(g, g + 9) FROM generate_series(1, 200) g;
  CREATE TABLE usual_ranges (r usual) WITH (autovacuum_enabled = off); INSERT INTO usual_ranges SELECT usual(g, g + 9) FROM generate_series(1, 200) g;
  CREATE TABLE lists (a checked[]); INSERT INTO lists VALUES ('{1}');
  CREATE TYPE pair AS (a checked, b int); CREATE TABLE pairs (p pair); INSERT INTO pairs VALUES (ROW(1, 2));
  CREATE TABLE partly (id int); INSERT INTO partly VALUES (1); CREATE INDEX ON partly (id) WHERE hit(1) > 0;
  CREATE TABLE computed (id int); INSERT INTO computed VALUES (1); CREATE INDEX ON computed ((inlined(id)));
  CREATE TABLE counted (id int, n int); CREATE STATISTICS reached.s ON (hit(1) + id), (n + 1) FROM counted;
  CREATE TABLE parent (id int); CREATE TABLE child (CHECK (hit(2) > 0)) INHERITS (parent);
  CREATE TABLE ordered (id int CHECK (hit(id) > 0)); INSERT INTO ordered VALUES (1); CREATE INDEX ON ordered ((tidy(id)), (hit(id)));
  ANALYZE strange_ranges, usual_ranges, counted; DELETE FROM effects; RESET search_path`;

const state = async () =>
  (
    await database.admin().query(`SELECT (SELECT count(*)::int FROM reached.effects) AS effects,
      (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory') AS locks`)
  ).rows;

beforeAll(() => database.admin().query(TRAPS));

describe('a read that reaches objects of a user of the database', () => {
  it.each([
    "SELECT '{1}'::reached._checked",
    'SELECT (1).checked',
    'SELECT (p.id).checked FROM reached.people p',
    'SELECT p.person FROM reached.people p',
    'SELECT to_json(m) FROM reached.moods',
    'SELECT row_to_json(moods) FROM reached.moods',
    "SELECT JSON_OBJECT('a': m) FROM reached.moods",
    'SELECT JSON_ARRAYAGG(m) FROM reached.moods',
    'SELECT !!! 1',
    "SELECT pg_input_is_valid('1', 'reached.checked')",
    'SELECT * FROM jsonb_to_recordset(\'[{"a": [1]}]\') AS x(a reached._checked)',
    "SELECT * FROM reached.strange_ranges WHERE r && '[3,9)'",
    "SELECT * FROM reached.lists WHERE a = '{1}'",
    "SELECT * FROM reached.pairs WHERE p = '(1,2)'",
    "SELECT * FROM (SELECT array_agg(a) AS all_of FROM reached.lists) x WHERE all_of = '{{1}}'",
    'SELECT * FROM reached.partly WHERE id = 1',
    'SELECT * FROM reached.computed WHERE id = 1',
    'SELECT * FROM reached.counted WHERE id = 1 AND n + 1 = 2',
    'SELECT * FROM reached.parent WHERE id = 1',
    'SELECT * FROM pg_temp.seen',
  ])('is asked for: %s', async (sql) => {
    const { gate, connect } = await database.setup({ options: '-c search_path=public,reached' });
    const client = await connect();
    await client.query('CREATE TEMP VIEW seen AS SELECT reached.hit()');
    const before = await state();
    gate.refuse = new PolicyBlockedError('no', ['p'], { code: 'policy-blocked' });
    await expect(client.query(sql)).rejects.toMatchObject({ code: 'policy-blocked' });
    client.release(true);
    expect(await state()).toEqual(before);
  });

  it.each([
    'SELECT * FROM reached.ordered WHERE id = 1',
    "SELECT * FROM reached.usual_ranges WHERE r && '[3,9)'",
    'SELECT ROW(1, 2)::reached.usual',
    'SELECT m FROM reached.moods',
    'SELECT p.id, p.name FROM reached.people p',
  ])('passes when they are harmless: %s', async (sql) => {
    const { gate, pool } = await database.setup();
    await pool.query(sql).catch((error) => expect(error).toMatchObject({ severity: 'ERROR' }));
    expect(gate.asked).toEqual([]);
  });
});
