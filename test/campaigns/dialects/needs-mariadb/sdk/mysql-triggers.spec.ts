import { createPool as createOldPool } from 'mysql2';
import { calledBack, closing, newPool, setup, world } from '../../../../../sdk/test/needs-mariadb/customers.js';
import {
  type Asks,
  admin,
  called,
  holds,
  isWiped,
  run,
  tableThatRuns,
  WIPES,
} from '../../../../../sdk/test/needs-mariadb/triggered.js';
import { blockingGate, wrapRecorded } from '../../../../../sdk/test/support/every-method.js';
import { RecordingGate } from '../../../../../sdk/test/support/recording-gate.js';

const updated = (table: string) => called((client) => client.query(`UPDATE ${table} SET a = 2 WHERE id = 1`));

describe('a trigger of MySQL', () => {
  it.each([
    'SET NEW.updated_at = NOW()',
    'BEGIN SET NEW.updated_at = CURRENT_TIMESTAMP; END',
    'BEGIN SET NEW.name = UPPER(TRIM(NEW.name)), NEW.a := NEW.a + 1; SET new.`updated_at` = IF(NEW.a > 3, NOW(), OLD.updated_at); END',
    "SET NEW.name = COALESCE(NEW.name, 'DELETE, O''Brien; M\u00fcller')",
    "SET NEW.name = CASE WHEN NEW.a IN (1, 2) THEN CONCAT(OLD.name, '!') ELSE NULL END",
  ])('that only sets columns of the new row leaves an update an update: %s', async (body) => {
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
  ])('that deletes makes an update count as a deletion: %s', async (...bodies) => {
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
