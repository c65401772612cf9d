import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, type PoolConnection, type ResultSetHeader } from 'mysql2/promise';
import { newGovernance } from '../../../../../sdk/test/support/governance.js';
import { newTable, startWorld, type World } from '../../../../connectors/needs-mariadb/world.js';
import { eventually } from '../../../../support/patience.mjs';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(() => world.stop());

const COLUMNS =
  'id int PRIMARY KEY AUTO_INCREMENT, name varchar(40), visits int NOT NULL DEFAULT 0, seen datetime DEFAULT now()';

/** Runs a transaction of an agent; returns the report of the rollback of its session. */
async function setup(
  work: (connection: PoolConnection, table: string) => Promise<unknown>,
  more: Pick<Parameters<typeof newGovernance>[0] & object, 'fetch'> = {},
) {
  const table = await newTable(world, COLUMNS);
  await world.sql(`INSERT INTO ${table} (name, visits) VALUES ('Ada', 1), ('Bob', 2)`);
  const people = () => world.sql(`SELECT * FROM ${table} ORDER BY id`);
  const before = await people();
  const { operator, session, wrap, actions } = await newGovernance({
    credentials: { connector: 'mysql', values: { connectionString: world.url } },
    ...more,
  });
  const raw = createPool({ uri: world.url });
  const connection = await wrap(raw, { connector: 'mysql' }).getConnection();
  await connection.beginTransaction();
  await work(connection, table);
  await connection.commit();
  connection.release();
  await raw.end();
  // The agent does not wait until its calls are reported.
  const told = await eventually(actions, (all) => all.every(({ status }) => status !== 'CLEARED'));
  const rollback = async () => (await operator.post(`/sessions/${session.id}/rollback`)).body.data;
  return { table, before, people, rollback, told };
}

type Values = (string | number | null)[];
type Step = readonly [sql: string, ...values: Values];

/** Inserts a person whose key the database generates; `?` after the values of a step is that key. */
const inserted =
  (...steps: Step[]) =>
  async (connection: PoolConnection, table: string) => {
    const [{ insertId }] = await connection.query<ResultSetHeader>(`INSERT INTO ${table} (name) VALUES (?)`, ['Di']);
    for (const [sql, ...values] of steps) await connection.query(sql.replace('people', table), [...values, insertId]);
  };

const ADDS: Step = ['UPDATE people SET visits = visits + ? WHERE id = ?', 5];
const LITERAL: Step = ['UPDATE people SET name = ? WHERE id = ?', 'x'];

describe('the rollback of a transaction of mysql2', () => {
  it('undoes its calls in the order in which they ran: their outcomes are reported one after another', async () => {
    let patches = 0;
    const firstIsSlow: typeof fetch = async (input, init) => {
      if (init?.method === 'PATCH' && patches++ === 0) await sleep(500);
      return fetch(input, init);
    };
    const { told } = await setup(
      async (connection, table) => {
        for (const n of [7, 8, 9]) await connection.query(`UPDATE ${table} SET visits = ? WHERE id = 1`, [n]);
      },
      { fetch: firstIsSlow },
    );
    expect(told.map(({ effectSequence }) => effectSequence)).toEqual([1, 2, 3]);
  });

  it.each<[string, ...Step[]]>([
    ['updates', LITERAL],
    ['adds to', ADDS],
    ['subtracts from', ['UPDATE people SET visits = visits - 2 WHERE id = ?']],
    ['adds to, by the names of its table,', ['UPDATE people p SET p.visits = 3 + p.visits WHERE p.id = ?']],
    ['adds to twice', ADDS, ADDS],
    ['adds to, and updates,', ADDS, LITERAL],
    ['updates, and adds to,', LITERAL, ADDS],
    ['adds to, and sets to a value,', ADDS, ['UPDATE people SET visits = ? WHERE id = ?', 9]],
    ['sets to a value, and adds to,', ['UPDATE people SET visits = ? WHERE id = ?', 9], ADDS],
    ['adds to, and sets at once,', ["UPDATE people SET visits = visits + 1, name = 'y' WHERE id = ?"], LITERAL],
  ])('undoes its changes to a row that it inserts and %s by its new key', async (_, ...steps) => {
    const { before, people, rollback } = await setup(inserted(...steps));
    const report = await rollback();
    expect([report.displayStatus, await people()]).toEqual(['REVERTED', before]);
  });

  it('undoes its changes to a row that it inserts whole, adds to and deletes', async () => {
    const { before, people, rollback } = await setup(async (connection, table) => {
      const row = "(name, visits, seen) VALUES ('Di', 1, '2026-01-01 00:00:00')";
      const [{ insertId }] = await connection.query<ResultSetHeader>(`INSERT INTO ${table} ${row}`);
      await connection.query(`UPDATE ${table} SET visits = visits + 2 WHERE id = ?`, [insertId]);
      await connection.query(`DELETE FROM ${table} WHERE id = ?`, [insertId]);
    });
    const report = await rollback();
    expect([report.displayStatus, await people()]).toEqual(['REVERTED', before]);
  });

  it.each<[string, ...string[]]>([
    ['adds to twice', 'visits = visits + 4', 'visits = visits - 3'],
    ['sets to a value, and adds to,', 'visits = 7', 'visits = visits + 1'],
    ['adds to, and sets to a value,', 'visits = visits + 1', 'visits = 7'],
    ['updates twice', "name = 'x'", "name = 'y'"],
  ])('undoes its changes to an existing row that it %s', async (_, ...changes) => {
    const { before, people, rollback } = await setup(async (connection, table) => {
      for (const change of changes) await connection.query(`UPDATE ${table} SET ${change} WHERE id = 1`);
    });
    const report = await rollback();
    expect([report.displayStatus, await people()]).toEqual(['REVERTED', before]);
  });

  it.each([
    'UPDATE people SET visits = 50 WHERE id = 3',
    "UPDATE people SET name = 'human' WHERE id = 3",
    "REPLACE INTO people (id, name) VALUES (3, 'human')",
  ])('restores nothing in a row that it inserted and added to, once another client did: %s', async (change) => {
    const { table, people, rollback } = await setup(inserted(ADDS, LITERAL));
    await world.sql(change.replace('people', table));
    const now = await people();
    expect((await rollback()).displayStatus).not.toBe('REVERTED');
    const left = (await people()) as { id: number; name: string }[];
    if (change.includes("'human'")) expect(left).toEqual(now);
    expect(left.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('does not claim an undo of unforeseen changes in a row that it inserted', async () => {
    const { people, rollback } = await setup(
      inserted(['UPDATE people SET name = UPPER(name) WHERE id = ?'], ['UPDATE people SET name = NULL WHERE id = ?']),
    );
    const { displayStatus } = await rollback();
    const left = (await people()) as unknown[];
    expect([displayStatus === 'REVERTED', left.length === 2]).toEqual([false, false]);
  });
});

describe('the outcomes of a transaction', () => {
  const setUpTwo = async (confirming: (nth: number) => Promise<unknown>) => {
    const table = await newTable(world, COLUMNS);
    await world.sql(`INSERT INTO ${table} (name, visits) VALUES ('Ada', 1), ('Bob', 2)`);
    let confirmed = 0;
    const governance = await newGovernance({
      credentials: { connector: 'mysql', values: { connectionString: world.url } },
      fetch: async (input, init) => {
        if (init?.method === 'PATCH') await confirming(confirmed++);
        return fetch(input, init);
      },
    });
    const pool = governance.wrap(createPool({ uri: world.url, connectionLimit: 2 }), { connector: 'mysql' });
    const change = (connection: Pick<PoolConnection, 'query'>, id: number, visits: number) =>
      connection.query(`UPDATE ${table} SET visits = ? WHERE id = ?`, [visits, id]);
    const begun = async (id: number, visits: number) => {
      const connection = await pool.getConnection();
      await connection.beginTransaction();
      await change(connection, id, visits);
      return connection;
    };
    const visits = async () =>
      ((await world.sql(`SELECT visits FROM ${table} ORDER BY id`)) as unknown[]).map(
        (row) => (row as { visits: number }).visits,
      );
    return { ...governance, pool, change, begun, visits };
  };

  it('are reported while the service delays those of another connection', async () => {
    let letGo: (value?: unknown) => void = () => undefined;
    const held = new Promise((resolve) => (letGo = resolve));
    let reached: (value?: unknown) => void = () => undefined;
    const asked = new Promise((resolve) => (reached = resolve));
    const { pool, begun, actions } = await setUpTwo(async (nth) => {
      reached();
      return nth === 0 && held;
    });
    const [first, second] = [await begun(1, 10), await begun(2, 20)];
    const committed = first.commit();
    await asked;
    await second.commit();
    const statuses = async () => (await actions()).map(({ status }) => status);
    expect(await statuses()).toEqual(['CLEARED', 'SUCCESS']);
    letGo();
    await committed;
    expect(await statuses()).toEqual(['SUCCESS', 'SUCCESS']);
    first.release();
    second.release();
    await pool.end();
  });

  it('are reported before its commit is answered, so that later calls on any connection are undone first', async () => {
    const { pool, begun, change, visits, operator, session } = await setUpTwo(async (nth) => nth === 0 && sleep(500));
    const [first, second] = [await begun(1, 10), await pool.getConnection()];
    await first.commit();
    await change(second, 1, 20);
    await second.beginTransaction();
    await change(second, 1, 30);
    await second.commit();
    for (const connection of [first, second]) connection.release();
    await pool.end();
    const { body } = await operator.post(`/sessions/${session.id}/rollback`);
    expect([body.data.displayStatus, await visits()]).toEqual(['REVERTED', [1, 2]]);
  });

  it('delay no call after a commit that was not answered', async () => {
    const { pool, begun, change, visits } = await setUpTwo(async () => undefined);
    const connection = await begun(1, 10);
    await world.sql(`KILL CONNECTION ${connection.threadId}`);
    await expect(connection.commit()).rejects.toThrow();
    connection.destroy();
    await change(pool, 2, 20);
    await pool.end();
    expect(await visits()).toEqual([1, 20]);
  });
});
