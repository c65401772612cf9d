import { type Connection, createConnection } from 'mysql2/promise';
import { newCustomers, rowsOf, setup, world } from '../../../../../sdk/test/needs-mariadb/customers.js';
import { newTable } from '../../../../connectors/needs-mariadb/world.js';
import { eventually } from '../../../../support/patience.mjs';

const NO_EFFECT = { status: 'FAILED', response: { refusal: { code: 'transaction-rolled-back' } } };

/** A governed connection in a transaction that has set the credit of customer 1 to 99. */
async function begun() {
  const table = await newCustomers();
  const raw = await createConnection({ uri: world.url });
  const { wrapped, actions, operator, session } = await setup(raw);
  await wrapped.beginTransaction();
  await wrapped.query(`UPDATE ${table} SET credit = 99 WHERE id = 1`);
  return {
    ...{ table, raw, connection: wrapped, actions },
    first: async () => (await actions())[0],
    creditOf: async (id: number) => {
      const rows = (await rowsOf(table)) as { id: number; credit: number }[];
      return rows.find((row) => row.id === id)?.credit;
    },
    rollBack: async (order?: object) => (await operator.post(`/sessions/${session.id}/rollback`, order)).body.data,
  };
}

/** Another client waits for the row of the transaction, and holds the one that its next statement wants. */
async function deadlock(table: string, connection: Connection): Promise<void> {
  const other = await createConnection({ uri: world.url });
  await other.beginTransaction();
  // The server ends the transaction that has changed fewer rows.
  await other.query(`INSERT INTO ${table} (name, credit) VALUES ('Di', 1), ('Ed', 2), ('Flo', 3)`);
  await other.query(`UPDATE ${table} SET credit = 1 WHERE id = 2`);
  const waiting = other.query(`UPDATE ${table} SET credit = 1 WHERE id = 1`);
  await expect(connection.query(`UPDATE ${table} SET credit = 1 WHERE id = 2`)).rejects.toMatchObject({ errno: 1213 });
  await waiting;
  await other.rollback();
  await other.end();
}

async function kill(raw: Connection): Promise<void> {
  const [[{ id }]] = (await raw.query('SELECT CONNECTION_ID() AS id')) as unknown as [[{ id: number }]];
  await world.sql(`KILL ${id}`);
}

describe('a call of mysql2 whose transaction did not commit has certainly no effect', () => {
  it.each<[string, (connection: Connection, raw: Connection) => Promise<unknown>]>([
    ['after rollback()', (connection) => connection.rollback()],
    ['after ROLLBACK', (connection) => connection.query('ROLLBACK')],
    ['after the end of its connection', (connection) => connection.end()],
    [
      'after its connection was lost',
      async (connection, raw) => {
        await kill(raw);
        await expect(connection.query('SELECT 1')).rejects.toThrow();
      },
    ],
  ])('%s: a later change by hand stays', async (_, end) => {
    const { table, raw, connection, first, creditOf, rollBack } = await begun();
    await end(connection, raw);
    expect(await eventually(first, ({ status }) => status !== 'CLEARED')).toMatchObject(NO_EFFECT);
    await world.sql(`UPDATE ${table} SET credit = 99 WHERE id = 1`);
    expect(await rollBack()).toBeNull();
    expect(await creditOf(1)).toBe(99);
  });

  it('after a deadlock: a later change by hand stays', async () => {
    const { table, connection, first, creditOf, rollBack } = await begun();
    await deadlock(table, connection);
    expect(await eventually(first, ({ status }) => status !== 'CLEARED')).toMatchObject(NO_EFFECT);
    await world.sql(`UPDATE ${table} SET credit = 99 WHERE id = 1`);
    await connection.commit();
    await rollBack();
    expect(await creditOf(1)).toBe(99);
  });

  it('when autocommit was off and the agent never committed', async () => {
    const table = await newCustomers();
    const { wrapped, actions } = await setup(await createConnection({ uri: world.url }));
    await wrapped.query('SET autocommit = 0');
    await wrapped.query(`UPDATE ${table} SET credit = 99 WHERE id = 1`);
    expect(await actions()).toMatchObject([{ status: 'CLEARED' }]);
    await wrapped.end();
    const told = await eventually(actions, ([action]) => action.status !== 'CLEARED');
    expect(told).toMatchObject([NO_EFFECT]);
    expect(await rowsOf(table)).toContainEqual({ id: 1, name: 'Ada', credit: 10 });
  });
});

describe('a call of mysql2 whose transaction ended otherwise', () => {
  it('has taken effect when a statement commits before it runs', async () => {
    const { connection, first, creditOf, rollBack } = await begun();
    await connection.query(`CREATE TABLE ${await newTable(world, 'id int')}_2 (id int)`);
    await connection.rollback();
    expect(await eventually(first, ({ status }) => status !== 'CLEARED')).toMatchObject({ status: 'SUCCESS' });
    expect((await rollBack()).results).toContainEqual(expect.objectContaining({ outcome: 'ROLLED_BACK' }));
    expect(await creditOf(1)).toBe(10);
  });

  it.each<[string, (begin: Awaited<ReturnType<typeof begun>>) => Promise<unknown>]>([
    [
      'a statement that commits first has failed, and then the agent rolls back',
      async ({ table, connection }) => {
        await expect(connection.query(`CREATE TABLE ${table} (id int)`)).rejects.toThrow(/exists/);
        await connection.rollback();
      },
    ],
    [
      'a procedure has rolled back',
      async ({ table, connection }) => {
        await world.sql(`CREATE PROCEDURE ${table}_p () BEGIN ROLLBACK; END`);
        await connection.query(`CALL ${table}_p()`);
      },
    ],
    [
      'the connection was lost at COMMIT',
      async ({ raw, connection }) => {
        await kill(raw);
        await expect(connection.commit()).rejects.toThrow();
        connection.destroy();
      },
    ],
  ])('is not reported when %s', async (_, end) => {
    const given = await begun();
    await end(given);
    // A later report follows the earlier ones.
    const { wrapped, actions } = await setup(await createConnection({ uri: world.url }));
    await wrapped.query(`UPDATE ${given.table} SET credit = 5 WHERE id = 3`);
    await eventually(actions, ([action]) => action.status === 'SUCCESS');
    expect(await given.first()).toMatchObject({ status: 'CLEARED', response: null });
  });

  it('is probed first, and forced by an operator alone, when a failed CREATE TABLE has committed it', async () => {
    const { table, connection, creditOf, rollBack } = await begun();
    await expect(connection.query(`CREATE TABLE ${table} (id int)`)).rejects.toThrow(/exists/);
    await connection.rollback();
    expect(await creditOf(1)).toBe(99);
    const { results } = await rollBack();
    const mine = results.find(({ apiName }: { apiName: string }) => apiName === 'mysql.rows.update');
    expect(mine).toMatchObject({ outcome: 'UNKNOWN', isUnproved: true });
    await rollBack({ force: [mine.actionId] });
    expect(await creditOf(1)).toBe(10);
  });

  it.each<[string, (connection: Connection, raw: Connection) => Promise<unknown>]>([
    ['rollback()', (connection) => connection.rollback()],
    ['end()', (connection) => connection.end()],
    [
      'the loss of its connection',
      async (connection, raw) => {
        await kill(raw);
        await expect(connection.query('SELECT 1')).rejects.toThrow();
      },
    ],
  ])('has taken effect, whatever %s does, when its table has no transactions', async (_, end) => {
    const lasting = await newTable(world, 'id int PRIMARY KEY, credit int', 'ENGINE=MyISAM');
    const { raw, connection, actions } = await begun();
    await connection.query(`INSERT INTO ${lasting} (id, credit) VALUES (1, 1)`);
    await end(connection, raw);
    const told = await eventually(actions, ([, one]) => one.status !== 'CLEARED');
    expect(await world.sql(`SELECT id FROM ${lasting}`)).toEqual([{ id: 1 }]);
    expect(told[1]).toMatchObject({ status: 'SUCCESS' });
  });

  it('continues after a statement that fails alone, and is reported when it is committed', async () => {
    const { table, connection, first } = await begun();
    await expect(connection.query(`INSERT INTO ${table} (id) VALUES (1)`)).rejects.toThrow(/Duplicate/);
    await connection.commit();
    expect(await eventually(first, ({ status }) => status !== 'CLEARED')).toMatchObject({ status: 'SUCCESS' });
  });

  it('is refused in two phases', async () => {
    const { connection } = await begun();
    await connection.rollback();
    await expect(async () => connection.query("XA START 'x'")).rejects.toThrow(/two phases/);
  });
});
