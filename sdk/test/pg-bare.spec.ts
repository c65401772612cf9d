import pg from 'pg';
import { realPostgres } from './support/postgres.js';

const database = realPostgres();

/** Returns the texts and values that reach the server, as it would log them. */
function sentBy(pool: pg.Pool): { text: string; values: unknown }[] {
  const sent: { text: string; values: unknown }[] = [];
  pool.on('connect', (client) => {
    const { query } = client;
    client.query = function (this: pg.PoolClient, ...args: unknown[]) {
      const [first, values] = args as [string | { text: string; values?: unknown }, unknown];
      sent.push(typeof first === 'string' ? { text: first, values } : { text: first.text, values: first.values });
      return Reflect.apply(query, this, args);
    } as typeof client.query;
  });
  return sent;
}

describe('a statement of the agent', () => {
  it.each([
    ['DELETE FROM events WHERE ts < $1::timestamptz', ['2026-01-01 03:00+05']],
    ['INSERT INTO events (id, ts) VALUES (7, $1::timestamptz)', ['2026-01-01 00:00+05']],
    ['UPDATE events SET ts = $1::timestamptz WHERE id = 1', ['2026-01-01 00:00+05']],
    ['UPDATE events SET note = $1 WHERE id = 1', [Buffer.from('bytes')]],
    ['INSERT INTO events (id, note) VALUES (8, $1)', [Buffer.from('bytes')]],
    ['UPDATE events SET note = $1::varchar(2) WHERE id = 1', ['long']],
    ['UPDATE events SET n = $1::int WHERE id = 1', ['1.5']],
    ['UPDATE events SET n = $1 WHERE id = 1', ['1.5']],
    ['DELETE FROM events WHERE note = $1::date', ['2026-01-01']],
    ['DELETE FROM events WHERE id = $1::text', ['1']],
    ["DELETE FROM events WHERE ts = '2026-01-01'::date"],
    ["UPDATE events SET ts = '2026-01-01 00:00+05'::timestamptz -- a comment"],
    ['UPDATE events SET n = n + 1; -- done'],
    ['UPDATE events AS old SET n = 3 WHERE old.id = 1 RETURNING old.n'],
    ['UPDATE events SET n = 3 RETURNING n, events.id AS "Id", note || \'x\';'],
    ['DELETE FROM events RETURNING *'],
  ] as [string, unknown[]?][])('has the same effect and answer as bare: %s', async (sql, values = []) => {
    const { rawPool, pool, connect } = await database.setup({ options: '-c TimeZone=America/New_York' });
    const outcome = async (target: Pick<pg.ClientBase, 'query'>) => {
      const made = `DROP TABLE IF EXISTS events; CREATE TABLE events (id int PRIMARY KEY, ts timestamp, note text, n int);
        INSERT INTO events VALUES (1, '2026-01-01 00:00', 'a', 1), (2, '2025-12-31 17:30', 'b', 2)`;
      await database.admin().query(made);
      const answer = await target.query(sql, values).then(
        ({ command, rowCount, rows, fields }) => ({ command, rowCount, rows, fields: fields.map(({ name }) => name) }),
        ({ code, message, position }) => ({ code, message, position }),
      );
      return { answer, state: (await database.admin().query('SELECT * FROM events ORDER BY id')).rows };
    };
    const bare = await outcome(rawPool);
    expect(await outcome(pool)).toEqual(bare);
    const client = await connect();
    expect(await outcome(client)).toEqual(bare);
    client.release();
    await database.admin().query('DROP TABLE events');
  });

  it('reaches the server as it was written, with its name and its values', async () => {
    const { rawPool, pool } = await database.setup();
    const sent = sentBy(rawPool);
    await pool.query({ name: 'put', text: 'UPDATE customers SET credit = $1 WHERE id = $2', values: [5, 1] });
    await pool.query("INSERT INTO customers (id, name) VALUES ($1, 'x')", [7]);
    await pool.query('DELETE FROM customers WHERE id = $1 OR false', [7]);
    const texts = sent.map(({ text }) => text);
    expect(texts).toContain('UPDATE customers SET credit = $1 WHERE id = $2');
    expect(texts).toContain('DELETE FROM customers WHERE id = $1 OR false');
    expect(texts.find((text) => text.startsWith('INSERT'))).toMatch(
      /^INSERT INTO customers \(id, name\) VALUES \(\$1, 'x'\)\nRETURNING /,
    );
  });

  it('keeps a prepared name usable as pg does', async () => {
    const { pool } = await database.setup({ max: 1 });
    const put = (id: number) =>
      pool.query({ name: 'put', text: 'UPDATE customers SET credit = 1 WHERE id = $1', values: [id] });
    expect((await put(1)).rowCount).toBe(1);
    expect((await put(2)).rowCount).toBe(1);
    const other = pool.query({ name: 'put', text: 'DELETE FROM customers', values: [] });
    await expect(other).rejects.toThrow('Prepared statements must be unique');
  });
});

describe('without an approval', () => {
  it('ten claims of a queue at once succeed as they do bare', async () => {
    const { pool, gate } = await database.setup({ max: 10 });
    await database
      .admin()
      .query(`DROP TABLE IF EXISTS jobs; CREATE TABLE jobs (id int PRIMARY KEY, state text, worker int);
      INSERT INTO jobs SELECT g, 'new' FROM generate_series(1, 10) g`);
    const claim = `UPDATE jobs SET state = 'taken', worker = $1 WHERE id =
      (SELECT id FROM jobs WHERE state = 'new' ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING id`;
    const claimed = await Promise.all(Array.from({ length: 10 }, (_, worker) => pool.query(claim, [worker])));
    expect(new Set(claimed.map(({ rows }) => rows[0].id)).size).toBe(10);
    const plain = await Promise.all(
      Array.from({ length: 10 }, () => pool.query("UPDATE jobs SET state = 'new' WHERE state = 'taken'")),
    );
    expect(plain.map(({ rowCount }) => rowCount).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 10]);
    expect(gate.statuses.every((status) => status.endsWith('SUCCESS'))).toBe(true);
    await database.admin().query('DROP TABLE jobs');
  });

  it('a trigger that suppresses an update changes nothing else', async () => {
    const { pool, connect } = await database.setup();
    await database
      .admin()
      .query(`CREATE OR REPLACE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER skip BEFORE UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION skip()`);
    expect((await pool.query('UPDATE customers SET credit = 1')).rowCount).toBe(0);
    const client = await connect();
    await client.query('BEGIN');
    expect((await client.query('UPDATE customers SET credit = 1')).rowCount).toBe(0);
    await client.query('COMMIT');
    client.release();
  });

  it('a table with row security or rules, and a view, are written as bare', async () => {
    const { pool, gate } = await database.setup();
    await database
      .admin()
      .query(`DROP VIEW IF EXISTS few; CREATE VIEW few AS SELECT id, name FROM customers WHERE id < 3;
      DROP TABLE IF EXISTS ruled; CREATE TABLE ruled (id int PRIMARY KEY);
      CREATE RULE also AS ON INSERT TO ruled DO ALSO DELETE FROM customers WHERE id = 3`);
    expect((await pool.query("UPDATE few SET name = 'x'")).rowCount).toBe(2);
    expect((await pool.query('INSERT INTO ruled (id) VALUES (1)')).rowCount).toBe(1);
    expect(gate.asked.map(({ payload }) => payload.rowCount)).toEqual([undefined, undefined]);
    await database.admin().query('DROP VIEW few; DROP TABLE ruled');
  });
});

describe('the cost of a statement', () => {
  it('is two round trips to the database for a write on rows, once its table is known', async () => {
    const { rawPool, pool } = await database.setup({ max: 1 });
    await pool.query('UPDATE customers SET credit = 1 WHERE id = 1');
    const sent = sentBy(rawPool);
    const client = await rawPool.connect();
    rawPool.emit('connect', client);
    client.release();
    await pool.query('INSERT INTO customers (id) VALUES (8)');
    sent.length = 0;
    await pool.query('UPDATE customers SET credit = 2 WHERE id = 1');
    await pool.query('INSERT INTO customers (id) VALUES (9)');
    expect(sent.map(({ text }) => text.split(' ')[0])).toEqual(['SELECT', 'UPDATE', 'INSERT']);
  });

  it('is no limit on the size of a value or on the number of rows', async () => {
    const { pool, gate, rawPool } = await database.setup();
    const large = 'x'.repeat(300_000);
    await pool.query('INSERT INTO customers (id, name) VALUES (9, $1)', [large]);
    const many = Array.from({ length: 4_000 }, (_, index) => `(${index + 100}, 'n')`).join(', ');
    expect((await pool.query(`INSERT INTO customers (id, name) VALUES ${many}`)).rowCount).toBe(4_000);
    const list = Array.from({ length: 20_000 }, (_, index) => index);
    await pool.query('UPDATE customers SET credit = 3 WHERE id = ANY($1)', [list]);
    const { rows } = await rawPool.query('SELECT length(name) AS n FROM customers WHERE id = 9');
    expect(rows).toEqual([{ n: 300_000 }]);
    expect(gate.asked[0]).toMatchObject({
      apiName: 'postgres.query',
      mayDo: ['postgres.rows.insert'],
      payload: { unrepresentable: true, sha256: expect.any(String), bytes: expect.any(Number) },
    });
    for (const { payload } of gate.asked) expect(JSON.stringify(payload).length).toBeLessThan(220_000);
  });
});

describe('a simulated INSERT', () => {
  it('gives back the rows it would have inserted', async () => {
    const { pool, gate } = await database.setup();
    gate.simulated = true;
    const { rows, rowCount } = await pool.query(
      "INSERT INTO customers (id, name) VALUES ($1, 'Di'), (8, 'Ed') RETURNING id, name AS called, credit",
      [7],
    );
    expect(rowCount).toBe(2);
    expect(rows).toEqual([
      { id: 7, called: 'Di', credit: null },
      { id: 8, called: 'Ed', credit: null },
    ]);
    expect((await pool.query("INSERT INTO customers (id, name) VALUES (9, 'x') RETURNING *")).rows).toEqual([
      { id: 9, name: 'x' },
    ]);
  });
});

describe('a call with an approval', () => {
  it('that was approved without an edit runs as it was written', async () => {
    const { pool, gate, rawPool, rows } = await database.setup();
    const sent = sentBy(rawPool);
    gate.decide = async (payload) => payload;
    await pool.query('DELETE FROM customers WHERE id = $1', [1]);
    expect(sent.some(({ text }) => text.startsWith('DELETE FROM customers WHERE id = $1\n'))).toBe(true);
    expect(await rows()).toHaveLength(2);
  });
});
