import { createConnection, createPool, raw } from 'mysql2';
import { createPool as createPromisePool } from 'mysql2/promise';
import {
  calledBack,
  closing,
  newCustomers,
  rowsOf,
  setup,
  world,
} from '../../../../../sdk/test/needs-mariadb/customers.js';

const refused = expect.objectContaining({ code: 'ungoverned-call' });

describe('a wrapped client of mysql2', () => {
  it('sends nothing that a policy blocks: every statement that is not certainly a read', async () => {
    const table = await newCustomers();
    const before = await rowsOf(table);
    const { wrapped, policy, actions } = await setup(createPromisePool({ uri: world.url, multipleStatements: true }));
    await policy('mysql.*', 'BLOCK');
    const connection = await wrapped.getConnection();
    const statement = await connection.prepare(`DELETE FROM ${table}`);
    const writing = [
      `UPDATE ${table} SET credit = 0`,
      `SELECT 1; DELETE FROM ${table}`,
      `/*! DELETE FROM ${table} */`,
      `SELECT name FROM ${table} INTO OUTFILE '/tmp/never'`,
      'SELECT SLEEP(0)',
      'SELECT `sleep`(0)',
      'SELECT shop.anything(1)',
      'SELECT @a := 1',
      'SELECT NEXT VALUE FOR numbers',
      `SELECT * FROM ${table} FOR UPDATE`,
      `WITH x AS (SELECT 1) DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
      `REPLACE INTO ${table} (id) VALUES (1)`,
      `INSERT INTO ${table} (id) VALUES (1) ON DUPLICATE KEY UPDATE credit = 0`,
      'CALL anything()',
      'SET GLOBAL max_connections = 10',
    ];
    for (const sql of writing) {
      await expect(connection.query(sql)).rejects.toMatchObject({ code: 'policy-blocked' });
      await expect(wrapped.execute(sql)).rejects.toMatchObject({ code: 'policy-blocked' });
    }
    await expect(
      (wrapped.query as (...given: unknown[]) => Promise<unknown>)(writing[0], [], () => undefined),
    ).rejects.toMatchObject({ code: 'policy-blocked' });
    expect(() => statement.execute((() => undefined) as never)).toThrow(refused);
    expect(() => wrapped.query(`DELETE FROM ${table}`, (() => undefined) as never)).toThrow(
      /not available with promise/,
    );
    await expect(statement.execute([])).rejects.toMatchObject({ code: 'policy-blocked' });
    const behind = connection.connection as unknown as ReturnType<typeof createConnection>;
    await expect(behind.promise().query(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: 'policy-blocked' });
    const [error] = await calledBack((done) => wrapped.pool.query(`DELETE FROM ${table}`, done));
    expect(error).toMatchObject({ code: 'policy-blocked' });
    connection.release();
    expect(await rowsOf(table)).toEqual(before);
    expect((await actions()).map(({ status }) => status)).toEqual(Array(2 * writing.length + 4).fill('BLOCKED'));
  });

  it('refuses calls that bypass the gate', async () => {
    const { wrapped, wrap, actions } = await setup(createPool({ uri: world.url }));
    const connection = wrap(closing(createConnection({ uri: world.url })), { connector: 'mysql' });
    for (const way of [
      () => wrapped.query('DELETE FROM customers'),
      () => connection.execute('DELETE FROM customers'),
      () => wrapped.query('BEGIN', () => undefined),
      () => connection.query('ROLLBACK TO SAVEPOINT a', () => undefined),
      () => connection.query('COMMIT AND CHAIN', () => undefined),
      () => connection.query('USE mysql', () => undefined),
      () => connection.commit(),
      () => connection.query('SELECT ?', [raw('SLEEP(0)')], () => undefined),
      () => connection.query({ sql: 'SELECT ?', values: [[raw('SLEEP(0)')]] }, () => undefined),
      () => connection.query('SELECT ??(0)', ['sleep']),
      () => connection.changeUser({ database: 'mysql' }),
      () => (connection as unknown as { addCommand(command: object): void }).addCommand({}),
      () => (connection as unknown as { writePacket(packet: object): void }).writePacket({}),
    ]) {
      expect(way).toThrow(refused);
    }
    expect(await actions()).toEqual([]);
    // The server may not stop while the client still connects.
    await new Promise((resolve) => connection.ping(resolve));
  });
});
