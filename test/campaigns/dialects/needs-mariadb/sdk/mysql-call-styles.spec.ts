import { createConnection, createPool, type RowDataPacket } from 'mysql2';
import {
  calledBack,
  closing,
  newCustomers,
  newPool,
  rowsOf,
  setup,
  world,
} from '../../../../../sdk/test/needs-mariadb/customers.js';

describe('a wrapped client of mysql2 lets nothing past the gate', () => {
  it('hands out no bare connection', async () => {
    const table = await newCustomers();
    const { wrapped, policy } = await setup(createConnection({ uri: world.url }));
    await policy('*', 'BLOCK');
    const [error, given] = await calledBack((done) => wrapped.connect(done as never));
    expect(error ?? null).toBeNull();
    const connection = (given ?? wrapped) as typeof wrapped;
    for (const one of [wrapped, connection]) {
      const [blocked] = await calledBack(
        (done) => one.query?.(`DELETE FROM ${table}`, done) ?? done({ code: 'policy-blocked' }),
      );
      expect(blocked).toMatchObject({ code: 'policy-blocked' });
    }
    expect(await rowsOf(table)).toHaveLength(3);
  });

  it('asks for each statement that may delete when an option names deletions', async () => {
    const table = await newCustomers();
    await world.sql(`CREATE OR REPLACE VIEW ${table}_v AS SELECT * FROM ${table}`);
    const { wrapped, operator } = await setup(newPool(), { requiresApproval: ['rows.delete'] });
    const statements = [
      `DELETE FROM ${table} WHERE id = 1`,
      `DELETE FROM ${table} WHERE id = 1 OR id = 2`,
      `DELETE /* all */ FROM ${table}`,
      `TRUNCATE ${table}`,
      `REPLACE INTO ${table} (id) VALUES (1)`,
      `CREATE OR REPLACE TABLE ${table} (id int)`,
      `CALL anything()`,
      `UPDATE ${table} SET credit = anything(id)`,
    ];
    let settled = false;
    const all = Promise.all(
      statements.map(async (sql) => {
        return wrapped.query(sql).then(
          () => `ran: ${sql}`,
          (error: { code?: string }) => error.code,
        );
      }),
    ).finally(() => (settled = true));
    while (!settled) {
      for (const { id } of (await operator.get('/approvals')).body.data)
        await operator.post(`/approvals/${id}/reject`, { reason: 'Not now.' });
      await new Promise((done) => setTimeout(done, 100));
    }
    expect(new Set(await all)).toEqual(new Set(['approval-rejected']));
    expect(await rowsOf(table)).toHaveLength(3);
    await wrapped.query(`UPDATE ${table} SET credit = credit + 1 WHERE id = 1`);
    await wrapped.query(`INSERT INTO ${table} (name) VALUES ('Di')`);
    expect(await rowsOf(table)).toHaveLength(4);
  });

  it('sends the checked statement: arguments that change later, or answer twice, are read once', async () => {
    const table = await newCustomers();
    const { wrapped, policy, actions } = await setup(newPool());
    await policy('mysql.rows.delete', 'BLOCK');
    let asked = 0;
    const twice = {
      get sql() {
        asked += 1;
        return asked === 1 ? `SELECT id FROM ${table}` : `DELETE FROM ${table}`;
      },
    };
    await wrapped.query(twice);
    const values = ['first', 1];
    const updating = wrapped.query(`UPDATE ${table} SET name = ? WHERE id = ?`, values);
    values.splice(0, 2, 'second', 2);
    await updating;
    expect(((await rowsOf(table)) as { name?: unknown }[]).map(({ name }) => name)).toEqual(['first', 'Bob', 'Cy']);
    expect((await actions()).map(({ payload }) => payload.values)).toEqual([{ name: 'first' }]);
  });

  it('asks for each text that a function of the application rewrites (queryFormat)', async () => {
    const table = await newCustomers();
    const queryFormat = (sql: string) => sql.replace('SELECT id', 'DELETE');
    const settings = { uri: world.url, queryFormat };
    const { wrapped, wrap, policy } = await setup(createPool(settings));
    const connection = wrap(closing(createConnection(settings)), { connector: 'mysql' });
    await policy('*', 'BLOCK');
    for (const client of [wrapped, connection]) {
      const [error] = await calledBack((done) => client.query(`SELECT id FROM ${table}`, done));
      expect(error).toMatchObject({ code: 'policy-blocked' });
      const [none] = await calledBack((done) => client.execute(`SELECT id FROM ${table}`, done));
      expect(none).toBeNull();
    }
    expect(await rowsOf(table)).toHaveLength(3);
  });

  it('keeps the order of calls that are not awaited, on one connection', async () => {
    const table = await newCustomers();
    const { wrapped } = await setup(newPool());
    const connection = await wrapped.getConnection();
    const credit = `SELECT credit FROM ${table} WHERE id = 1`;
    const [, [first], , [second]] = await Promise.all([
      connection.query(`UPDATE ${table} SET credit = credit + 1 WHERE id = 1`),
      connection.query<RowDataPacket[]>(credit),
      connection.execute(`UPDATE ${table} SET credit = ? WHERE id = 1`, [50]),
      connection.execute<RowDataPacket[]>(credit),
    ]);
    expect([first[0]?.credit, second[0]?.credit]).toEqual([11, 50]);
    connection.release();
  });
});
