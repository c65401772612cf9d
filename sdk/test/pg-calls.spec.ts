import pg from 'pg';
import { RowCountChangedError } from '../src/errors.js';
import { realPostgres } from './support/postgres.js';

const database = realPostgres();
const ADA = { id: 1, name: 'Ada', credit: 10 };

describe('a read', () => {
  it('passes without a question, with its own result', async () => {
    const { gate, pool } = await database.setup();
    const result = await pool.query('SELECT id, name FROM customers WHERE id = $1', [1]);
    expect(result).toBeInstanceOf(pg.Result);
    expect(result.rows).toEqual([{ id: 1, name: 'Ada' }]);
    expect(gate.log).toEqual([]);
  });
});

describe('a write', () => {
  it('is captured, asked for, run and confirmed, in this order', async () => {
    const { gate, pool, rows } = await database.setup();
    const result = await pool.query('INSERT INTO customers (id, name) VALUES ($1, $2)', [4, 'Di']);
    expect(gate.log).toEqual(['precapture', 'ask', 'SUCCESS']);
    expect(gate.asked).toEqual([
      {
        actionId: 'action-1',
        apiName: 'postgres.rows.insert',
        operationType: 'CREATE',
        payload: { table: 'customers', values: { id: 4, name: 'Di' } },
        connection: expect.objectContaining({ table: expect.objectContaining({ schema: 'public' }) }),
        precaptured: true,
      },
    ]);
    expect(result).toBeInstanceOf(pg.Result);
    expect(result).toMatchObject({ command: 'INSERT', rowCount: 1, rows: [], fields: [] });
    expect(gate.outcomes[0]?.outcome).toEqual({
      status: 'SUCCESS',
      payload: gate.asked[0]?.payload,
      response: {
        command: 'INSERT',
        rowCount: 1,
        rows: [{ id: '4', name: 'Di', credit: '0', tags: null, info: null, seen: null, raw: null }],
      },
    });
    expect(await rows()).toContainEqual({ id: 4, name: 'Di', credit: 0 });
  });

  it('reports the rows that an update or a delete replaced, and of one transaction only what it found', async () => {
    const { gate, pool, connect } = await database.setup();
    await pool.query('UPDATE customers SET credit = 1 WHERE id = 1');
    await pool.query('DELETE FROM customers WHERE id = 2');
    const client = await connect();
    await client.query('BEGIN');
    await client.query('UPDATE customers SET credit = 4 WHERE id = 3');
    await client.query('UPDATE customers SET credit = 5');
    await client.query('COMMIT');
    client.release();
    const before = gate.outcomes.map(({ outcome }) => {
      const { before: rows = [] } = outcome.response as { before?: { id: string; credit: string }[] };
      return rows.map(({ id, credit }) => `${id}:${credit}`);
    });
    expect(before).toEqual([['1:10'], ['2:20'], ['3:30'], ['1:1']]);
  });

  it('runs as bare for a role that may not read what it writes, and adds nothing to it', async () => {
    const { gate, rows } = await database.setup();
    await database.admin().query(`DROP ROLE IF EXISTS writer; CREATE ROLE writer LOGIN PASSWORD 'writer';
      GRANT INSERT, UPDATE, DELETE ON customers TO writer`);
    const pool = database.poolOf(gate, 'writer', 'writer');
    await pool.query("INSERT INTO customers (id, name) VALUES (9, 'Di')");
    await pool.query('UPDATE customers SET credit = 1');
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('UPDATE customers SET credit = 2');
    await client.query('COMMIT');
    expect((await client.query('DELETE FROM customers')).rowCount).toBe(4);
    client.release();
    await pool.end();
    await database.admin().query('DROP OWNED BY writer; DROP ROLE writer');
    expect(gate.operations).toEqual(['rows.insert', 'rows.update', 'rows.update', 'rows.delete']);
    expect(gate.outcomes.map(({ outcome }) => outcome.response)).toEqual([
      { command: 'INSERT', rowCount: 1 },
      { command: 'UPDATE', rowCount: 4 },
      { command: 'UPDATE', rowCount: 4 },
      { command: 'DELETE', rowCount: 4 },
    ]);
    expect(gate.asked[1]?.payload).toEqual({ table: 'customers', match: {}, values: { credit: 1 } });
    expect(await rows()).toEqual([]);
  });

  it('does not run when the gate refuses', async () => {
    const { gate, pool, rows } = await database.setup();
    gate.refuse = new Error('refused');
    await expect(pool.query('DELETE FROM customers')).rejects.toThrow('refused');
    expect(gate.log).toEqual(['precapture', 'ask']);
    expect(await rows()).toHaveLength(3);
  });

  it('returns what the agent asked for, parsed by its own type parsers', async () => {
    const { gate, pool } = await database.setup();
    const types = { getTypeParser: (oid: number) => (oid === 23 ? () => 'int!' : (value: string) => value) };
    const text =
      'UPDATE customers AS c SET credit = c.credit + $1, tags = $2 WHERE c.id = 1 RETURNING c.id, credit * 2 AS twice, c.tags';
    const plain = await pool.query(text, [5, ['a', 'b"c']]);
    expect(plain.rows).toEqual([{ id: 1, twice: '30', tags: ['a', 'b"c'] }]);
    expect(plain.fields.map(({ name }) => name)).toEqual(['id', 'twice', 'tags']);
    const custom = await pool.query({ text, values: [5, []], rowMode: 'array', types: types as pg.CustomTypesConfig });
    expect(custom.rows).toEqual([['int!', '40', '{}']]);
    expect(gate.operations).toEqual(['rows.update', 'rows.update']);
    expect(gate.asked[0]?.payload).toEqual({
      table: 'customers',
      match: { id: 1 },
      values: { credit: "c.credit + '5'", tags: ['a', 'b"c'] },
      expressions: ['credit'],
      rowCount: 1,
    });
    expect(gate.outcomes[0]?.outcome).toMatchObject({
      response: { rows: [{ id: '1', credit: '15', tags: '{a,"b\\"c"}' }] },
    });
  });

  it('deletes with a RETURNING list of its own', async () => {
    const { gate, pool, rows } = await database.setup();
    const result = await pool.query('DELETE FROM customers WHERE id = ANY($1) RETURNING *', [[2, 3]]);
    expect(result.rows.map(({ name }) => name)).toEqual(['Bob', 'Cy']);
    expect(gate.asked[0]?.payload).toEqual({ table: 'customers', match: { id: { in: [2, 3] } }, rowCount: 2 });
    expect(gate.outcomes[0]?.outcome).toMatchObject({ response: { command: 'DELETE', rowCount: 2 } });
    expect(await rows()).toEqual([ADA]);
  });

  it('stores dates, buffers, JSON and large integers as pg itself would', async () => {
    const { gate, pool, rawPool } = await database.setup();
    const values = [
      new Date('2026-03-01T10:20:30.123Z'),
      Buffer.from([0, 255]),
      { a: [1, "it's"] },
      12345678901234567890n,
    ];
    await pool.query('INSERT INTO customers (id, seen, raw, info, credit) VALUES (10, $1, $2, $3, $4)', values);
    await rawPool.query('INSERT INTO customers (id, seen, raw, info, credit) VALUES (11, $1, $2, $3, $4)', values);
    const { rows } = await rawPool.query('SELECT seen, raw, info, credit FROM customers WHERE id >= 10');
    expect(rows[0]).toEqual(rows[1]);
    expect(gate.operations).toEqual(['rows.insert']);
  });

  it.each([
    'CREATE TABLE other (id int)',
    'TRUNCATE customers',
    'DELETE FROM customers WHERE id = 1 OR id = 2',
    'SELECT nextval($1)',
  ])('that is not a row operation is asked for as SQL: %s', async (sql) => {
    const { gate, pool } = await database.setup();
    await database.admin().query('DROP TABLE IF EXISTS other; CREATE SEQUENCE IF NOT EXISTS s');
    const values = sql.includes('$1') ? ['s'] : [];
    await pool.query(sql, values);
    expect(gate.log).toEqual(['ask', 'SUCCESS']);
    expect(gate.asked[0]).toMatchObject({
      apiName: 'postgres.query',
      operationType: 'EXECUTE',
      payload: { sql, values },
    });
  });

  it('that fails is confirmed as failed and rejects with the error of pg', async () => {
    const { gate, pool } = await database.setup();
    const failure = pool.query('INSERT INTO customers (id) VALUES (1)');
    await expect(failure).rejects.toBeInstanceOf(pg.DatabaseError);
    await expect(failure).rejects.toMatchObject({ code: '23505' });
    expect(gate.outcomes[0]?.outcome).toMatchObject({ status: 'FAILED', response: { error: { code: '23505' } } });
  });

  it("whose rows are over the service's limits is reported by hash", async () => {
    const { gate, pool } = await database.setup();
    await pool.query("UPDATE customers SET name = repeat('x', 300000) WHERE id = 1");
    const response = {
      command: 'UPDATE',
      rowCount: 1,
      unrepresentable: true,
      bytes: expect.any(Number),
      sha256: expect.any(String),
    };
    expect(gate.outcomes[0]?.outcome).toMatchObject({ status: 'SUCCESS', response });
  });
});

describe('the approved payload', () => {
  it('is what runs, after another capture', async () => {
    const { gate, pool, rows } = await database.setup();
    gate.decide = async (payload) => ({ ...payload, values: { name: 'Edited' } });
    await pool.query("UPDATE customers SET name = 'Wanted' WHERE id = 1");
    expect(gate.log).toEqual(['precapture', 'ask', 'wait', 'begin', 'precapture again', 'SUCCESS']);
    expect(gate.precaptures[1]).toMatchObject({ actionId: 'action-1', payload: { values: { name: 'Edited' } } });
    expect(gate.outcomes[0]?.outcome).toMatchObject({ payload: { values: { name: 'Edited' } } });
    expect((await rows())[0]).toEqual({ ...ADA, name: 'Edited' });
  });

  it('may be edited SQL', async () => {
    const { gate, pool, rows } = await database.setup();
    gate.decide = async () => ({ sql: 'DELETE FROM customers WHERE id = $1 OR false', values: [3] });
    await pool.query('DELETE FROM customers WHERE id = 1 OR id = 2');
    expect(gate.operations).toEqual(['query']);
    expect(await rows()).toHaveLength(2);
  });

  it('touches exactly the rows it was approved for, or none', async () => {
    const { gate, pool, rows } = await database.setup();
    gate.decide = async (payload) => {
      await database.admin().query('INSERT INTO customers (id, credit) VALUES (9, 99)');
      return payload;
    };
    const call = pool.query('UPDATE customers SET credit = 0 WHERE credit > 15');
    await expect(call).rejects.toBeInstanceOf(RowCountChangedError);
    await expect(call).rejects.toMatchObject({ approvedRowCount: 2, actualRowCount: 3 });
    expect(gate.statuses).toEqual(['action-1 FAILED']);
    expect((await rows()).filter((row) => (row as { credit: number }).credit === 0)).toEqual([]);
    expect(pool.idleCount).toBe(pool.totalCount);
  });

  it.each([
    [{ table: 'customers', match: { id: 1 }, values: { name: 'x' } }],
    [{ table: 'customers', match: { id: { regex: 'x' } }, values: { name: 'x' }, rowCount: 1 }],
    [{ table: 'customers', match: { id: 1 }, values: {}, rowCount: 1 }],
    [{ table: 'customers', match: { id: 1 }, values: { name: 'purge()' }, expressions: ['name'], rowCount: 1 }],
    [{ table: 'customers', match: { id: 1 }, values: { name: "'x'), (credit" }, expressions: ['name'], rowCount: 1 }],
    [{ table: 'customers', match: { id: 1 }, values: { name: 'name) --' }, expressions: ['name'], rowCount: 1 }],
    [
      {
        table: 'customers',
        match: { id: 1 },
        values: { name: '(select name from customers)' },
        expressions: ['name'],
        rowCount: 1,
      },
    ],
  ])('is refused when it cannot be run as it stands: %j', async (edited) => {
    const { gate, pool, rows } = await database.setup();
    gate.decide = async () => edited as never;
    const call = pool.query("UPDATE customers SET name = 'Wanted' WHERE id = 1");
    await expect(call).rejects.toMatchObject({ code: 'approved-payload-invalid' });
    expect(gate.statuses).toEqual(['action-1 FAILED']);
    expect((await rows())[0]).toEqual(ADA);
  });
});

describe('a simulated session', () => {
  it('runs nothing and answers as if', async () => {
    const { gate, pool, rows } = await database.setup();
    gate.simulated = true;
    expect(await pool.query('DELETE FROM customers')).toMatchObject({
      command: 'DELETE',
      rowCount: 3,
      rows: [],
      fields: [],
    });
    expect(await pool.query('INSERT INTO customers (id) VALUES (7), (8)')).toMatchObject({
      command: 'INSERT',
      rowCount: 2,
    });
    expect(await pool.query('TRUNCATE customers')).toMatchObject({ rowCount: 0, rows: [] });
    expect(gate.outcomes.map(({ outcome }) => outcome.response)).toEqual(Array(3).fill({ simulated: true }));
    expect(await rows()).toHaveLength(3);
  });
});
