import { createPool as createOldPool } from 'mysql2';
import { type Connection, createConnection, createPool, type Pool, type RowDataPacket } from 'mysql2/promise';
import { isHeld } from '../../src/asking/covers.js';
import { blockingGate, wrapRecorded } from '../support/every-method.js';
import { RecordingGate } from '../support/recording-gate.js';
import { calledBack, closing, newPool, setup, world } from './customers.js';

/** The rows of `kept` are deleted by what runs besides a statement. */
const WIPES = 'DELETE FROM shop.kept';

/** Without the mode with which mysql2 begins a connection, in which `stddev (1)` calls no function of the database. */
let admin: Connection;

beforeAll(async () => {
  admin = await createConnection({ uri: world.url });
  await run(
    "SET SESSION sql_mode = ''",
    'CREATE TABLE kept (n int)',
    'CREATE TABLE one (n int)',
    'INSERT INTO one VALUES (1)',
    'CREATE TABLE plain (id int PRIMARY KEY AUTO_INCREMENT, a int)',
    `CREATE FUNCTION wipe() RETURNS int BEGIN ${WIPES}; RETURN 1; END`,
    `CREATE FUNCTION stddev (a int) RETURNS int BEGIN ${WIPES}; RETURN 1; END`,
    `CREATE PROCEDURE wipes() ${WIPES}`,
    'CREATE VIEW calling AS SELECT wipe() AS n',
  );
});
afterAll(() => admin.end());
beforeEach(() => run('DELETE FROM kept', 'INSERT INTO kept VALUES (1)'));

const run = async (...texts: string[]) => {
  for (const text of texts) await admin.query(text);
};
const isWiped = async () => (await admin.query<RowDataPacket[]>('SELECT n FROM kept'))[0].length === 0;

let tables = 0;
const COLUMNS = 'id int PRIMARY KEY AUTO_INCREMENT, a int, name varchar(40), updated_at datetime';

/** A table of two rows that runs these bodies at such an event. */
async function tableThatRuns(event: string, ...bodies: string[]): Promise<string> {
  const table = `run_${++tables}`;
  await run(`CREATE TABLE ${table} (${COLUMNS})`, `INSERT INTO ${table} (a, name) VALUES (1, 'Ada'), (2, 'Bob')`);
  await run(
    ...bodies.map((body, index) => `CREATE TRIGGER ${table}_${index} ${event} ON ${table} FOR EACH ROW ${body}`),
  );
  return table;
}

const holds = (gate: RecordingGate, operation = 'delete') =>
  gate.asked.map((call) => isHeld(call, (name) => name === `mysql.rows.${operation}`));

type Asks = (client: Pool) => Promise<unknown>;
/** Of a call: whether `rows.delete` covers it, and whether it deleted the rows of `kept`. */
async function called(asks: Asks, raw: Pool = closing(newPool())): Promise<{ held: boolean[]; wiped: boolean }> {
  const gate = new RecordingGate();
  await asks(wrapRecorded(raw, gate, { connector: 'mysql' }));
  return { held: holds(gate), wiped: await isWiped() };
}
const updated = (table: string) => called((client) => client.query(`UPDATE ${table} SET a = 2 WHERE id = 1`));

describe('a trigger of MySQL', () => {
  it.each([
    'SET NEW.updated_at = NOW()',
    'BEGIN SET NEW.updated_at = CURRENT_TIMESTAMP; END',
    'BEGIN SET NEW.name = UPPER(TRIM(NEW.name)), NEW.a := NEW.a + 1; SET new.`updated_at` = IF(NEW.a > 3, NOW(), OLD.updated_at); END',
    "SET NEW.name = COALESCE(NEW.name, 'DELETE, O''Brien; M\u00fcller')",
    "SET NEW.name = CASE WHEN NEW.a IN (1, 2) THEN CONCAT(OLD.name, '!') ELSE NULL END",
  ])('that only sets columns of the new row makes an update no more than an update: %s', async (body) => {
    const table = await tableThatRuns('BEFORE UPDATE', body);
    expect(await updated(table)).toEqual({ held: [false], wiped: false });
  });

  it.each([
    [WIPES],
    [`BEGIN SET NEW.a = 1; ${WIPES}; END`],
    ['CALL wipes()'],
    ['SET NEW.a = wipe()'],
    ['SET NEW.a = shop.wipe()'],
    ['SET NEW.a = stddev (1)'],
    ['SET NEW.a = 1, @b = wipe()'],
    ['SET @b = wipe()'],
    ['SET NEW.a = (SELECT n FROM calling)'],
    ['SET NEW.a = (@b := wipe())'],
    ['BEGIN DECLARE n int DEFAULT wipe(); SET NEW.a = n; END'],
    [`BEGIN IF NEW.a > 0 THEN ${WIPES}; END IF; END`],
    [`BEGIN BEGIN ${WIPES}; END; END`],
    [`BEGIN SET NEW.name = 'x'; /* y */ ${WIPES}; END`],
    [`BEGIN SET NEW.a = 1; /*M! ${WIPES}; */ END`],
    [`BEGIN SET NEW.name = "x\\"; "; ${WIPES}; END`],
    ['SET NEW.a = 1', WIPES],
  ])('that deletes makes an update one that may delete: %s', async (...bodies) => {
    const table = await tableThatRuns('BEFORE UPDATE', ...bodies);
    expect(await updated(table)).toEqual({ held: [true], wiped: true });
  });

  it('that only inserts, or that its author has quoted with another character set, may do anything', async () => {
    const inserting = await tableThatRuns('AFTER UPDATE', 'INSERT INTO kept VALUES (2)');
    const quoted = await tableThatRuns('BEFORE DELETE', 'BEGIN END');
    await run('SET NAMES gbk', `CREATE TRIGGER ${quoted}_gbk BEFORE UPDATE ON ${quoted} FOR EACH ROW SET NEW.a = 1`);
    await run('SET NAMES utf8mb4');
    expect(await updated(inserting)).toEqual({ held: [true], wiped: false });
    expect(await updated(quoted)).toEqual({ held: [true], wiped: false });
  });
});

describe('a statement that writes to a table whose trigger deletes', () => {
  it.each<[string, event: string, (table: string) => Asks]>([
    ['an update', 'UPDATE', (table) => (client) => client.query(`UPDATE ${table} SET a = 2 WHERE id = 1`)],
    ['an update of an expression', 'UPDATE', (table) => (client) => client.query(`UPDATE ${table} SET a = a + 1`)],
    ['a prepared one', 'UPDATE', (table) => (client) => client.execute(`UPDATE ${table} SET a = ?`, [3])],
    ['a name among the values', 'UPDATE', (table) => (client) => client.query('UPDATE ?? SET a = 3', [table])],
    [
      'a name with its database among the values',
      'UPDATE',
      (table) => (client) => client.query('UPDATE ?? SET a = 3', [`shop.${table}`]),
    ],
    ['a name in backticks', 'UPDATE', (table) => (client) => client.query(`UPDATE \`shop\`.\`${table}\` SET a = 3`)],
    ['an insert', 'INSERT', (table) => (client) => client.query(`INSERT INTO ${table} (a) VALUES (3)`)],
    ['an insert of an expression', 'INSERT', (table) => (client) => client.query(`INSERT ${table} (a) SELECT 3`)],
    ['an insert with SET', 'INSERT', (table) => (client) => client.query(`INSERT IGNORE INTO ${table} SET a = 3`)],
    [
      'an insert that updates, with a trigger of updates',
      'UPDATE',
      (table) => (client) =>
        client.query(`INSERT INTO ${table} (id, a) VALUES (1, 3) ON DUPLICATE KEY UPDATE a = VALUES(a)`),
    ],
    [
      'an insert that updates, with a trigger of inserts',
      'INSERT',
      (table) => (client) =>
        client.query(`INSERT INTO ${table} (id, a) VALUES (1, 3) ON DUPLICATE KEY UPDATE a = VALUES(a)`),
    ],
    ['a replacement', 'DELETE', (table) => (client) => client.query(`REPLACE INTO ${table} (id, a) VALUES (1, 3)`)],
    [
      'an update of two tables',
      'UPDATE',
      (table) => (client) => client.query(`UPDATE one k JOIN ${table} AS x ON x.id = k.n SET x.a = 5, k.n = 1`),
    ],
    [
      'an update of a table in a list',
      'UPDATE',
      (table) => (client) => client.query(`UPDATE one, ${table} SET ${table}.a = CAST('5' AS CHAR CHARACTER SET utf8)`),
    ],
    [
      'an update of a join with another character set in its condition',
      'UPDATE',
      (table) => (client) =>
        client.query(`UPDATE one k JOIN ${table} AS x ON x.id = CAST(k.n AS CHAR CHARACTER SET utf8mb4) SET x.a = 5`),
    ],
    [
      'one made of what another statement calls',
      'INSERT',
      (table) => (client) => client.query(`INSERT INTO ${table} (a) SELECT n FROM one WHERE n = 1`),
    ],
  ])('is covered by rows.delete: %s', async (_, event, asks) => {
    const table = await tableThatRuns(`BEFORE ${event}`, WIPES);
    expect(await called(asks(table))).toEqual({ held: [true], wiped: true });
  });

  it.each([
    ['an updatable view', (table: string) => `SELECT * FROM ${table}`],
    ['a view of a view', (table: string) => `SELECT id, a FROM ${table}_first WHERE a > 0`],
    ['a view of a join', (table: string) => `SELECT t.a FROM ${table} t JOIN one k ON k.n = t.id`],
  ])('is covered by rows.delete through %s', async (_, query) => {
    const table = await tableThatRuns('BEFORE UPDATE', WIPES);
    await run(`CREATE VIEW ${table}_first AS SELECT * FROM ${table}`, `CREATE VIEW ${table}_v AS ${query(table)}`);
    expect(await called((client) => client.query(`UPDATE ${table}_v SET a = 9`))).toEqual({
      held: [true],
      wiped: true,
    });
  });

  it('is covered by rows.update where it deletes itself', async () => {
    const table = await tableThatRuns('AFTER DELETE', 'UPDATE kept SET n = 7');
    const gate = new RecordingGate();
    const pool = wrapRecorded(closing(newPool()), gate, { connector: 'mysql' });
    await pool.query(`DELETE FROM ${table} WHERE id = 1`);
    await pool.query(`DELETE t FROM ${table} AS t JOIN one ON one.n = 1 WHERE t.id = 2`);
    expect(holds(gate, 'update')).toEqual([true, true]);
    expect((await admin.query('SELECT n FROM kept'))[0]).toEqual([{ n: 7 }]);
  });

  it('is covered in callback style, where it answers a promise, and by a prepared statement', async () => {
    const table = await tableThatRuns('AFTER UPDATE', WIPES);
    const gate = new RecordingGate();
    const old = wrapRecorded(closing(createOldPool({ uri: world.url })), gate, { connector: 'mysql' });
    const answers: unknown[] = [];
    const given = await calledBack((done) => answers.push(old.query(`UPDATE ${table} SET a = 3`, done)));
    const connection = await wrapRecorded(closing(newPool()), gate, { connector: 'mysql' }).getConnection();
    const statement = await connection.prepare(`UPDATE ${table} SET a = ?`);
    await statement.execute([4]);
    connection.release();
    expect(given).toMatchObject([null, { affectedRows: 2 }, undefined]);
    await expect(answers[0]).resolves.toBeDefined();
    expect(holds(gate)).toEqual([true, true]);
    const blocked = wrapRecorded(closing(createOldPool({ uri: world.url })), blockingGate(), { connector: 'mysql' });
    const [error] = await calledBack((done) => blocked.query(`UPDATE ${table} SET a = 5`, done));
    expect(error).toMatchObject({ code: 'policy-blocked' });
  });

  it('is covered where it leaves a part of a period, which is inserted', async () => {
    await run(
      'CREATE TABLE rents (id int, since date, till date, PERIOD FOR rented (since, till))',
      "INSERT INTO rents VALUES (1, '2026-01-01', '2027-01-01')",
      `CREATE TRIGGER rents_inserted AFTER INSERT ON rents FOR EACH ROW ${WIPES}`,
    );
    const part = "FOR PORTION OF rented FROM '2026-02-01' TO '2026-03-01'";
    expect(await called((client) => client.query(`UPDATE rents ${part} SET id = 2`))).toEqual({
      held: [true],
      wiped: true,
    });
  });

  it('is covered whatever its table is called', async () => {
    const gate = new RecordingGate();
    const pool = wrapRecorded(closing(newPool()), gate, { connector: 'mysql' });
    for (const name of ['left', 'values', 'set', 'where', 'value', 'Ignore']) {
      await run(
        `CREATE TABLE \`${name}\` (a int)`,
        `CREATE TRIGGER of_${name} AFTER INSERT ON \`${name}\` FOR EACH ROW ${WIPES}`,
      );
      await pool.query(`INSERT INTO shop.${name} VALUES (1 + 1)`);
      await pool.query(`INSERT INTO \`${name}\` VALUES (1 + 1)`);
      await run(`DROP TABLE \`${name}\``);
    }
    expect(holds(gate)).toEqual(Array(12).fill(true));
  });

  it('is held for an approval, and blocked by a policy, of rows.delete', async () => {
    const table = await tableThatRuns('AFTER UPDATE', WIPES);
    const { wrapped, approve } = await setup(newPool(), { requiresApproval: ['rows.delete'] });
    const update = wrapped.query(`UPDATE ${table} SET a = 3 WHERE id = 1`);
    await approve();
    await update;
    expect(await isWiped()).toBe(true);
    await run('INSERT INTO kept VALUES (1)');
    const { wrapped: other, policy } = await setup(newPool());
    await policy('mysql.rows.delete', 'BLOCK');
    const blocked = other.query(`UPDATE ${table} SET a = 4 WHERE id = 1`);
    await expect(blocked).rejects.toMatchObject({ code: 'policy-blocked' });
    expect(await isWiped()).toBe(false);
  });
});

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
    // One of them looks for functions that are named like those of the trigger.
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
