import { createConnection, createPool, type RowDataPacket } from 'mysql2/promise';
import { wrapRecorded } from '../support/every-method.js';
import { RecordingGate } from '../support/recording-gate.js';
import { closing, newPool, world } from './customers.js';
import { type Asks, admin, called, holds, isWiped, run, tableThatRuns, WIPES } from './triggered.js';

describe('a write of MySQL', () => {
  it('does what its text says where the triggers of its table belong to other events', async () => {
    const table = await tableThatRuns('AFTER DELETE', WIPES);
    const gate = new RecordingGate();
    const pool = wrapRecorded(closing(newPool()), gate, { connector: 'mysql' });
    await pool.query(`UPDATE ${table} SET a = a + 1`);
    await pool.query(`INSERT INTO ${table} (a) VALUES (1 + 1)`);
    await pool.query(`INSERT INTO ${table} (id, a) VALUES (1, 3) ON DUPLICATE KEY UPDATE a = VALUES(a)`);
    expect(holds(gate)).toEqual([false, false, false]);
    expect(await isWiped()).toBe(false);
  });

  it('does what its text says where a table that it only reads has such a trigger', async () => {
    const table = await tableThatRuns('AFTER INSERT', WIPES);
    const asks: Asks = (client) => client.query(`INSERT INTO plain (a) SELECT a FROM ${table}`);
    expect(await called(asks)).toEqual({ held: [false], wiped: false });
  });

  it.each([
    ['a view', 'UPDATE plain SET a = (SELECT n FROM calling)'],
    ['a joined view', 'UPDATE plain JOIN calling ON n = 1 SET a = 5'],
    ['a view in a condition', 'DELETE FROM plain WHERE a IN (SELECT n FROM calling)'],
    ['a view of which it inserts', 'INSERT INTO plain (a) SELECT n FROM calling'],
  ])('is covered by rows.insert, update and delete where it reads %s that calls a function', async (_, sql) => {
    await run('INSERT INTO plain (a) VALUES (1)');
    const gate = new RecordingGate();
    await wrapRecorded(closing(newPool()), gate, { connector: 'mysql' }).query(sql);
    expect(['insert', 'update', 'delete'].flatMap((operation) => holds(gate, operation))).toEqual([true, true, true]);
    expect(await isWiped()).toBe(true);
  });

  it('is covered by rows.delete where a function of the database has the name of one of the server', async () => {
    const table = await tableThatRuns('BEFORE DELETE', 'BEGIN END');
    const raw = closing(await createConnection({ uri: world.url }));
    await raw.query("SET SESSION sql_mode = ''");
    const gate = new RecordingGate();
    await wrapRecorded(raw, gate, { connector: 'mysql' }).query(`UPDATE ${table} SET a = stddev (1)`);
    expect([holds(gate), await isWiped()]).toEqual([[true], true]);
  });

  it('is covered by rows.delete where the catalogue does not show its table, as a temporary one', async () => {
    const raw = closing(await createConnection({ uri: world.url }));
    await raw.query('CREATE TEMPORARY TABLE hidden (a int)');
    const gate = new RecordingGate();
    await wrapRecorded(raw, gate, { connector: 'mysql' }).query('UPDATE hidden SET a = 1');
    expect(holds(gate)).toEqual([true]);
  });

  it.each([
    'a int DEFAULT (wipe())',
    'a int, CHECK (wipe() = 1)',
    'a int AS (wipe()) VIRTUAL',
    'a int) PARTITION BY HASH (wipe()',
  ])('calls no function of the database by its columns, which the server refuses: %s', async (columns) => {
    await expect(run(`CREATE TABLE calls (${columns})`)).rejects.toMatchObject({ errno: expect.any(Number) });
  });

  it('fires no trigger by what a foreign key deletes or updates, and is asked for as its text', async () => {
    const fires = ['UPDATE', 'DELETE'].map(
      (event) => `CREATE TRIGGER child_${event} AFTER ${event} ON child FOR EACH ROW`,
    );
    await run(
      'CREATE TABLE parent (id int PRIMARY KEY, a int)',
      'CREATE TABLE child (id int PRIMARY KEY, parent int, FOREIGN KEY (parent) REFERENCES parent (id) ON DELETE CASCADE ON UPDATE CASCADE)',
      ...fires.map((text) => `${text} ${WIPES}`),
      'INSERT INTO parent VALUES (1, 1), (2, 2)',
      'INSERT INTO child VALUES (1, 1), (2, 2)',
    );
    const gate = new RecordingGate();
    const pool = wrapRecorded(closing(newPool()), gate, { connector: 'mysql' });
    await pool.query('UPDATE parent SET id = 3 WHERE id = 1');
    await pool.query('DELETE FROM parent WHERE id = 2');
    expect((await admin.query('SELECT id, parent FROM child'))[0]).toEqual([{ id: 1, parent: 3 }]);
    expect([holds(gate, 'delete'), holds(gate, 'update'), await isWiped()]).toEqual([
      [false, true],
      [true, false],
      false,
    ]);
  });

  it('asks the catalogue once for each table and event, and again after a call that may have changed it', async () => {
    const [table, other] = [await tableThatRuns('BEFORE UPDATE', 'SET NEW.updated_at = NOW()'), 'plain'];
    const raw = closing(await createConnection({ uri: world.url }));
    const gate = new RecordingGate();
    const wrapped = wrapRecorded(raw, gate, { connector: 'mysql' });
    const questions = async () =>
      Number((await raw.query<RowDataPacket[]>("SHOW SESSION STATUS LIKE 'Questions'"))[0][0]?.Value);
    const sent = async (...texts: string[]) => {
      const before = await questions();
      for (const sql of texts) await wrapped.query(sql);
      return (await questions()) - before - 1;
    };
    const update = (a: number) => `UPDATE ${table} SET a = a + ${a}`;
    // One of these queries looks for functions with the names that the trigger uses.
    expect(await sent(update(1))).toBe(3);
    expect(await sent(update(2), update(3), `UPDATE ${table} SET a = 1 + 1 WHERE id = 1`)).toBe(3);
    expect(await sent(`INSERT INTO ${table} (a) VALUES (1 + 1)`, `INSERT INTO ${table} (a) VALUES (1 + 2)`)).toBe(3);
    expect(await sent(`UPDATE ${other} SET a = a + 1`)).toBe(2);
    expect(holds(gate)).toEqual(Array(gate.asked.length).fill(false));
    await wrapped.query(`CREATE TRIGGER ${table}_wipes AFTER UPDATE ON ${table} FOR EACH ROW ${WIPES}`);
    await wrapped.query(update(1));
    expect([holds(gate).at(-1), await isWiped()]).toEqual([true, true]);
  });
});

describe('a user of MySQL who may not see a trigger', () => {
  let users = 0;
  /** An update by a user with these rights. */
  async function updatedBy(grants: readonly string[], sql: string): Promise<{ held: boolean[]; wiped: boolean }> {
    const user = `seeing_${++users}`;
    await run(
      `CREATE USER '${user}'@'%' IDENTIFIED BY 'secret'`,
      ...grants.map((grant) => `${grant.startsWith('GRANT') ? grant : `GRANT ${grant}`} TO '${user}'@'%'`),
    );
    const uri = world.url.replace('root', user);
    return called((client) => client.query(sql), closing(createPool({ uri })));
  }

  it.each([
    ['on the database', () => ['SELECT, INSERT, UPDATE, DELETE ON shop.*']],
    ['on the table', (table: string) => [`SELECT, UPDATE ON shop.${table}`]],
    ['on a column', (table: string) => [`UPDATE (a) ON shop.${table}`]],
    ['of triggers', (table: string) => [`SELECT, UPDATE, TRIGGER ON shop.${table}`]],
  ])('may delete with its update where there is one, and updates where there is none: rights %s', async (_, grants) => {
    const [wiping, plain] = [await tableThatRuns('AFTER UPDATE', WIPES), await tableThatRuns('AFTER DELETE', WIPES)];
    expect(await updatedBy(grants(plain), `UPDATE ${plain} SET a = 2`)).toEqual({ held: [false], wiped: false });
    expect(await updatedBy(grants(wiping), `UPDATE ${wiping} SET a = 2`)).toEqual({ held: [true], wiped: true });
  });

  it('may do anything with its update where the body of the trigger is not shown', async () => {
    const table = await tableThatRuns('BEFORE UPDATE', 'SET NEW.updated_at = NOW()');
    const [update, rights] = [`UPDATE ${table} SET a = 2`, `SELECT, UPDATE ON shop.${table}`];
    expect(await updatedBy([rights], update)).toEqual({ held: [true], wiped: false });
    expect(await updatedBy([rights, `TRIGGER ON shop.${table}`], update)).toEqual({ held: [false], wiped: false });
  });

  it.each<[string, held: boolean, (table: string) => string[]]>([
    ['may only read', true, (table) => [`SELECT ON shop.${table}`]],
    ['may do nothing', true, () => []],
    ['may write to', false, (table) => [`UPDATE ON shop.${table}`]],
    ['may see the triggers of', false, (table) => [`SELECT, TRIGGER ON shop.${table}`]],
    ['may see the triggers of, as of its database,', false, () => ['SELECT, TRIGGER ON shop.*']],
    ['may see the triggers of, as of all,', false, () => ['TRIGGER ON *.*']],
    [
      'may see the triggers of by a pattern',
      false,
      () => ['SELECT, TRIGGER ON `s\\_op`.*', 'SELECT, TRIGGER ON `sh%`.*'],
    ],
    [
      'may see the triggers of by a pattern that another one hides',
      true,
      () => ['TRIGGER ON `sh%`.*', 'SELECT ON shop.*'],
    ],
    [
      'may see the triggers of in another database',
      true,
      (table) => [`SELECT ON shop.${table}`, 'TRIGGER ON `shop_`.*'],
    ],
  ])('is asked about what its view hides, a table that it %s: %s', async (_, held, grants) => {
    const table = await tableThatRuns('AFTER DELETE', WIPES);
    await run(`CREATE VIEW ${table}_v AS SELECT id, a FROM ${table}`);
    const rights = [`SELECT, UPDATE, SHOW VIEW ON shop.${table}_v`, ...grants(table)];
    expect(await updatedBy(rights, `UPDATE ${table}_v SET a = 2`)).toEqual({ held: [held], wiped: false });
  });

  it('is asked about a table behind a view where a role lets it see, which the catalogue does not list', async () => {
    const table = await tableThatRuns('AFTER DELETE', WIPES);
    await run(
      `CREATE VIEW ${table}_v AS SELECT id, a FROM ${table}`,
      `CREATE ROLE role_${table}`,
      `GRANT SELECT, TRIGGER ON shop.* TO role_${table}`,
    );
    const sql = `UPDATE ${table}_v SET a = 2`;
    expect(await updatedBy([`UPDATE, SHOW VIEW ON shop.${table}_v`, `SELECT ON shop.${table}`], sql)).toMatchObject({
      held: [true],
    });
  });
});
