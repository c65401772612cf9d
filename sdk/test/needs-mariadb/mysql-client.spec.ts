import { createConnection, createPool, type ResultSetHeader, type RowDataPacket, raw } from 'mysql2';
import { createConnection as connectPromised, createPool as createPromisePool } from 'mysql2/promise';
import { newTable } from '../../../test/connectors/needs-mariadb/world.js';
import { newGovernance } from '../support/governance.js';
import { calledBack, closing, newCustomers, newPool, rowsOf, setup, world } from './customers.js';

const refused = expect.objectContaining({ code: 'ungoverned-call' });
const errorOf = async (call: Promise<unknown>) => {
  const { name, message, code, errno } = (await call.catch((error: unknown) => error)) as Error &
    Record<string, unknown>;
  return { name, message, code, errno };
};
async function eventually<T>(read: () => Promise<T>, isThere: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await read();
    if (isThere(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a wrapped client of mysql2', () => {
  it('reads, streams and prepares reads as it does by itself, and records none of that', async () => {
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

  it('asks for what writes in every style, and answers and fails as it does by itself', async () => {
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

  it('sends nothing that a policy blocks: whatever is not surely a read', async () => {
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

  it('refuses what goes round the gate', async () => {
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
  });

  it('tells what a transaction did when it ends: what was rolled back did not happen', async () => {
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
    // As on the bare connection, what is called first runs first.
    await Promise.all([connection.query(`DELETE FROM ${table} WHERE id = 3`), connection.commit()]);
    expect(await eventually(statuses, (all) => !all.includes('CLEARED'))).toEqual(['FAILED', 'SUCCESS', 'SUCCESS']);
    connection.release();
    expect(await rowsOf(table)).toEqual([
      { id: 1, name: 'Ada', credit: 10 },
      { id: 2, name: 'Bob', credit: 0 },
    ]);
  });

  it('runs what was approved, and is undone', async () => {
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
    expect(await session.rollback()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await rowsOf(table)).toEqual(before);
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
    expect(await session.rollback()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await rowsOf(table)).toEqual(before);
  });

  /** Another client changes the row after the capture, and lets it go when the agent's call waits for it. */
  async function overtaken(change: string, call: () => Promise<unknown>): Promise<void> {
    const other = await world.pool.getConnection();
    await other.query('BEGIN');
    await other.query(change);
    const called = call();
    // What this view shows is only looked up anew when it was not asked for a tenth of a second.
    const waiting = async () => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return world.sql("SELECT 1 FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'");
    };
    await eventually(waiting, (found) => (found as unknown[]).length > 0);
    await other.query('COMMIT');
    other.release();
    await called;
  }
  const outcomesOf = ({ results }: { results: readonly { outcome: string | null }[] }) =>
    results.map(({ outcome }) => outcome);

  describe.each([
    ['with an update', (table: string) => [`UPDATE ${table} SET credit = ? WHERE id = 1`, [1]] as const],
    ['with a deletion', (table: string) => [`DELETE FROM ${table} WHERE id = 1`, []] as const],
  ])('%s', (_, statement) => {
    it.each(['query', 'execute', 'callback', 'transaction'] as const)(
      'overwrites no change that came between the capture and the call (%s)',
      async (style) => {
        const table = await newCustomers();
        const { wrapped, wrap, session } = await setup(newPool());
        const old = wrap(closing(createPool({ uri: world.url })), { connector: 'mysql' });
        const [sql, values] = statement(table);
        await overtaken(`UPDATE ${table} SET credit = 15 WHERE id = 1`, async () => {
          if (style === 'callback') return calledBack((done) => old.query(sql, [...values], done));
          if (style === 'query') return wrapped.query(sql, [...values]);
          if (style === 'execute') return wrapped.execute(sql, [...values]);
          const connection = await wrapped.getConnection();
          await connection.beginTransaction();
          const prepared = await connection.prepare(sql);
          await prepared.execute([...values]);
          await connection.commit();
          connection.release();
        });
        const left = await rowsOf(table);
        expect(outcomesOf(await session.rollback())).toEqual(['CONFLICT']);
        expect(await rowsOf(table)).toEqual(left);
      },
    );
  });

  it('reports the rows as the server stores them, and undoes what nothing came between', async () => {
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
    expect(await session.rollback()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await world.sql(`SELECT * FROM ${table}`)).toEqual(before);
  });

  it('undoes what one transaction did twice to one row', async () => {
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
    expect(await session.rollback()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await rowsOf(table)).toEqual(before);
  });

  it('undoes what one transaction inserted, updated and deleted', async () => {
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
    expect(await session.rollback()).toMatchObject({ displayStatus: 'REVERTED' });
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

  it('runs an edited statement of which nothing is known but its text', async () => {
    const table = await newCustomers();
    const { wrapped, approve, actions } = await setup(newPool(), { requiresApproval: ['query'] });
    const query = wrapped.query<ResultSetHeader>({ sql: `UPDATE ${table} SET credit = credit + ?` }, [1]);
    await approve(({ sql }) => ({ sql: `${sql} WHERE id = ?`, values: [2, 1] }));
    expect((await query)[0].affectedRows).toBe(1);
    expect(await rowsOf(table)).toMatchObject([{ credit: 12 }, { credit: 20 }, { credit: 30 }]);
    expect(await actions()).toMatchObject([{ apiName: 'mysql.query', status: 'SUCCESS' }]);
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
