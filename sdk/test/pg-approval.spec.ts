import { newCustomerDatabase } from '../../test/support/customer-database.js';
import { patience } from '../../test/support/patience.mjs';
import { newPool } from '../../test/support/pool.js';
import { newGovernance } from './support/governance.js';

let database: Awaited<ReturnType<typeof newCustomerDatabase>>;
beforeAll(async () => {
  database = await newCustomerDatabase();
});
afterAll(() => database.drop());

describe('a transaction in which a call waits for an approval', () => {
  it('is rolled back after holdLocksMs, holds no locks any more, and commits nothing of what follows', async () => {
    const governance = await newGovernance();
    const raw = newPool({ connectionString: database.url });
    await raw.query('CREATE TABLE accounts (id int PRIMARY KEY, n int); INSERT INTO accounts VALUES (1, 1), (2, 1)');
    const pool = governance.wrap(raw, { connector: 'postgres', requiresApproval: ['rows.delete'], holdLocksMs: 5_000 });
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('UPDATE accounts SET n = 9 WHERE id = 1');
    await expect(client.query('DELETE FROM accounts WHERE id = 2')).rejects.toMatchObject({
      name: 'ApprovalPendingError',
      code: 'approval-pending',
      message: expect.stringContaining('(holdLocksMs)'),
    });
    const { rows } = await raw.query('SELECT n FROM accounts ORDER BY id FOR UPDATE NOWAIT');
    expect(rows).toEqual([{ n: 1 }, { n: 1 }]);
    await expect(client.query('UPDATE accounts SET n = 8 WHERE id = 1')).rejects.toMatchObject({ code: '25P02' });
    expect((await client.query('COMMIT')).command).toBe('ROLLBACK');
    await client.query('UPDATE accounts SET n = 7 WHERE id = 1');
    client.release();
    expect((await raw.query('SELECT n FROM accounts ORDER BY id')).rows).toEqual([{ n: 7 }, { n: 1 }]);
    const statuses = (await governance.actions()).map(({ status }) => status);
    expect([statuses[0], statuses.at(-1)]).toEqual(['FAILED', 'SUCCESS']);
    await pool.end();
  });
});

describe("requiresApproval: ['rows.delete']", () => {
  it('holds whatever may delete rows, and lets the rest run', async () => {
    const governance = await newGovernance();
    const raw = newPool({ connectionString: database.url });
    await raw.query('CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t VALUES (1), (2), (3)');
    const pool = governance.wrap(raw, {
      connector: 'postgres',
      requiresApproval: ['rows.delete'],
      timeoutMs: patience(1_000),
    });
    const deleting = [
      'DELETE FROM t WHERE id = 1',
      'DELETE FROM t WHERE id = 1 OR id = 2',
      'TRUNCATE t',
      'WITH d AS (DELETE FROM t RETURNING id) SELECT * FROM d',
      'DO $$ BEGIN DELETE FROM t; END $$',
    ];
    const held = deleting.map((sql) => expect(pool.query(sql)).rejects.toMatchObject({ code: 'approval-timeout' }));
    await pool.query('UPDATE t SET id = 9 WHERE id = 3 OR id = 4');
    await pool.query('INSERT INTO t (id) VALUES (7)');
    await Promise.all(held);
    const { rows } = await raw.query('SELECT id FROM t ORDER BY id');
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 7, 9]);
    await pool.end();
  });

  it('holds what deletes in a trigger or a default, as a policy of the service does', async () => {
    const governance = await newGovernance();
    const raw = newPool({ connectionString: database.url });
    await raw.query(`CREATE TABLE kept (id int); INSERT INTO kept VALUES (1);
      CREATE FUNCTION wipe() RETURNS int LANGUAGE plpgsql AS $$ BEGIN DELETE FROM kept; RETURN 1; END $$;
      CREATE FUNCTION wiped() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM wipe(); RETURN NEW; END $$;
      CREATE TABLE notes (id int, n int DEFAULT wipe()); CREATE TABLE watched (id int); INSERT INTO watched VALUES (1);
      CREATE TRIGGER t BEFORE UPDATE ON watched FOR EACH ROW EXECUTE FUNCTION wiped()`);
    const hiding = ['INSERT INTO notes (id) VALUES (1)', 'UPDATE watched SET id = 2', 'UPDATE watched SET id = wipe()'];
    const pool = governance.wrap(raw, {
      connector: 'postgres',
      requiresApproval: ['rows.delete'],
      timeoutMs: patience(1_000),
    });
    await Promise.all(hiding.map((sql) => expect(pool.query(sql)).rejects.toMatchObject({ code: 'approval-timeout' })));
    await governance.policy('postgres.rows.delete', 'BLOCK');
    const other = governance.wrap(newPool({ connectionString: database.url }), { connector: 'postgres' });
    for (const sql of hiding) await expect(other.query(sql)).rejects.toMatchObject({ code: 'policy-blocked' });
    await other.query('INSERT INTO watched (id) VALUES (7)');
    expect((await raw.query('SELECT id FROM kept')).rows).toEqual([{ id: 1 }]);
    await Promise.all([pool.end(), other.end()]);
  });
});
