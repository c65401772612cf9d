import { newCustomers, newPool, setup, world } from './customers.js';

it('a transaction of mysql2 in which a call waits for an approval ends with its connection after holdLocksMs', async () => {
  const table = await newCustomers();
  const { wrapped, actions } = await setup(newPool(), { requiresApproval: ['rows.delete'], holdLocksMs: 5_000 });
  const connection = await wrapped.getConnection();
  await connection.beginTransaction();
  await connection.query(`UPDATE ${table} SET credit = 99 WHERE id = 1`);
  await expect(connection.query(`DELETE FROM ${table} WHERE id = 2`)).rejects.toMatchObject({
    name: 'ApprovalPendingError',
    code: 'approval-pending',
  });
  await expect(connection.query(`UPDATE ${table} SET credit = 98 WHERE id = 1`)).rejects.toThrow();
  expect(await world.sql(`SELECT credit FROM ${table} WHERE id < 3 ORDER BY id FOR UPDATE`)).toEqual([
    { credit: 10 },
    { credit: 20 },
  ]);
  expect((await actions())[0]).toMatchObject({ apiName: 'mysql.rows.update', status: 'FAILED' });
});
