import type { ResultSetHeader } from 'mysql2';
import type { Effect, Json, JsonObject } from '../../../../src/connectors/connector.js';
import { mysql } from '../../../../src/connectors/mysql/mysql.connector.js';
import { KNOWN } from '../../../../src/connectors/rows/testkit/probe-outcome.testkit.js';
import { resultsOf } from '../../../../src/connectors/rows/testkit/rows.testkit.js';
import { contentsOf, startWorld, type World } from '../../../connectors/needs-mariadb/world.js';

describe('an upsert through mysql2', () => {
  let world: World;
  const state = () => contentsOf(world, 'customers', 'orders');
  const undo = (effect: Effect, onConflict: 'skip' | 'force' = 'skip') => mysql.undo(effect, onConflict, world.context);
  const capture = (sql: string, values: Json[] = []) =>
    mysql.capture({ apiName: 'mysql.query', payload: { sql, values } }, world.context);

  async function captureOf(sql: string, values: Json[] = []): Promise<JsonObject> {
    const captured = await capture(sql, values);
    if (!captured.captured) throw new Error(`not captured: ${captured.reason}`);
    return JSON.parse(JSON.stringify(captured.content));
  }

  /** Captures and runs a statement, with an action of another client between the two. Returns the recorded effect. */
  async function perform(sql: string, values: Json[] = [], meanwhile?: string): Promise<Effect> {
    const snapshot = await captureOf(sql, values);
    if (meanwhile) await world.sql(meanwhile);
    const [header] = await world.pool.query<ResultSetHeader>(sql, values as string[]);
    const response = JSON.parse(JSON.stringify(header));
    return { apiName: 'mysql.query', payload: { sql, values }, response, snapshot };
  }

  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    await world.sql('DROP TABLE IF EXISTS orders, customers');
    await world.sql(`CREATE TABLE customers (id int AUTO_INCREMENT PRIMARY KEY, name varchar(40) UNIQUE, credit decimal(10,2),
      visits int NOT NULL DEFAULT 0, seen datetime)`);
    await world.sql("INSERT INTO customers (name, credit, visits) VALUES ('Ann', 10, 1), ('bob', 20, 2)");
    await world.sql('CREATE TABLE orders (id int PRIMARY KEY, customer int, total decimal(8,2) DEFAULT 1)');
    await world.sql('INSERT INTO orders VALUES (1, 1, 5), (2, 1, 7)');
  });

  it.each<[string, Json[]]>([
    ['INSERT INTO orders VALUES (1, 1, 50), (9, 1, 1) ON DUPLICATE KEY UPDATE total = VALUES(total)', []],
    [
      'INSERT INTO orders (id, total) VALUES (?, ?), (?, 4) ON DUPLICATE KEY UPDATE total = total + VALUES(total) * ?, customer = ?',
      [2, 1.5, 77, 2, 2],
    ],
    ['INSERT INTO orders VALUES (1, 2, 2) ON DUPLICATE KEY UPDATE total = 3', []],
    ['INSERT INTO orders VALUES (1, 2, 5) ON DUPLICATE KEY UPDATE id = VALUES(id), customer = VALUES(customer)', []],
    ['INSERT INTO orders VALUES (1, 1, 5) ON DUPLICATE KEY UPDATE total = VALUES(total)', []],
    ['INSERT INTO orders (id, customer) VALUES (1, 2), (8, 2) ON DUPLICATE KEY UPDATE total = VALUES(total)', []],
    [
      "INSERT INTO customers (name, credit) VALUES ('ANN', 1), ('Zoe', 2) ON DUPLICATE KEY UPDATE credit = VALUES(credit)",
      [],
    ],
    ["INSERT INTO customers (id, name) VALUES (70, 'bob') ON DUPLICATE KEY UPDATE visits = visits + 1", []],
    ["INSERT IGNORE INTO customers (name) VALUES ('ann'), ('Zoe')", []],
  ])('is undone to the byte, row by row: %s', async (sql, values) => {
    const before = await state();
    const effect = await perform(sql, values);
    expect(mysql.plan(effect)).toMatchObject({ class: 'exact', reason: null });
    expect(await undo(effect)).toMatchObject({ outcome: 'done' });
    expect(await state()).toEqual(before);
    expect((await undo(effect)).outcome).toBe('done');
    expect(await state()).toEqual(before);
  });

  const UPSERT = 'INSERT INTO orders VALUES (1, 1, 50), (9, 1, 1) ON DUPLICATE KEY UPDATE total = VALUES(total)';

  it('shows in the plan which values would be restored and which rows deleted', async () => {
    expect(mysql.plan(await perform(UPSERT))).toMatchObject({
      calls: ["DELETE FROM shop.orders WHERE id = '9'", "UPDATE shop.orders SET total = '5.00' WHERE id = '1'"],
      remains: [expect.stringContaining('inserted rows'), expect.stringContaining('change of these rows')],
    });
  });

  it('restores the number of the existing row, and leaves it when another client has added since', async () => {
    const sql =
      "INSERT INTO customers (name, visits) VALUES ('Ann', 1) ON DUPLICATE KEY UPDATE visits = visits + VALUES(visits)";
    const effect = await perform(sql);
    const [before] = (await world.sql('SELECT visits FROM customers ORDER BY id')) as { visits: number }[];
    await world.sql('UPDATE customers SET visits = visits + 10');
    const now = await world.sql('SELECT visits FROM customers ORDER BY id');
    expect(await undo(effect)).toMatchObject({ outcome: 'conflict' });
    expect(await world.sql('SELECT visits FROM customers ORDER BY id')).toEqual(now);
    await world.sql('UPDATE customers SET visits = visits - 10');
    expect(await undo(effect)).toMatchObject({ outcome: 'done' });
    expect(await world.sql('SELECT visits FROM customers WHERE id = 1')).toEqual([
      { visits: (before?.visits ?? 0) - 1 },
    ]);
  });

  it.each([
    ['changed the row that was updated', 'UPDATE orders SET total = 60 WHERE id = 1', ['total', 'conflict'], [1, 2]],
    [
      'changed the row that was inserted',
      'UPDATE orders SET customer = 2 WHERE id = 9',
      ['customer', 'conflict'],
      [1, 2, 9],
    ],
    ['deleted the row that was updated', 'DELETE FROM orders WHERE id = 1', ['(row)', 'conflict'], [2]],
  ])('is a conflict in the row when another client has %s', async (_, change, result, left) => {
    const effect = await perform(UPSERT);
    await world.sql(change);
    const report = await undo(effect);
    expect(report.outcome).toBe('conflict');
    expect(resultsOf(report)).toContainEqual(result);
    expect(((await world.sql('SELECT id FROM orders ORDER BY id')) as { id: number }[]).map(({ id }) => id)).toEqual(
      left,
    );
  });

  it('deletes no row that came between the capture and the call, as the count of its client shows', async () => {
    const sql = 'INSERT INTO orders VALUES (9, 1, 1) ON DUPLICATE KEY UPDATE total = VALUES(total)';
    const effect = await perform(sql, [], 'INSERT INTO orders VALUES (9, 1, 100)');
    expect((await undo(effect)).outcome).toBe('conflict');
    expect(await world.sql('SELECT id FROM orders WHERE id = 9')).toEqual([{ id: 9 }]);
  });

  it.each<[string, keyof typeof KNOWN]>([
    ['SELECT 1', 'not-happened'],
    [UPSERT, 'as left'],
    ['UPDATE orders SET total = 50 WHERE id = 1', 'unknown'],
  ])('is probed by reading: %s: %s', async (ran, outcome) => {
    const snapshot = await captureOf(UPSERT);
    await world.sql(ran);
    const effect = { apiName: 'mysql.query', payload: { sql: UPSERT, values: [] }, response: undefined, snapshot };
    expect(await mysql.probeOutcome(effect, world.context)).toEqual(KNOWN[outcome]);
  });

  it('leaves unforeseeable values as a conflict until it is forced', async () => {
    const before = await state();
    const sql =
      "INSERT INTO customers (name, seen) VALUES ('Ann', NOW()) ON DUPLICATE KEY UPDATE seen = VALUES(seen), visits = 5";
    const effect = await perform(sql);
    expect(resultsOf(await undo(effect))).toEqual(
      expect.arrayContaining([
        ['seen', 'conflict'],
        ['visits', 'restored'],
      ]),
    );
    expect((await undo(effect, 'force')).outcome).toBe('done');
    expect(await state()).toEqual(before);
  });

  it.each([
    ['INSERT INTO orders VALUES (1, 1, 1) ON DUPLICATE KEY UPDATE id = 5', /primary key/],
    ["INSERT INTO customers (id, name) VALUES (70, 'bob') ON DUPLICATE KEY UPDATE id = VALUES(id)", /primary key/],
    ["INSERT INTO customers (id, name) VALUES (1, 'bob') ON DUPLICATE KEY UPDATE visits = 1", /several rows/],
    ["INSERT INTO customers (name) VALUES ('x'), ('X') ON DUPLICATE KEY UPDATE visits = 1", /may be the same/],
    [
      "INSERT INTO customers (id, name) VALUES (1, 'x'), (7, 'ann') ON DUPLICATE KEY UPDATE visits = 1",
      /may be the same/,
    ],
    ['INSERT INTO customers (credit) VALUES (1) ON DUPLICATE KEY UPDATE visits = 1', /unique keys to the database/],
    ['INSERT INTO customers (name) VALUES (UUID()) ON DUPLICATE KEY UPDATE visits = 1', /name, which is unique/],
    ["INSERT INTO customers (name) VALUES ('x') ON DUPLICATE KEY UPDATE visits = sleep(1)", /sleep/],
    ["INSERT IGNORE INTO customers (name) VALUES ('x') ON DUPLICATE KEY UPDATE visits = 1", /both ignores and updates/],
  ])('is not captured when its effect is not known: %s', async (sql, reason) => {
    const captured = await capture(sql);
    expect(captured.captured ? 'it was captured' : captured.reason).toMatch(reason);
  });

  it('is not captured when a unique index holds a part of a column', async () => {
    await world.sql('ALTER TABLE customers ADD UNIQUE INDEX part (name(3))');
    const captured = await capture("INSERT INTO customers (name) VALUES ('x') ON DUPLICATE KEY UPDATE visits = 1");
    expect(captured).toMatchObject({ captured: false, reason: expect.stringContaining('unique index part') });
  });
});
