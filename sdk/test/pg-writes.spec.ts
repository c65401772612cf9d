import { isHeld } from '../src/asking/covers.js';
import { realPostgres } from './support/postgres.js';
import type { RecordingGate } from './support/recording-gate.js';

const database = realPostgres();

/** Objects that a write of these tables runs besides its text; `wipe` deletes the rows of `kept`. */
const TRAPS = `
  DROP SCHEMA IF EXISTS hidden CASCADE; CREATE SCHEMA hidden; SET search_path TO hidden, public;
  CREATE TABLE kept (id int); INSERT INTO kept VALUES (1);
  CREATE FUNCTION wipe() RETURNS int LANGUAGE plpgsql AS $$ BEGIN DELETE FROM hidden.kept; RETURN 1; END $$;
  CREATE FUNCTION wipe(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN PERFORM hidden.wipe(); RETURN $1; END $$;
  CREATE FUNCTION wiped() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM hidden.wipe(); RETURN NEW; END $$;
  CREATE FUNCTION upper(text) RETURNS text LANGUAGE sql AS 'SELECT hidden.wipe()::text';
  CREATE TABLE log (id int, note text); INSERT INTO log VALUES (1, 'a');
  CREATE FUNCTION told(log) RETURNS int LANGUAGE sql AS 'SELECT hidden.wipe()';
  CREATE VIEW calling AS SELECT id, hidden.wipe() AS n FROM log;
  CREATE TYPE mood AS ENUM ('sad', 'glad'); CREATE TABLE moods (m mood); INSERT INTO moods VALUES ('sad');
  CREATE FUNCTION spoken(mood) RETURNS date LANGUAGE plpgsql AS $$ BEGIN PERFORM hidden.wipe(); RETURN now(); END $$;
  CREATE CAST (mood AS date) WITH FUNCTION spoken(mood) AS ASSIGNMENT; CREATE TABLE days (d date);
  CREATE FUNCTION same(int, text) RETURNS bool LANGUAGE sql AS 'SELECT hidden.wipe() = 1';
  CREATE OPERATOR hidden.=== (LEFTARG = int, RIGHTARG = text, FUNCTION = same);
  CREATE DOMAIN checked AS int CHECK (hidden.wipe(VALUE) > 0); CREATE DOMAIN wiping AS int DEFAULT hidden.wipe();
  CREATE TABLE checks (id checked); CREATE TABLE wipings (id int, n wiping); CREATE TABLE lists (a checked[]);
  CREATE TABLE defaults (id int, n int DEFAULT hidden.wipe());
  CREATE TABLE generated (id int, n int GENERATED ALWAYS AS (hidden.wipe(id)) STORED);
  CREATE TABLE constrained (id int CHECK (hidden.wipe(id) > 0));
  CREATE TABLE indexed (id int); CREATE INDEX ON indexed ((hidden.wipe(id)));
  CREATE TABLE partly (id int); CREATE INDEX ON partly (id) WHERE hidden.wipe(id) > 0;
  CREATE TABLE keyed (id int) PARTITION BY LIST (hidden.wipe(id)); CREATE TABLE keyed_1 PARTITION OF keyed DEFAULT;
  CREATE TABLE triggered (id int PRIMARY KEY); INSERT INTO triggered VALUES (1);
  CREATE TRIGGER t BEFORE UPDATE ON triggered FOR EACH ROW EXECUTE FUNCTION wiped();
  CREATE VIEW over_triggered AS SELECT id FROM triggered;
  CREATE TABLE conditional (id int); INSERT INTO conditional VALUES (1);
  CREATE TRIGGER t BEFORE UPDATE ON conditional FOR EACH ROW WHEN (hidden.wipe(NEW.id) > 0)
    EXECUTE FUNCTION suppress_redundant_updates_trigger();
  CREATE VIEW instead AS SELECT 1 AS id; CREATE TRIGGER t INSTEAD OF INSERT ON instead FOR EACH ROW EXECUTE FUNCTION wiped();
  CREATE TABLE ruled (id int); CREATE RULE r AS ON INSERT TO ruled DO ALSO DELETE FROM hidden.kept;
  CREATE TABLE guarded (id int); ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
  CREATE POLICY p ON guarded FOR INSERT WITH CHECK (hidden.wipe(id) > 0);
  CREATE TABLE parent (id int PRIMARY KEY); CREATE TABLE child (id int REFERENCES parent ON UPDATE CASCADE);
  CREATE TRIGGER t AFTER UPDATE ON child FOR EACH ROW EXECUTE FUNCTION wiped();
  INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1);
  CREATE TABLE heirs (id int); CREATE TABLE heir () INHERITS (heirs); INSERT INTO heir VALUES (1);
  CREATE TRIGGER t BEFORE UPDATE ON heir FOR EACH ROW EXECUTE FUNCTION wiped();
  CREATE TABLE split (id int) PARTITION BY LIST (id); CREATE TABLE split_1 PARTITION OF split FOR VALUES IN (1);
  CREATE TABLE split_2 PARTITION OF split FOR VALUES IN (2); INSERT INTO split VALUES (1);
  CREATE TRIGGER t BEFORE INSERT ON split_2 FOR EACH ROW EXECUTE FUNCTION wiped();
  CREATE TYPE state AS ENUM ('on', 'off'); CREATE TABLE usual (id serial PRIMARY KEY, name text DEFAULT 'x' CHECK (length(name) < 99), at timestamptz DEFAULT now(),
    key uuid DEFAULT gen_random_uuid(), n int REFERENCES usual ON DELETE CASCADE, state state DEFAULT 'on',
    low text GENERATED ALWAYS AS (lower(name)) STORED);
  CREATE INDEX ON usual (lower(name)); CREATE VIEW over_usual AS SELECT id, name FROM usual;
  CREATE TRIGGER t BEFORE UPDATE ON usual FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();
  CREATE TRIGGER d AFTER DELETE ON usual FOR EACH ROW EXECUTE FUNCTION wiped(); RESET search_path`;

const setup = (path: string) => database.setup({ options: `-c search_path=${path}` });
const mayDelete = ({ asked }: RecordingGate) =>
  asked.map((call) => isHeld(call, (name) => name === 'postgres.rows.delete'));

beforeAll(() => database.admin().query(TRAPS));

describe('a write that runs more than its text', () => {
  it.each([
    'INSERT INTO log VALUES (wipe())',
    'INSERT INTO log (id) VALUES (hidden.wipe())',
    'UPDATE log SET id = wipe()',
    'INSERT INTO log (id) VALUES (1) RETURNING wipe()',
    'UPDATE log SET note = upper(note)',
    'INSERT INTO log (id) SELECT l.told FROM log l',
    'UPDATE log SET id = l.told FROM log l',
    'UPDATE log SET id = n FROM calling',
    'INSERT INTO log (id) SELECT n FROM calling',
    "UPDATE log SET id = 2 WHERE id === 'x'",
    'UPDATE log SET id = 2 WHERE id::checked > 0',
    'INSERT INTO days (d) SELECT m FROM moods',
    'INSERT INTO checks (id) VALUES (1)',
    "INSERT INTO lists (a) VALUES ('{1}')",
    'INSERT INTO wipings (id) VALUES (1)',
    'INSERT INTO defaults (id) VALUES (1)',
    'INSERT INTO hidden.defaults (id) VALUES (1)',
    'INSERT INTO generated (id) VALUES (1)',
    'INSERT INTO constrained (id) VALUES (1)',
    'INSERT INTO indexed (id) VALUES (1)',
    'INSERT INTO partly (id) VALUES (1)',
    'INSERT INTO keyed (id) VALUES (1)',
    'INSERT INTO ruled (id) VALUES (1)',
    'INSERT INTO instead (id) VALUES (1)',
    'UPDATE triggered SET id = 3 WHERE id = 1',
    'INSERT INTO triggered (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 2',
    'UPDATE over_triggered SET id = 3 WHERE id = 1',
    'UPDATE conditional SET id = 3',
    'UPDATE parent SET id = 3',
    'UPDATE heirs SET id = 3',
    'UPDATE split SET id = 2',
    'WITH u AS (UPDATE triggered SET id = 4 RETURNING id) SELECT * FROM u',
    'EXPLAIN ANALYZE UPDATE triggered SET id = 5',
    'SELECT n FROM calling FOR SHARE',
  ])('is asked for as one that may delete: %s', async (sql) => {
    const { gate, pool, connect } = await setup('hidden,pg_catalog,public');
    const client = await connect();
    await client.query('BEGIN');
    await client.query(sql);
    const { rows } = await client.query('SELECT count(*)::int AS n FROM hidden.kept');
    await client.query('ROLLBACK');
    client.release();
    expect(rows).toEqual([{ n: 0 }]);
    gate.decide = () => Promise.reject(new Error('held'));
    await expect(pool.query(sql)).rejects.toThrow('held');
    expect(mayDelete(gate)).toEqual([true, true]);
  });

  it('is asked for by its own name where a policy of row security calls it', async () => {
    const admin = database.admin();
    await admin.query(`DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'guest';
      GRANT ALL ON SCHEMA hidden TO guest; GRANT ALL ON hidden.guarded TO guest`);
    const { gate } = await database.setup();
    const pool = database.poolOf(gate, 'guest', 'guest');
    gate.decide = () => Promise.reject(new Error('held'));
    await expect(pool.query('INSERT INTO hidden.guarded (id) VALUES (1)')).rejects.toThrow('held');
    await pool.end();
    await admin.query('DROP OWNED BY guest; DROP ROLE guest');
    expect(mayDelete(gate)).toEqual([true]);
  });

  it.each([
    'INSERT INTO log (id, note) VALUES (1, now()::text)',
    'INSERT INTO log VALUES (1, now())',
    "INSERT INTO usual (name) VALUES ('1')",
    "INSERT INTO over_usual (name) VALUES ('2')",
    "INSERT INTO usual (id, name) VALUES (nextval('usual_id_seq'), '3')",
    'INSERT INTO log (note) SELECT name FROM usual WHERE n = 1',
    "UPDATE usual SET name = 'x' WHERE id = 9",
    'UPDATE usual SET n = 1 FROM log WHERE usual.id = log.id AND log.id = 1',
    "INSERT INTO usual (id, name) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET n = excluded.n",
    'INSERT INTO triggered (id) VALUES (7) RETURNING id',
    'INSERT INTO parent (id) VALUES (7)',
    'SELECT * FROM usual FOR UPDATE',
    "SELECT nextval('usual_id_seq')",
    'SELECT pg_advisory_xact_lock(1)',
  ])('is asked for by its text alone when that deletes nothing: %s', async (sql) => {
    const { gate, pool } = await setup('hidden,public');
    await pool.query(sql);
    expect(mayDelete(gate)).toEqual([false]);
  });

  it.each(['usual', 'triggered'])('costs no further round trip to the catalogue for ten seconds: %s', async (table) => {
    const { gate, connect, rawPool } = await setup('hidden,public');
    const sent: string[] = [];
    rawPool.on('connect', (client) => {
      const { query } = client as unknown as { query(...args: unknown[]): unknown };
      Object.assign(client, {
        query(...args: [{ text?: string } | string]) {
          sent.push(typeof args[0] === 'string' ? args[0] : (args[0].text ?? ''));
          return Reflect.apply(query, this, args);
        },
      });
    });
    const client = await connect();
    const asked = () => sent.filter((text) => text.includes('pg_class')).length;
    await client.query(`UPDATE ${table} SET id = id WHERE id = 90`);
    const first = asked();
    await client.query(`UPDATE ${table} SET id = id WHERE id = 91`);
    client.release();
    expect([first > 0, asked() - first]).toEqual([true, 0]);
    expect(mayDelete(gate)).toEqual([table === 'triggered', table === 'triggered']);
  });
});
