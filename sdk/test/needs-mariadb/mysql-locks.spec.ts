import { createConnection, createPool } from 'mysql2/promise';
import { eventually } from '../../../test/support/patience.mjs';
import { newCustomers, newPool, setup, world } from './customers.js';

const PENDING = { name: 'ApprovalPendingError', code: 'approval-pending' };

it('a transaction of mysql2 in which a call waits for an approval ends with its connection after holdLocksMs', async () => {
  const table = await newCustomers();
  const { wrapped, actions } = await setup(newPool(), { requiresApproval: ['rows.delete'], holdLocksMs: 5_000 });
  const connection = await wrapped.getConnection();
  await connection.beginTransaction();
  await connection.query(`UPDATE ${table} SET credit = 99 WHERE id = 1`);
  await expect(connection.query(`DELETE FROM ${table} WHERE id = 2`)).rejects.toMatchObject(PENDING);
  await expect(connection.query(`UPDATE ${table} SET credit = 98 WHERE id = 1`)).rejects.toThrow();
  expect(await world.sql(`SELECT credit FROM ${table} WHERE id < 3 ORDER BY id FOR UPDATE`)).toEqual([
    { credit: 10 },
    { credit: 20 },
  ]);
  expect((await actions())[0]).toMatchObject({ apiName: 'mysql.rows.update', status: 'FAILED' });
});

it("a connection of mysql2 outside of a transaction outlives a call that needs an approval with pending: 'throw'", async () => {
  const table = await newCustomers();
  const options = { requiresApproval: ['rows.delete'], pending: 'throw' } as const;
  const { wrapped, actions } = await setup(await createConnection({ uri: world.url }), options);
  await expect(wrapped.query(`DELETE FROM ${table} WHERE id = 2`)).rejects.toMatchObject(PENDING);
  await wrapped.query(`UPDATE ${table} SET credit = 11 WHERE id = 1`);
  expect(await world.sql(`SELECT credit FROM ${table} WHERE id < 3 ORDER BY id`)).toEqual([
    { credit: 11 },
    { credit: 20 },
  ]);
  expect(await actions()).toMatchObject([
    { status: 'PENDING_APPROVAL' },
    { apiName: 'mysql.rows.update', status: 'SUCCESS' },
  ]);
});

it("a transaction of mysql2 ends with its connection when a call in it needs an approval with pending: 'throw'", async () => {
  const table = await newCustomers();
  const { wrapped, actions } = await setup(newPool(), { requiresApproval: ['rows.delete'], pending: 'throw' });
  const connection = await wrapped.getConnection();
  await connection.beginTransaction();
  await connection.query(`UPDATE ${table} SET credit = 99 WHERE id = 1`);
  await expect(connection.query(`DELETE FROM ${table} WHERE id = 2`)).rejects.toMatchObject(PENDING);
  await expect(connection.query(`UPDATE ${table} SET credit = 98 WHERE id = 1`)).rejects.toThrow();
  expect(await world.sql(`SELECT credit FROM ${table} WHERE id = 1 FOR UPDATE`)).toEqual([{ credit: 10 }]);
  expect((await actions())[0]).toMatchObject({ apiName: 'mysql.rows.update', status: 'FAILED' });
});

it('a connection of mysql2 that is destroyed while its call waits for an approval leaves the pool at once, and sends nothing', async () => {
  const table = await newCustomers();
  const pool = createPool({ uri: world.url, connectionLimit: 1 });
  const { wrapped, actions } = await setup(pool, { requiresApproval: ['rows.delete'] });
  const connection = await wrapped.getConnection();
  const failed = (call: Promise<unknown>) =>
    call.then(
      () => 'ran',
      (error: Error) => error.message,
    );
  const waiting = failed(connection.query(`DELETE FROM ${table} WHERE id = 1`));
  const next = failed(connection.query(`UPDATE ${table} SET credit = 99 WHERE id = 2`));
  await eventually(actions, ([first]) => first?.status === 'PENDING_APPROVAL');
  connection.destroy();
  const ended = expect.stringContaining('closed state');
  expect([await waiting, await next]).toEqual([ended, ended]);
  const [rows] = await wrapped.query(`SELECT id, credit FROM ${table} WHERE id < 3 ORDER BY id`);
  expect(rows).toEqual([
    { id: 1, credit: 10 },
    { id: 2, credit: 20 },
  ]);
  expect((await eventually(actions, ([first]) => first?.status === 'REJECTED'))[0]).toMatchObject({
    status: 'REJECTED',
    refusal: { code: 'withdrawn' },
  });
});

it('a connection of mysql2 that is released or ended while its calls wait for an approval is left after holdLocksMs, and sends nothing', async () => {
  const table = await newCustomers();
  const pool = createPool({ uri: world.url, connectionLimit: 1 });
  const options = { requiresApproval: ['rows.delete'], holdLocksMs: 5_000 };
  const { wrapped, wrap, actions } = await setup(pool, options);
  const connection = await wrapped.getConnection();
  const alone = wrap(await createConnection({ uri: world.url }), { connector: 'mysql', ...options });
  const calls = [1, 2, 3].map((id) =>
    (id === 3 ? alone : connection).query(`DELETE FROM ${table} WHERE id = ${id}`).catch((error: unknown) => error),
  );
  connection.release();
  await alone.end();
  const [rows] = await wrapped.query(`SELECT count(*) AS rows_left FROM ${table}`);
  expect(rows).toEqual([{ rows_left: 3 }]);
  const late = { name: 'ApprovalTimeoutError', message: expect.stringContaining('holdLocksMs') };
  expect(await Promise.all(calls)).toMatchObject([late, late, late]);
  const withdrawn = { status: 'REJECTED', refusal: { code: 'withdrawn' } };
  const asked = await eventually(actions, (all) => all.every(({ status }) => status === 'REJECTED'));
  expect(asked).toMatchObject([withdrawn, withdrawn]);
});
