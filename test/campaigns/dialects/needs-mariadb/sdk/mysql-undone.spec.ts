import type { ResultSetHeader, RowDataPacket } from 'mysql2';
import { createConnection as connectPromised } from 'mysql2/promise';
import {
  closing,
  newCustomers,
  newPool,
  rowsOf,
  setup,
  world,
} from '../../../../../sdk/test/needs-mariadb/customers.js';
import { newTable } from '../../../../connectors/needs-mariadb/world.js';
import { eventually } from '../../../../support/patience.mjs';
import { rollBack } from '../../../../support/roll-back.js';

describe('a wrapped client of mysql2', () => {
  it('runs the approved call, which can be undone', async () => {
    const table = await newCustomers();
    const before = await rowsOf(table);
    const { wrapped, approve, session } = await setup(newPool(), { requiresApproval: ['rows.update', 'query'] });
    const update = wrapped.execute<ResultSetHeader>(`UPDATE ${table} SET credit = ? WHERE id = ?`, [99, 1]);
    await approve((payload) => ({ ...payload, match: { id: { in: [1, 2] } }, values: { credit: 5 } }));
    expect((await update)[0].affectedRows).toBe(2);
    await wrapped.query(`INSERT INTO ${table} (name) VALUES ('Eve')`);
    await wrapped.query(`DELETE FROM ${table} WHERE id = 3`);
    const [rows] = await wrapped.query<RowDataPacket[]>(`SELECT id, name, credit FROM ${table} ORDER BY id`);
    expect(rows).toEqual([
      { id: 1, name: 'Ada', credit: 5 },
      { id: 2, name: 'Bob', credit: 5 },
      { id: 4, name: 'Eve', credit: null },
    ]);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await rowsOf(table)).toEqual(before);
  });

  it('undoes calls after a column that they did not set was dropped, a type widened and a column added', async () => {
    const table = await newTable(world, 'id int PRIMARY KEY AUTO_INCREMENT, name varchar(40), credit int, note text');
    await world.sql(`INSERT INTO ${table} (name, credit) VALUES ('Ada', 10), ('Bob', 20), ('Cy', 30), ('Di', 40)`);
    await world.sql(`UPDATE ${table} SET note = 'n' WHERE id = 4`);
    const rows = async () =>
      ((await rowsOf(table)) as object[]).map((row) =>
        Object.fromEntries(Object.entries(row).map(([k, v]) => [k, `${v}`])),
      );
    const before = await rows();
    const { wrapped, session, operator } = await setup(newPool());
    await wrapped.query(`UPDATE ${table} SET credit = 1 WHERE id = 1`);
    await wrapped.query(`UPDATE ${table} SET credit = credit + 7 WHERE id = 2`);
    await wrapped.query(`INSERT INTO ${table} (name) VALUES ('Eve')`);
    await wrapped.query(`DELETE FROM ${table} WHERE id = 3`);
    await wrapped.query(`DELETE FROM ${table} WHERE id = 4`);
    await world.sql(`ALTER TABLE ${table} DROP note, ADD kind varchar(9) DEFAULT 'new',
      MODIFY id bigint AUTO_INCREMENT, MODIFY credit bigint, MODIFY name varchar(80)`);
    const { results } = await rollBack(session);
    // The value of the deleted row in the dropped column is not restored.
    expect(results.map(({ outcome }) => outcome)).toEqual(['CONFLICT', ...Array(4).fill('ROLLED_BACK')]);
    expect(await rows()).toEqual(before.slice(0, 3));
    const forced = await operator.post(`/sessions/${session.id}/rollback`, { onConflict: 'force' });
    expect(forced.body.data).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await rows()).toEqual(before);
  });

  it.each<[string, unknown[]]>([
    ['UPDATE TABLE SET credit = credit + ? WHERE id = 1 OR name LIKE ?', [5, 'B%']],
    ['UPDATE TABLE SET name = CONCAT(name, ?), credit = NULL WHERE name IN (?, ?)', ['!', Buffer.from('Ada'), 'Cy']],
    ["INSERT INTO TABLE VALUES (70, 'Di', 1 + 1)", []],
    ["INSERT INTO TABLE VALUES (1, 'A', 2), (70, 'Di', 1) ON DUPLICATE KEY UPDATE name = VALUES(name)", []],
    ["INSERT IGNORE INTO TABLE VALUES (1, 'A', 2), (70, ?, 1)", ['Di']],
    ['DELETE FROM TABLE WHERE credit > 15 OR credit IS NULL', []],
  ])('runs a statement of expressions, which is undone: %s', async (text, values) => {
    const table = await newCustomers();
    const before = await rowsOf(table);
    const { wrapped, actions, session } = await setup(newPool());
    const connection = await wrapped.getConnection();
    await connection.beginTransaction();
    await connection.query(text.replace('TABLE', table), values);
    await connection.commit();
    connection.release();
    expect(await rowsOf(table)).not.toEqual(before);
    expect(await eventually(actions, ([first]) => first?.status !== 'CLEARED')).toMatchObject([
      { apiName: 'mysql.query', status: 'SUCCESS' },
    ]);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await rowsOf(table)).toEqual(before);
  });

  it.each([
    'SELECT * FROM TABLE WHERE id = ? FOR UPDATE',
    'SELECT id, `credit` FROM TABLE t WHERE t.id = ? ORDER BY id DESC LIMIT 1 LOCK IN SHARE MODE',
  ])('is undone with its locking read, which changes nothing: %s', async (text) => {
    const table = await newCustomers();
    const before = await rowsOf(table);
    const { wrapped, session, actions } = await setup(newPool());
    const connection = await wrapped.getConnection();
    await connection.beginTransaction();
    await connection.query(text.replace('TABLE', table), [1]);
    await connection.query(`UPDATE ${table} SET credit = 1 WHERE id = 1`);
    await connection.commit();
    connection.release();
    expect(await eventually(actions, (all) => all.every(({ status }) => status !== 'CLEARED'))).toMatchObject([
      { apiName: 'mysql.query', status: 'SUCCESS' },
      { apiName: 'mysql.rows.update', status: 'SUCCESS' },
    ]);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await rowsOf(table)).toEqual(before);
  });

  it('reports the rows as the server stores them, and undoes calls without a change in between', async () => {
    const columns = `id bigint unsigned PRIMARY KEY, a decimal(20,4), b double, c float, d datetime(3), e timestamp NULL,
      f json, g varbinary(9), h enum('x','Y'), i bit(3), j time, k year, l date, m char(4), n blob, o text, p int`;
    const table = await newTable(world, columns);
    await world.sql(`INSERT INTO ${table} VALUES (18446744073709551615, 1.5, 0.1, 16777217, '2026-01-01 10:00:00.5',
      '2026-01-01 10:00:00', '{"a": [1]}', x'00FF', 'y', b'101', '-10:00:00', 2026, '2026-01-01', 'é', x'FE', 'ß', NULL)`);
    const before = await world.sql(`SELECT * FROM ${table}`);
    const { wrapped, session, actions } = await setup(newPool());
    await wrapped.query(`UPDATE ${table} SET p = 1, a = 2, o = 'x' WHERE id = ?`, ['18446744073709551615']);
    await wrapped.query(`DELETE FROM ${table}`);
    const [header] = (await actions()).map(({ response }) => (response as unknown[])[0]);
    const stored = { id: '18446744073709551615', a: '1.5000', g: { $base64: 'AP8=' }, h: 'Y', o: 'ß', p: null };
    expect(header).toMatchObject({ affectedRows: 1, before: [stored] });
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await world.sql(`SELECT * FROM ${table}`)).toEqual(before);
  });

  it('undoes two changes of one row by one transaction', async () => {
    const table = await newCustomers();
    const before = await rowsOf(table);
    const { wrapped, session, actions } = await setup(newPool());
    const connection = await wrapped.getConnection();
    await connection.beginTransaction();
    await connection.query(`UPDATE ${table} SET credit = 1 WHERE id = 1`);
    await connection.query(`UPDATE ${table} SET name = 'x', credit = 2 WHERE id = 1`);
    await connection.query(`DELETE FROM ${table} WHERE id = 1`);
    await connection.commit();
    connection.release();
    await eventually(actions, (all) => all.every(({ status }) => status === 'SUCCESS'));
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await rowsOf(table)).toEqual(before);
  });

  it('undoes the inserts, updates and deletes of one transaction', async () => {
    const table = await newCustomers();
    const before = await rowsOf(table);
    const { wrapped, session, actions } = await setup(newPool());
    const connection = await wrapped.getConnection();
    await connection.beginTransaction();
    await connection.query(`INSERT INTO ${table} (id, name, credit) VALUES (70, 'Di', 1), (71, 'Ed', NULL)`);
    await connection.query(`UPDATE ${table} SET credit = 2 WHERE id = 70`);
    await connection.query(`UPDATE ${table} SET name = 'x' WHERE id = 70`);
    await connection.query(`DELETE FROM ${table} WHERE id = 71`);
    await connection.commit();
    connection.release();
    await eventually(actions, (all) => all.every(({ status }) => status === 'SUCCESS'));
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await rowsOf(table)).toEqual(before);
  });

  it('reads nothing more on a connection outside of a transaction, where the agent may ask for ROW_COUNT()', async () => {
    const table = await newCustomers();
    const { wrapped, actions } = await setup(await connectPromised({ uri: world.url }));
    await wrapped.query(`UPDATE ${table} SET credit = 1 WHERE id > 1`);
    const [counted] = await wrapped.query<RowDataPacket[]>('SELECT ROW_COUNT() AS n');
    const bare = closing(await connectPromised({ uri: world.url }));
    await bare.query(`UPDATE ${table} SET credit = 2 WHERE id > 1`);
    expect(counted).toEqual((await bare.query('SELECT ROW_COUNT() AS n'))[0]);
    expect(JSON.stringify(await actions())).not.toContain('before');
  });

  it('runs an edited statement that is known only as text', async () => {
    const table = await newCustomers();
    const { wrapped, approve, actions } = await setup(newPool(), { requiresApproval: ['query'] });
    const query = wrapped.query<ResultSetHeader>({ sql: `UPDATE ${table} SET credit = credit + ?` }, [1]);
    await approve(({ sql }) => ({ sql: `${sql} WHERE id = ?`, values: [2, 1] }));
    expect((await query)[0].affectedRows).toBe(1);
    expect(await rowsOf(table)).toMatchObject([{ credit: 12 }, { credit: 20 }, { credit: 30 }]);
    expect(await actions()).toMatchObject([{ apiName: 'mysql.query', status: 'SUCCESS' }]);
  });
});
