import { wrap } from '@backstop/sdk';
import type pg from 'pg';
import { newSession } from '../../support/client.js';
import { newSetting, type Setting } from '../../support/customers.js';
import { newPool } from '../../support/pool.js';
import { rollBack } from '../../support/roll-back.js';

/** `orders` of three schemas, and one in another database; each has the same row. */
const TABLES = `CREATE SCHEMA shop; CREATE SCHEMA sales;
  CREATE TABLE public.orders (id int PRIMARY KEY, total int, paid_at timestamptz, due date);
  CREATE TABLE shop.orders (LIKE public.orders INCLUDING ALL); CREATE TABLE sales.orders (LIKE public.orders INCLUDING ALL);
  INSERT INTO public.orders VALUES (1, 10); INSERT INTO shop.orders VALUES (1, 20); INSERT INTO sales.orders VALUES (1, 30);`;

interface Agent {
  readonly setting: Setting;
  readonly client: pg.PoolClient;
  /** All rows of all schemas. */
  state(): Promise<unknown>;
  /** Returns the reasons of the calls so far. */
  reasons(): Promise<(string | null)[]>;
}

const used: { end(): unknown }[] = [];
afterAll(() => Promise.all(used.map((pool) => pool.end())));

/** Makes an agent with a connection of its own; `setUp` runs first on the connection, ungoverned or not. */
async function newAgent({ config = {} }: { config?: pg.PoolConfig } = {}): Promise<Agent> {
  const setting = await newSetting();
  const { database, session, operator } = setting;
  await database.pool.query(TABLES);
  const raw = newPool({ connectionString: database.url, max: 1, ...config });
  const pool = wrap(raw, session, { connector: 'postgres' });
  used.push(pool);
  const client = await pool.connect();
  const sql = `SELECT 'public' AS schema, o.* FROM public.orders o UNION ALL SELECT 'shop', o.* FROM shop.orders o
    UNION ALL SELECT 'sales', o.* FROM sales.orders o ORDER BY 1, 2`;
  return {
    setting,
    client,
    state: async () => (await database.pool.query(sql)).rows,
    reasons: async () => {
      const { actions } = (await operator.get(`/sessions/${session.id}`)).body.data;
      return actions.map(({ snapshot }: { snapshot: { reason: string | null } | null }) => snapshot?.reason ?? null);
    },
  };
}

const rolledBack = async ({ setting: { session }, client }: Agent) => {
  client.release();
  return rollBack(session);
};

describe('the undo of a call whose connection has settings of its own', () => {
  it.each<[string, string, pg.PoolConfig, string[]]>([
    ['a search path that was set', 'UPDATE orders SET total = 99 WHERE id = 1', {}, ['SET search_path = shop, public']],
    ['a search path of its URL', 'UPDATE orders SET total = 99', { options: '-c search_path=shop' }, []],
    [
      'a search path, for an upsert',
      'INSERT INTO orders (id, total) VALUES (1, 5), (2, 6) ON CONFLICT (id) DO UPDATE SET total = excluded.total',
      {},
      ['SET search_path = shop'],
    ],
    ['no such settings', 'UPDATE shop.orders SET total = total + 1', {}, []],
  ])('writes the table that the name means with %s', async (_, sql, config, first) => {
    const agent = await newAgent({ config });
    const before = await agent.state();
    for (const each of first) await agent.client.query(each);
    await agent.client.query(sql);
    const after = (await agent.state()) as { schema: string; total: number }[];
    expect(after.filter(({ schema }) => schema !== 'shop')).toEqual(
      (before as { schema: string }[]).filter(({ schema }) => schema !== 'shop'),
    );
    expect(after).not.toEqual(before);
    expect(await rolledBack(agent)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await agent.state()).toEqual(before);
  });

  it.each([
    ['bytea_output = escape', "UPDATE measures SET data = '\\x00ff', note = 'b'", 'REVERTED'],
    ['extra_float_digits = 0', 'UPDATE measures SET value = 0.2::float8 + 0.1::float8', 'ROLLBACK_FAILED'],
    ['extra_float_digits = 0', "UPDATE measures SET note = 'b'", 'REVERTED'],
  ])('compares values that it writes in another way with %s: %s', async (setting, sql, displayStatus) => {
    const agent = await newAgent();
    const { pool } = agent.setting.database;
    await pool.query(`CREATE TABLE measures (id int PRIMARY KEY, value float8, data bytea, note text);
      INSERT INTO measures VALUES (1, 0.1::float8 + 0.7::float8, '\\x5c00', 'a')`);
    const rows = async () => (await pool.query('SELECT * FROM measures')).rows;
    const before = await rows();
    await agent.client.query(`SET ${setting}`);
    await agent.client.query(sql);
    const after = await rows();
    expect(after).not.toEqual(before);
    expect(await rolledBack(agent)).toMatchObject({ displayStatus });
    expect(await rows()).toEqual(displayStatus === 'REVERTED' ? before : after);
  });

  it('writes the table in the schema of the role that the connection has taken', async () => {
    const agent = await newAgent();
    await agent.setting.database.pool.query(`
      DO $$ BEGIN CREATE ROLE shop; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
      GRANT ALL ON SCHEMA shop TO shop; GRANT ALL ON ALL TABLES IN SCHEMA shop TO shop`);
    const before = await agent.state();
    await agent.client.query('SET ROLE shop');
    await agent.client.query('UPDATE orders SET total = 99 WHERE id = 1');
    const after = (await agent.state()) as { schema: string; id: number; total: number }[];
    expect(after.filter(({ total }) => total === 99)).toEqual([expect.objectContaining({ schema: 'shop', id: 1 })]);
    const { results } = await rolledBack(agent);
    expect(results.map(({ outcome }) => outcome)).toContain('ROLLED_BACK');
    expect(await agent.state()).toEqual(before);
  });

  it('follows a search path that the same connection sets again', async () => {
    const agent = await newAgent();
    const before = await agent.state();
    for (const schema of ['shop', 'sales', 'shop']) {
      await agent.client.query(`SET search_path = ${schema}`);
      await agent.client.query('UPDATE orders SET total = total + 1');
    }
    expect(await agent.reasons()).toEqual([null, null, null]);
    expect(await rolledBack(agent)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await agent.state()).toEqual(before);
  });

  it.each<[string, string[], string, RegExp]>([
    [
      'a temporary table in front of the real one',
      ['CREATE TEMPORARY TABLE orders (id int PRIMARY KEY, total int)', 'INSERT INTO pg_temp.orders VALUES (1, 10)'],
      'UPDATE orders SET total = 99 WHERE id = 1',
      /temporary table/,
    ],
    [
      'another table that the statement reads by a bare name',
      ['SET search_path = shop'],
      'UPDATE public.orders SET total = 99 WHERE id IN (SELECT id FROM orders WHERE total = 20)',
      /bare name orders/,
    ],
    [
      'a time zone that a literal is read in',
      ["SET TIME ZONE 'Pacific/Kiritimati'"],
      "UPDATE public.orders SET paid_at = '2026-01-01 00:00' WHERE id = 1",
      /paid_at .* settings/,
    ],
    [
      'a time zone, for a free statement',
      ["SET TIME ZONE 'Pacific/Kiritimati'"],
      "UPDATE public.orders SET total = 99 WHERE paid_at IS NULL OR paid_at > '2026-01-01' OR id = 1",
      /settings/,
    ],
    [
      'another order of day and month',
      ["SET DateStyle = 'ISO, DMY'"],
      "UPDATE public.orders SET due = '02/01/2026' WHERE id = 1",
      /due .* settings/,
    ],
  ])('is not promised, and nothing is written, with %s', async (_, first, sql, reason) => {
    const agent = await newAgent();
    for (const each of first) await agent.client.query(each);
    await agent.client.query(sql);
    const left = await agent.state();
    expect((await agent.reasons()).at(-1)).toMatch(reason);
    expect(await rolledBack(agent)).not.toMatchObject({ displayStatus: 'REVERTED' });
    expect(await agent.state()).toEqual(left);
  });

  it.each<[string, string]>([
    ["SET TIME ZONE 'Pacific/Kiritimati'", "UPDATE public.orders SET paid_at = '2026-01-01T00:00:00+00' WHERE id = 1"],
    ["SET TIME ZONE 'Pacific/Kiritimati'", 'UPDATE public.orders SET total = 7 WHERE id = 1'],
    ["SET DateStyle = 'ISO, DMY'", "UPDATE public.orders SET due = '2026-02-01' WHERE id = 1"],
    ["SET TIME ZONE 'Etc/UTC'", "UPDATE public.orders SET paid_at = '2026-01-01 00:00' WHERE id = 1"],
  ])('is made where no value depends on them: %s; %s', async (setting, sql) => {
    const agent = await newAgent({ config: { options: '-c TimeZone=UTC' } });
    await agent.setting.database.pool.query(
      `ALTER DATABASE ${agent.setting.database.url.split('/').at(-1)} SET TimeZone = 'UTC'`,
    );
    const before = await agent.state();
    await agent.client.query(setting);
    await agent.client.query(sql);
    expect(await agent.reasons()).toEqual([null]);
    expect(await rolledBack(agent)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await agent.state()).toEqual(before);
  });

  it('is not promised where the connection names another database than the credential', async () => {
    const [agent, elsewhere] = [await newAgent(), await newSetting()];
    const { operator, session } = agent.setting;
    const connectionString = elsewhere.database.url;
    await elsewhere.database.pool.query(TABLES);
    await operator.put('/settings/credentials/postgres', { values: { connectionString } });
    await agent.client.query('UPDATE orders SET total = 99 WHERE id = 1');
    expect(await agent.reasons()).toEqual([expect.stringMatching(/another database/)]);
    expect(await rolledBack(agent)).not.toMatchObject({ displayStatus: 'REVERTED' });
    expect((await elsewhere.database.pool.query('SELECT total FROM orders')).rows).toEqual([{ total: 10 }]);
    expect(session.simulated).toBe(false);
  });
});

describe('a precapture over HTTP', () => {
  const call = (table: string) => ({
    apiName: 'postgres.rows.update',
    payload: { table, match: { id: 1 }, values: { total: 99 } },
  });

  async function newPrecapture() {
    const setting = await newSetting();
    const { database, agent, operator } = setting;
    await database.pool.query(TABLES);
    const session = await newSession(agent);
    const path = `/sessions/${session}/actions`;
    const oid = async (table: string) =>
      (await database.pool.query('SELECT $1::regclass::oid::text AS oid', [table])).rows[0].oid as string;
    const [told] = (
      await database.pool.query(`SELECT (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint::text AS server,
        current_database() AS database, array_to_json(current_schemas(true)) AS path`)
    ).rows;
    const connection = { ...told, settings: {} };
    const capture = async (body: object) => (await agent.post(`${path}/precapture`, body)).body.data;
    return { setting, agent, operator, path, oid, connection, capture };
  }

  it('is refused as ambiguous for a bare name of several tables when the client reports no connection', async () => {
    const { capture, setting } = await newPrecapture();
    expect(await capture(call('orders'))).toMatchObject({ captureFailed: true });
    expect(await capture(call('shop.orders'))).toMatchObject({ captureFailed: false });
    expect(
      await capture({ ...call('customers'), payload: { ...call('customers').payload, values: { credit: 1 } } }),
    ).toMatchObject({ captureFailed: false });
    const client = await setting.database.pool.connect();
    await client.query('CREATE TEMPORARY TABLE customers (id int)');
    expect(
      await capture({ ...call('customers'), payload: { ...call('customers').payload, values: { credit: 1 } } }),
    ).toMatchObject({ captureFailed: true });
    client.release(true);
  });

  it('captures nothing for an agent with a false report of its connection, beyond the capture of the named table', async () => {
    const { agent, operator, path, oid, connection, capture } = await newPrecapture();
    const told = async (schema: string, table: string) => ({
      ...connection,
      table: { schema, id: await oid(table), temporary: false },
    });
    const failed = { captureFailed: true };
    expect(await capture({ ...call('public.orders'), connection: await told('sales', 'sales.orders') })).toMatchObject(
      failed,
    );
    expect(await capture({ ...call('orders'), connection: await told('sales', 'public.orders') })).toMatchObject(
      failed,
    );
    expect(await capture({ ...call('orders'), connection: await told('sales', 'customers') })).toMatchObject(failed);
    expect(await capture({ ...call('orders'), connection: { ...connection, server: '1' } })).toMatchObject(failed);
    expect(await capture({ ...call('orders'), connection })).toMatchObject(failed);
    const lie = await capture({ ...call('orders'), connection: await told('sales', 'sales.orders') });
    expect(lie).toMatchObject({ captureFailed: false });
    const policy = { apiNamePattern: 'postgres.*', action: 'BLOCK' };
    const condition = { field: 'target.table', operator: 'eq', value: 'sales.orders' };
    expect((await operator.post('/policies', { ...policy, condition })).status).toBe(201);
    const asked = await agent.post(path, {
      ...call('orders'),
      operationType: 'UPDATE',
      precaptureId: lie.precaptureId,
    });
    expect([asked.status, asked.body.error.type]).toEqual([403, expect.stringMatching(/policy-blocked$/)]);
  });

  it('returns 400 for a connection of another shape', async () => {
    const { agent, path, connection } = await newPrecapture();
    for (const wrong of [{ ...connection, role: 'x' }, { ...connection, settings: { timeZone: 1 } }, 'shop', null]) {
      const answer = await agent.post(`${path}/precapture`, { ...call('orders'), connection: wrong });
      expect([answer.status, answer.body.error.type]).toEqual([400, expect.stringMatching(/validation-failed$/)]);
    }
  });
});
