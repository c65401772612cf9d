import { type createConnection, createPool, type ResultSetHeader } from 'mysql2';
import { createConnection as connectPromised } from 'mysql2/promise';
import { eventually } from '../../../test/support/patience.mjs';
import { newGovernance } from '../support/governance.js';
import { calledBack, closing, newCustomers, newPool, rowsOf, setup, world } from './customers.js';

const errorOf = async (call: Promise<unknown>) => {
  const { name, message, code, errno } = (await call.catch((error: unknown) => error)) as Error &
    Record<string, unknown>;
  return { name, message, code, errno };
};

describe('a wrapped client of mysql2', () => {
  it('reads, streams and prepares reads as the bare client does, and records none of these calls', async () => {
    const table = await newCustomers();
    const { wrapped, actions, wrap } = await setup(newPool());
    const barePool = closing(createPool({ uri: world.url }));
    const wrappedPool = wrap(closing(createPool({ uri: world.url })), { connector: 'mysql' });
    const sql = `SELECT id, UPPER(name) AS name FROM ${table} WHERE credit > ? ORDER BY id`;
    const results = [];
    for (const [pool, old] of [
      [world.pool, barePool],
      [wrapped, wrappedPool],
    ] as const) {
      const connection = await pool.getConnection();
      const statement = await connection.prepare(sql);
      const streamed: unknown[] = [];
      for await (const row of old.query(sql, [10]).stream()) streamed.push(row);
      results.push([
        (await pool.query(sql, [10]))[0],
        (await pool.execute({ sql, values: [10], rowsAsArray: true }))[0],
        (await statement.execute([20]))[0],
        (await connection.query(`DESCRIBE ${table}`))[0],
        (await calledBack((done) => old.query(sql, [20], done)))[1],
        streamed,
        await errorOf(pool.query('SELECT nothing FROM nowhere')),
        await new Promise((resolve) => old.query('SELECT 1 AS one').on('result', resolve)),
      ]);
      await statement.close();
      connection.release();
    }
    expect(results[1]).toEqual(results[0]);
    expect(wrapped).toBeInstanceOf(newPool().constructor);
    expect(wrapped.query).toBe(wrapped.query);
    expect(await actions()).toEqual([]);
  });

  it('asks for what writes in every style, and answers and fails as the bare client does', async () => {
    const { actions, wrap } = await setup(newPool());
    const results = [];
    const tables = [await newCustomers(), await newCustomers()];
    for (const [index, table] of tables.entries()) {
      const govern = <T extends { end(): unknown }>(client: T): T =>
        index === 0 ? closing(client) : wrap(closing(client), { connector: 'mysql' });
      const pool = govern(newPool());
      const old = govern(createPool({ uri: world.url }));
      const connection = await pool.getConnection();
      const statement = await connection.prepare(`UPDATE ${table} SET credit = ? WHERE id = ?`);
      const order: unknown[] = [];
      const deleted = calledBack((done) => {
        old.query(`DELETE FROM ${table} WHERE id = 3`, (...given: unknown[]) => {
          order.push('called');
          done(...given);
        });
        order.push('returned');
      });
      const got = await calledBack((done) => old.getConnection(done));
      const given = got[1] as ReturnType<typeof createConnection> & { release(): void };
      results.push([
        (await deleted).slice(0, 2),
        order,
        await pool.query(`INSERT INTO ${table} (name, credit) VALUES (?, 1), ('Di', NULL)`, ["It's"]),
        await connection.execute(`UPDATE ${table} SET name = ? WHERE credit >= ? AND id IN (1, 2)`, ['Bo', 20]),
        await statement.execute([7, 1]),
        await connection.execute({ sql: `UPDATE ${table} SET credit = ? WHERE id = 2`, values: [8] }, [9]),
        await connection.query({ sql: `UPDATE ${table} SET credit = ? WHERE id = 2`, values: [8] }, [9]),
        await calledBack((done) => given.execute({ sql: `UPDATE ${table} SET credit = credit + 1` }, done)),
        errorWithout(table, await errorOf(pool.query(`INSERT INTO ${table} (id) VALUES (1)`))),
        await rowsOf(table),
      ]);
      given.release();
      connection.release();
    }
    expect(results[1]).toEqual(results[0]);
    const table = tables[1];
    expect((await actions()).map(({ apiName, payload, status }) => [apiName, payload, status])).toEqual([
      ['mysql.rows.delete', { table, match: { id: 3 } }, 'SUCCESS'],
      [
        'mysql.rows.insert',
        {
          table,
          values: [
            { name: "It's", credit: 1 },
            { name: 'Di', credit: null },
          ],
        },
        'SUCCESS',
      ],
      [
        'mysql.rows.update',
        { table, match: { credit: { gte: 20 }, id: { in: [1, 2] } }, values: { name: 'Bo' } },
        'SUCCESS',
      ],
      ['mysql.rows.update', { table, match: { id: 1 }, values: { credit: 7 } }, 'SUCCESS'],
      ['mysql.rows.update', { table, match: { id: 2 }, values: { credit: 8 } }, 'SUCCESS'],
      ['mysql.rows.update', { table, match: { id: 2 }, values: { credit: 9 } }, 'SUCCESS'],
      ['mysql.query', { sql: `UPDATE ${table} SET credit = credit + 1`, values: [] }, 'SUCCESS'],
      ['mysql.rows.insert', { table, values: { id: 1 } }, 'FAILED'],
    ]);
  });

  it('reports the effects of a transaction when it ends, and none of a transaction that was rolled back', async () => {
    const table = await newCustomers();
    const { wrapped, actions } = await setup(newPool());
    const connection = await wrapped.getConnection();
    const statuses = async () => (await actions()).map(({ status }) => status);
    await connection.beginTransaction();
    await connection.query(`UPDATE ${table} SET credit = 0 WHERE id = 1`);
    expect(await statuses()).toEqual(['CLEARED']);
    await connection.rollback();
    expect(await eventually(statuses, ([first]) => first !== 'CLEARED')).toEqual(['FAILED']);
    await connection.query('START TRANSACTION');
    await connection.query(`UPDATE ${table} SET credit = 0 WHERE id = 2`);
    // The first call runs first, as it does on the bare connection.
    await Promise.all([connection.query(`DELETE FROM ${table} WHERE id = 3`), connection.commit()]);
    expect(await eventually(statuses, (all) => !all.includes('CLEARED'))).toEqual(['FAILED', 'SUCCESS', 'SUCCESS']);
    connection.release();
    expect(await rowsOf(table)).toEqual([
      { id: 1, name: 'Ada', credit: 10 },
      { id: 2, name: 'Bob', credit: 0 },
    ]);
  });

  it('lets what is in flight end before its connection is given back or ended', async () => {
    const table = await newCustomers();
    const { wrapped, wrap } = await setup(newPool());
    const connection = await wrapped.getConnection();
    const update = connection.query(`UPDATE ${table} SET credit = 1 WHERE id = 1`);
    connection.release();
    await update;
    const single = wrap(closing(await connectPromised({ uri: world.url })), { connector: 'mysql' });
    const deletion = single.query(`DELETE FROM ${table} WHERE id = 2`);
    await single.end();
    await deletion;
    expect(await rowsOf(table)).toEqual([
      { id: 1, name: 'Ada', credit: 1 },
      { id: 3, name: 'Cy', credit: 30 },
    ]);
  });

  it('does nothing for a test key, and answers what MySQL might', async () => {
    const table = await newCustomers();
    const before = await rowsOf(table);
    const { wrapped } = await setup(newPool(), {}, await newGovernance({ as: ({ testAgent }) => testAgent }));
    const [header] = await wrapped.query<ResultSetHeader>(`INSERT INTO ${table} (name) VALUES ('x'), ('y')`);
    expect(header.affectedRows).toBe(2);
    const [error, called] = await calledBack((done) => wrapped.pool.query(`DELETE FROM ${table}`, done));
    expect([error, called]).toMatchObject([null, { affectedRows: 0 }]);
    expect(await rowsOf(table)).toEqual(before);
  });
});

function errorWithout(table: string, error: object): unknown {
  return JSON.parse(JSON.stringify(error).replaceAll(table, 'table'));
}
