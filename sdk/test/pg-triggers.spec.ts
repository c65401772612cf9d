import { isHeld } from '../src/asking/covers.js';
import { realPostgres } from './support/postgres.js';

const database = realPostgres();

/** `wipe` deletes the rows of `kept`. */
const TRAPS = `
  DROP SCHEMA IF EXISTS fired CASCADE; CREATE SCHEMA fired; SET search_path TO fired, public;
  CREATE TABLE kept (id int);
  CREATE FUNCTION wipe() RETURNS int LANGUAGE plpgsql AS $$ BEGIN DELETE FROM fired.kept; RETURN 1; END $$;
  CREATE FUNCTION wipe(int) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RETURN fired.wipe() = 1; END $$;
  CREATE FUNCTION upper(text) RETURNS text LANGUAGE sql AS 'SELECT fired.wipe()::text';
  CREATE FUNCTION same(int, text) RETURNS bool LANGUAGE sql AS 'SELECT fired.wipe() = 1';
  CREATE OPERATOR fired.=== (LEFTARG = int, RIGHTARG = text, FUNCTION = same);
  CREATE DOMAIN checked AS int CHECK (fired.wipe(VALUE));
  CREATE VIEW calling AS SELECT fired.wipe() AS n;
  RESET search_path`;

const TABLE = 'id int, a int, b int[], name text, updated_at timestamptz';

beforeAll(() => database.admin().query(TRAPS));

let tables = 0;

/** Makes a table whose updates run this body. */
async function tableThatRuns(body: string): Promise<string> {
  const table = `t_${++tables}`;
  await database.admin().query(`SET search_path TO fired, pg_catalog, public;
    INSERT INTO kept VALUES (1); CREATE TABLE ${table} (${TABLE}); INSERT INTO ${table} VALUES (1, 1, '{1}', 'a');
    CREATE FUNCTION run_${table}() RETURNS trigger LANGUAGE plpgsql AS $body$ ${body} $body$;
    CREATE TRIGGER t BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION run_${table}(); RESET search_path`);
  return table;
}

/** Updates the table; returns whether `rows.delete` covers the update, and whether it deleted the rows of `kept`. */
async function updated(table: string): Promise<{ held: boolean; wiped: boolean }> {
  const { gate, pool } = await database.setup({ options: '-c search_path=fired,pg_catalog,public' });
  await pool.query(`UPDATE ${table} SET a = 2 WHERE id = 1`);
  const { rows } = await database.admin().query('SELECT count(*)::int AS n FROM fired.kept');
  const [call] = gate.asked;
  return {
    held: call !== undefined && isHeld(call, (name) => name === 'postgres.rows.delete'),
    wiped: rows[0].n === 0,
  };
}

describe('a trigger function in PL/pgSQL', () => {
  it.each([
    'BEGIN NEW.updated_at = now(); RETURN NEW; END',
    `DECLARE changed bool := false; at timestamptz;
     BEGIN
       changed := NEW.a IS DISTINCT FROM OLD.a;
       IF TG_OP = 'UPDATE' AND changed THEN at := clock_timestamp(); NEW."updated_at" := at; NEW.b[1] := NEW.a + 1;
       ELSIF NEW.a < 0 THEN RAISE EXCEPTION 'not % below zero', NEW.a USING HINT = lower(NEW.name); ELSE NULL; END IF;
       RETURN NEW;
     END`,
    `BEGIN PERFORM pg_notify('changed', NEW.id::text); RETURN NEW; END`,
    'BEGIN CASE NEW.a WHEN 1 THEN NEW.name = lower(NEW.name); ELSE NEW.name := OLD.name; END CASE; RETURN NEW; END',
    'BEGIN NEW.a := 1 / 0; RETURN NEW; EXCEPTION WHEN division_by_zero THEN RETURN NEW; END',
  ])('that changes the new row alone leaves an update an update: %s', async (body) => {
    expect(await updated(await tableThatRuns(body))).toEqual({ held: false, wiped: false });
  });

  it.each([
    'BEGIN DELETE FROM kept; RETURN NEW; END',
    'BEGIN WITH gone AS (DELETE FROM kept RETURNING id) SELECT id INTO NEW.a FROM gone; RETURN NEW; END',
    "BEGIN EXECUTE 'DELETE FROM kept'; RETURN NEW; END",
    'BEGIN PERFORM wipe(); RETURN NEW; END',
    'BEGIN PERFORM n FROM calling; RETURN NEW; END',
    'BEGIN NEW.a = wipe(); RETURN NEW; END',
    'BEGIN NEW.a := n FROM calling; RETURN NEW; END',
    'BEGIN NEW.name := upper(NEW.name); RETURN NEW; END',
    'BEGIN NEW.b[wipe()] := 1; RETURN NEW; END',
    'BEGIN IF wipe() = 1 THEN NULL; END IF; RETURN NEW; END',
    "BEGIN IF 1 === 'x' THEN NULL; END IF; RETURN NEW; END",
    'BEGIN IF false THEN NULL; ELSIF wipe(1) THEN NULL; END IF; RETURN NEW; END',
    'BEGIN CASE wipe() WHEN 2 THEN NULL; ELSE NULL; END CASE; RETURN NEW; END',
    "BEGIN RAISE NOTICE '%', wipe(); RETURN NEW; END",
    "BEGIN RAISE NOTICE 'x' USING HINT = wipe()::text; RETURN NEW; END",
    'DECLARE n int := wipe(); BEGIN RETURN NEW; END',
    'DECLARE n checked := 1; BEGIN RETURN NEW; END',
    'DECLARE n checked; BEGIN n := 1; RETURN NEW; END',
    'BEGIN NEW.a := 1 / 0; RETURN NEW; EXCEPTION WHEN division_by_zero THEN PERFORM wipe(); RETURN NEW; END',
    'BEGIN BEGIN PERFORM wipe(); END; RETURN NEW; END',
    'BEGIN FOR i IN 1..wipe() LOOP NULL; END LOOP; RETURN NEW; END',
    'DECLARE r record; BEGIN FOR r IN SELECT n FROM calling LOOP NULL; END LOOP; RETURN NEW; END',
    'DECLARE c CURSOR FOR SELECT n FROM calling; BEGIN OPEN c; FETCH c INTO NEW.a; CLOSE c; RETURN NEW; END',
    'BEGIN ASSERT wipe() = 1; RETURN NEW; END',
    'BEGIN WHILE wipe() = 2 LOOP NULL; END LOOP; RETURN NEW; END',
    'BEGIN CALL pg_temp.none(); RETURN NEW; EXCEPTION WHEN OTHERS THEN DELETE FROM kept; RETURN NEW; END',
  ])('that deletes makes an update count as a deletion: %s', async (body) => {
    expect(await updated(await tableThatRuns(body))).toEqual({ held: true, wiped: true });
  });
});
