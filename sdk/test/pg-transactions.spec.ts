import { eventually } from '../../test/support/patience.mjs';
import { realPostgres } from './support/postgres.js';

const database = realPostgres();
/** The same for both databases: for certain, without an effect. */
const ROLLED_BACK = {
  status: 'FAILED',
  response: { error: { code: 'transaction-rolled-back' }, refusal: { code: 'transaction-rolled-back' } },
};

describe('a transaction of the agent', () => {
  it('continues where the count before a statement fails and the statement does not', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM customers WHERE id = 3');
    // The client sends a number, which equals no text.
    const { rowCount } = await client.query('UPDATE customers SET credit = 5 WHERE name = $1', [1.5]);
    expect(rowCount).toBe(0);
    await client.query('COMMIT');
    client.release();
    expect(gate.statuses).toEqual(['action-1 SUCCESS', 'action-2 SUCCESS']);
    expect(await rows()).toHaveLength(2);
  });

  it('confirms its calls in order before COMMIT answers, and not sooner', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    await client.query('BEGIN');
    await client.query("INSERT INTO customers (id, name) VALUES (4, 'Di')");
    await client.query('UPDATE customers SET credit = 0 WHERE id = 4');
    expect(gate.outcomes).toEqual([]);
    expect((await client.query('COMMIT')).command).toBe('COMMIT');
    expect(gate.statuses).toEqual(['action-1 SUCCESS', 'action-2 SUCCESS']);
    client.release();
    expect(await rows()).toHaveLength(4);
  });

  it('confirms them as failed when it is rolled back', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM customers');
    await client.query('ROLLBACK');
    client.release();
    expect(gate.outcomes).toMatchObject([{ actionId: 'action-1', outcome: ROLLED_BACK }]);
    expect(await rows()).toHaveLength(3);
  });

  it('fails only what ran since the savepoint it goes back to', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM customers WHERE id = 1');
    await client.query('SAVEPOINT a');
    await client.query('DELETE FROM customers WHERE id = 2');
    await client.query('SAVEPOINT b');
    await client.query('DELETE FROM customers WHERE id = 3');
    await client.query('ROLLBACK TO a');
    expect(gate.statuses).toEqual(['action-2 FAILED', 'action-3 FAILED']);
    await client.query('COMMIT');
    client.release();
    expect(gate.statuses).toEqual(['action-2 FAILED', 'action-3 FAILED', 'action-1 SUCCESS']);
    expect(await rows()).toHaveLength(2);
  });

  it('fails everything when a statement failed and COMMIT answers ROLLBACK', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM customers WHERE id = 1');
    await expect(client.query('INSERT INTO customers (id) VALUES (2)')).rejects.toMatchObject({ code: '23505' });
    await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' });
    expect((await client.query('COMMIT')).command).toBe('ROLLBACK');
    client.release();
    expect(gate.statuses).toEqual(['action-2 FAILED', 'action-1 FAILED']);
    expect(await rows()).toHaveLength(3);
  });

  it('fails everything when COMMIT itself fails, and is over', async () => {
    const { gate, connect } = await database.setup();
    await database
      .admin()
      .query('ALTER TABLE customers ADD CONSTRAINT once UNIQUE (name) DEFERRABLE INITIALLY DEFERRED');
    const client = await connect();
    await client.query('BEGIN');
    await client.query("UPDATE customers SET name = 'Ada' WHERE id = 2");
    await expect(client.query('COMMIT')).rejects.toMatchObject({ code: '23505' });
    expect(gate.statuses).toEqual(['action-1 FAILED']);
    await client.query("UPDATE customers SET name = 'Ed' WHERE id = 2");
    expect(gate.statuses).toEqual(['action-1 FAILED', 'action-2 SUCCESS']);
    client.release();
  });

  it('undoes only a statement that touched other rows than approved', async () => {
    const { gate, connect, rows } = await database.setup();
    const client = await connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM customers WHERE id = 1');
    gate.decide = async (payload) => ({ ...payload, rowCount: 1 });
    await expect(client.query('DELETE FROM customers')).rejects.toMatchObject({ code: 'row-count-changed' });
    gate.decide = null;
    await client.query('COMMIT');
    client.release();
    expect(gate.statuses).toEqual(['action-2 FAILED', 'action-1 SUCCESS']);
    expect(await rows()).toHaveLength(2);
  });

  it('continues after COMMIT AND CHAIN', async () => {
    const { gate, connect } = await database.setup();
    const client = await connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM customers WHERE id = 1');
    await client.query('COMMIT AND CHAIN');
    await client.query('DELETE FROM customers WHERE id = 2');
    expect(gate.statuses).toEqual(['action-1 SUCCESS']);
    await client.query('ROLLBACK');
    client.release();
    expect(gate.statuses).toEqual(['action-1 SUCCESS', 'action-2 FAILED']);
  });

  it('that is left open is rolled back when its client is released', async () => {
    const { gate, pool, connect, rows } = await database.setup();
    const client = await connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM customers');
    const removed = new Promise((resolve) => pool.once('remove', resolve));
    client.release();
    await removed;
    await eventually(() => gate.outcomes.length);
    expect(gate.outcomes[0]?.outcome).toMatchObject(ROLLED_BACK);
    expect(await rows()).toHaveLength(3);
    expect(pool.totalCount).toBe(0);
  });

  it('says nothing when the connection is lost at COMMIT', async () => {
    const { gate, pool, connect } = await database.setup();
    pool.on('error', () => undefined);
    const client = await connect();
    client.on('error', () => undefined);
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    await client.query('BEGIN');
    await client.query('DELETE FROM customers WHERE id = 1');
    await database.admin().query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await expect(client.query('COMMIT')).rejects.toBeInstanceOf(Error);
    client.release(true);
    expect(gate.outcomes).toEqual([]);
  });

  it('is controlled statement by statement once it holds governed calls', async () => {
    const { connect } = await database.setup();
    const client = await connect();
    await client.query('BEGIN; SELECT 1');
    await client.query('DELETE FROM customers WHERE id = 1');
    await expect(client.query('COMMIT; BEGIN')).rejects.toMatchObject({ code: 'ungoverned-call' });
    await expect(client.query('DELETE FROM customers; COMMIT')).rejects.toMatchObject({ code: 'ungoverned-call' });
    await expect(client.query("PREPARE TRANSACTION 'a'")).rejects.toMatchObject({ code: 'ungoverned-call' });
    await client.query('ROLLBACK');
    client.release();
  });

  it('in which the search path changed reports bare tables as SQL', async () => {
    const { gate, pool, connect } = await database.setup();
    const client = await connect();
    await client.query('SET search_path TO public');
    await client.query('DELETE FROM customers WHERE id = 1');
    await client.query('DELETE FROM public.customers WHERE id = 2');
    client.release();
    await pool.query('DELETE FROM customers WHERE id = 3');
    expect(gate.operations).toEqual(['query', 'rows.delete', 'query']);
  });
});

describe('a table name', () => {
  it.each([
    'CREATE TEMP TABLE customers AS SELECT 1 AS id',
    "SELECT set_config('search_path', 'public', false)",
    'DO $$ BEGIN PERFORM 1; END $$',
  ])('that may mean another table after %s is not reported as a row operation', async (sql) => {
    const { gate, connect } = await database.setup();
    const client = await connect();
    await client.query(sql);
    await client.query('DELETE FROM customers WHERE id = 1');
    client.release(true);
    const other = await connect();
    await other.query('DELETE FROM customers WHERE id = 2');
    other.release();
    expect(gate.operations).toEqual(['query', 'query', 'rows.delete']);
  });

  it('is doubted on every connection once a pool moved the search path of one', async () => {
    const { gate, pool, connect } = await database.setup();
    await pool.query('SET search_path TO public');
    const client = await connect();
    await client.query('DELETE FROM customers WHERE id = 1');
    client.release();
    expect(gate.operations).toEqual(['query']);
  });
});
