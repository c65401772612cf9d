import type { JsonObject } from '../../src/connectors/connector.js';
import { postgres } from '../../src/connectors/postgres/postgres.connector.js';
import type { PerformingConnection } from '../../src/connectors/postgres/server/connection.js';
import { KeptTransports } from '../../src/connectors/transport/kept-transports.js';
import { unique } from '../support/client.js';
import { newCustomerDatabase } from '../support/customer-database.js';
import { contextWith } from '../support/google.js';
import { eventually, patience } from '../support/patience.mjs';

describe('a connection to a database that was in use a moment ago', () => {
  let database: Awaited<ReturnType<typeof newCustomerDatabase>>;
  let kept: KeptTransports;
  beforeAll(async () => {
    database = await newCustomerDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    kept = new KeptTransports(patience(60_000));
  });
  afterEach(() => kept.close());

  const reachable = (connectionString: string) => {
    const context = contextWith({ connectionString });
    return { ...context, openTransport: () => postgres.transport(context) };
  };
  const open = async (organization = 'one', url = database.url, transports = kept) =>
    (await transports.open(organization, 'postgres', reachable(url))) as PerformingConnection;
  const pidOf = async (transport: PerformingConnection) => {
    await transport.begin('perform');
    return (await transport.rows('SELECT pg_backend_pid()'))[0]?.[0];
  };
  const isOpen = async (pid: unknown) =>
    (await database.pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])).rowCount === 1;

  it('is used again by the same organization with the same credential, and by no other', async () => {
    const first = await open();
    const pid = await pidOf(first);
    // A connection in use is not given to other work.
    const beside = await open();
    expect(await pidOf(beside)).not.toBe(pid);
    await beside.close();
    await first.close();
    const again = await open();
    expect(await pidOf(again)).toBe(pid);
    await again.close();
    const other = await open('other');
    expect(await pidOf(other)).not.toBe(pid);
    await other.close();
    const changed = await open('one', `${database.url}?sslmode=disable`);
    expect(await pidOf(changed)).not.toBe(pid);
    await changed.close();
  });

  it('is kept for each of the eight pieces of work that an organization has at once', async () => {
    const pidsOf = async () => {
      const all = await Promise.all(Array.from({ length: 8 }, () => open()));
      const pids = await Promise.all(all.map(pidOf));
      await Promise.all(all.map((one) => one.close()));
      return pids.toSorted();
    };
    const first = await pidsOf();
    expect(new Set(first).size).toBe(8);
    expect(await pidsOf()).toEqual(first);
  });

  it('keeps nothing of its last work: no transaction, table, setting or lock', async () => {
    const first = await open();
    const pid = await pidOf(first);
    await first.run('CREATE TEMP TABLE left_over (id int)');
    await first.run("SELECT set_config('statement_timeout', '54321', false), pg_advisory_lock(7)");
    await first.end('COMMIT');
    await first.begin('perform');
    await first.run(`CREATE TABLE ${unique('never').replaceAll('-', '_')} (id int)`);
    await first.close();
    const again = await open();
    expect(await pidOf(again)).toBe(pid);
    const found = await again.rows(`SELECT to_regclass('left_over'), count(*) FILTER (WHERE locktype = 'advisory'),
      (SELECT count(*) FROM pg_class WHERE relname LIKE 'never%') FROM pg_locks WHERE pid = pg_backend_pid()`);
    expect(found).toEqual([[null, '0', '0']]);
    await again.end('ROLLBACK');
    expect(await again.rows('SHOW statement_timeout')).toEqual([['0']]);
    await again.close();
  });

  it('is no longer used by work that has given it back', async () => {
    const first = await open();
    const pid = await pidOf(first);
    await first.close();
    const next = await open();
    expect(await pidOf(next)).toBe(pid);
    await expect(first.rows('SELECT 1')).rejects.toThrow('the transport is closed');
    await first.close();
    expect(await next.rows('SELECT 1')).toEqual([['1']]);
    await next.close();
  });

  it('is closed when its credential is replaced while it works', async () => {
    const first = await open();
    const pid = await pidOf(first);
    kept.forget('one', 'postgres');
    await first.close();
    const again = await open();
    expect(await pidOf(again)).not.toBe(pid);
    await again.close();
  });

  /** Reads by a usual statement, and answers the names of all prepared statements. */
  const planned = async () => {
    const transport = await open();
    await transport.begin('read');
    await transport.rows("SELECT 'usual'", [], 'usual');
    const names = await transport.rows('SELECT name FROM pg_prepared_statements');
    await transport.close();
    return names.flat();
  };

  it('keeps the plan of a usual statement through reads, until work that may change anything', async () => {
    // The first work learns from the reset that no pooler is in between.
    expect(await planned()).toEqual([]);
    const [name] = await planned();
    expect(name).toMatch(/^backstop_/);
    expect(await planned()).toEqual([name]);
    const writing = await open();
    await writing.begin('write');
    await writing.close();
    const [other] = await planned();
    expect(other).toMatch(/^backstop_/);
    expect(other).not.toBe(name);
  });

  it('keeps the plan through calls of rows, until one in which a trigger prepared a statement', async () => {
    const called = async (sql: string) => {
      const transport = await open();
      await transport.begin('perform-rows');
      await transport.run(sql);
      await transport.end('COMMIT');
      await transport.close();
    };
    await planned();
    const [name] = await planned();
    await called("SELECT set_config('statement_timeout', '54321', false)");
    expect(await planned()).toEqual([name]);
    await called('PREPARE sly AS SELECT 2');
    const [other, ...more] = await planned();
    expect([other === name, more]).toEqual([false, []]);
  });

  it('captures by the catalogue of now, whatever changes in the schema between two captures', async () => {
    const table = unique('table').replaceAll('-', '_');
    const context = contextWith({ connectionString: database.url });
    const onKept = { ...context, openTransport: () => kept.open('one', 'postgres', reachable(database.url)) };
    const change = (sql: string) => database.pool.query(sql.replaceAll('$t', table));
    const captured = async (on: typeof context, match: JsonObject) => {
      const found = await postgres.capture({ apiName: 'postgres.rows.delete', payload: { table, match } }, on);
      if (!found.captured) return found.reason;
      const { visible: _, ...content } = found.content;
      return content;
    };
    await change('CREATE TABLE $t (id int PRIMARY KEY, other int NOT NULL, name text)');
    await change("INSERT INTO $t VALUES (1, 10, 'one')");
    const seen = new Set<string>();
    for (const sql of [
      'SELECT 1',
      'SELECT 1',
      'ALTER TABLE $t ADD COLUMN more int DEFAULT 7',
      'ALTER TABLE $t RENAME COLUMN name TO label',
      'ALTER TABLE $t ALTER COLUMN other TYPE bigint',
      'ALTER TABLE $t DROP COLUMN more',
      'CREATE TABLE $t_children (id int PRIMARY KEY, parent int REFERENCES $t ON DELETE CASCADE)',
      'INSERT INTO $t_children VALUES (1, 1)',
      'DROP TABLE $t_children',
      'CREATE FUNCTION $t_f() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN RETURN OLD; END $f$',
      'CREATE TRIGGER $t_g BEFORE DELETE ON $t FOR EACH ROW EXECUTE FUNCTION $t_f()',
      'ALTER TABLE $t DROP CONSTRAINT $t_pkey, ADD PRIMARY KEY (other)',
      'CREATE RULE $t_r AS ON DELETE TO $t DO NOTHING',
      'DROP RULE $t_r ON $t',
      'CREATE TABLE $t_child () INHERITS ($t)',
      'DROP TABLE $t_child',
      'ALTER TABLE $t RENAME TO $t_old; CREATE TABLE $t (id int PRIMARY KEY, other text)',
      'DROP TABLE $t; CREATE VIEW $t AS SELECT * FROM $t_old',
    ]) {
      await change(sql);
      const found = await captured(onKept, { id: 1 });
      expect({ sql, found }).toEqual({ sql, found: await captured(context, { id: 1 }) });
      seen.add(JSON.stringify(found));
    }
    // Most of the changes are seen in a capture: the comparison is not one of refusals.
    expect(seen.size).toBeGreaterThan(9);
  });

  it('that the server has ended is opened again', async () => {
    const first = await open();
    const pid = await pidOf(first);
    await first.close();
    await database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
    await eventually(
      () => isOpen(pid),
      (there) => !there,
    );
    const again = await open();
    expect(await pidOf(again)).not.toBe(pid);
    await again.close();
  });

  it('is closed once it was idle for its time', async () => {
    const soon = new KeptTransports(50);
    const first = await open('one', database.url, soon);
    const pid = await pidOf(first);
    await first.close();
    expect(
      await eventually(
        () => isOpen(pid),
        (there) => !there,
      ),
    ).toBe(false);
  });
});
