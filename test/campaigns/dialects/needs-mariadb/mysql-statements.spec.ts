import type { ResultSetHeader } from 'mysql2/promise';
import type { Effect, Json, JsonObject } from '../../../../src/connectors/connector.js';
import { mysql } from '../../../../src/connectors/mysql/mysql.connector.js';
import { KNOWN } from '../../../../src/connectors/rows/testkit/probe-outcome.testkit.js';
import { resultsOf } from '../../../../src/connectors/rows/testkit/rows.testkit.js';
import { contentsOf, startWorld, type World } from '../../../connectors/needs-mariadb/world.js';

describe('a free statement through mysql2', () => {
  let world: World;
  const state = () => contentsOf(world, 'customers', 'orders');
  const capture = (sql: string, values: Json[] = []) =>
    mysql.capture({ apiName: 'mysql.query', payload: { sql, values } }, world.context);
  const undo = (effect: Effect, onConflict: 'skip' | 'force' = 'skip') => mysql.undo(effect, onConflict, world.context);

  async function captureOf(sql: string, values: Json[]): Promise<JsonObject> {
    const captured = await capture(sql, values);
    if (!captured.captured) throw new Error(`not captured: ${captured.reason}`);
    return JSON.parse(JSON.stringify(captured.content));
  }

  /** Acts as a client does: captures, runs exactly this text, reports the header that came back. */
  async function perform(sql: string, values: Json[] = [], how: 'query' | 'execute' = 'query'): Promise<Effect> {
    const snapshot = await captureOf(sql, values);
    const given = values.map((value) => (isBytes(value) ? Buffer.from(value.$base64, 'base64') : value));
    const { pool } = world;
    const run = how === 'query' ? pool.query.bind(pool) : pool.execute.bind(pool);
    const [header] = await (run as typeof pool.query)<ResultSetHeader>(sql, given as string[]);
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
      logo varbinary(20), seen datetime, visits int NOT NULL DEFAULT 0)`);
    await world.sql(`INSERT INTO customers (name, credit, logo, seen) VALUES ('Ann', 10, x'00FF', '2026-01-01'),
      ('bob', 20, NULL, '2026-01-02'), ('Ćid', 30, x'41', NULL)`);
    await world.sql(`CREATE TABLE orders (id int PRIMARY KEY, customer int, total decimal(8,2) DEFAULT 1)`);
    await world.sql('INSERT INTO orders VALUES (1, 1, 5), (2, 1, 7), (3, 2, 9)');
  });

  describe.each(['query', 'execute'] as const)('with %s()', (how) => {
    it.each<[string, Json[]]>([
      ['UPDATE customers SET visits = visits + 1', []],
      ['UPDATE customers SET visits = visits + ?, credit = credit - 0.5 WHERE name LIKE ?', [2, '%n%']],
      ['UPDATE shop.customers AS c SET c.credit = c.credit * 2, name = UPPER(c.name) WHERE c.id = ? OR c.id = 3', [1]],
      ['UPDATE customers SET logo = ?, name = ? WHERE logo = ?', [{ $base64: 'AQL/' }, "O'", { $base64: 'AP8=' }]],
      ['UPDATE customers SET credit = visits + 1, visits = CASE WHEN id > 1 THEN 5 ELSE 6 END', []],
      ['UPDATE customers SET name = CONCAT(name, ?, `id`) WHERE NOT (id IN (1, 2) AND credit <=> 10) ;', ['-']],
      ['UPDATE customers SET credit = NULL WHERE seen IS NULL OR seen BETWEEN ? AND ?', ['2026-01-01', '2026-01-01']],
      ['DELETE FROM orders WHERE total > 6 OR (customer = 1 AND total + 1 = ?)', [6]],
      ['DELETE FROM orders', []],
      ['INSERT INTO customers VALUES (70, ?, 1 + 2, NULL, ?, DEFAULT)', ['x', '2026-01-01 10:00:00']],
      [
        'INSERT INTO customers (id, name, logo) VALUES (71, LOWER(?), ?), (72, ?, NULL)',
        ['X', { $base64: '/w==' }, 'y'],
      ],
      ['INSERT IGNORE INTO orders VALUES (1, 2, 3)', []],
      ['INSERT IGNORE INTO orders (id) VALUES (80), (81)', []],
      ['INSERT INTO customers (name, credit) VALUES (?, 2 * 3), (?, 1)', ['x', 'y']],
    ])('is undone to the byte: %s', async (sql, values) => {
      const before = await state();
      const effect = await perform(sql, values, how);
      expect(mysql.plan(effect)).toMatchObject({ class: 'exact', reason: null });
      expect(await undo(effect)).toMatchObject({ outcome: 'done' });
      expect(await state()).toEqual(before);
      expect((await undo(effect)).outcome).toBe('done');
      expect(await state()).toEqual(before);
    });
  });

  it('restores a number that a sum was added to, and leaves it when other clients added', async () => {
    const effect = await perform('UPDATE customers SET visits = visits + ? WHERE id = 1 OR id = 2', [5]);
    await world.sql('UPDATE customers SET visits = visits + 10 WHERE id > 1');
    expect(await undo(effect)).toMatchObject({ outcome: 'conflict', detail: '1 row restored; 1 row conflict' });
    expect(await world.sql('SELECT visits FROM customers')).toEqual([{ visits: 0 }, { visits: 15 }, { visits: 10 }]);
  });

  it('leaves unforeseeable values as a conflict until it is forced, and the plan says so', async () => {
    const before = await state();
    const effect = await perform("UPDATE customers SET seen = NOW(), name = 'x' WHERE id = 1");
    expect(mysql.plan(effect).remains).toEqual([
      'A change of these rows by another client between the capture and the call is not noticed.',
      'What the statement left in seen was not reported and could not be foreseen: it is put back only when forced.',
    ]);
    expect(resultsOf(await undo(effect))).toEqual([
      ['name', 'restored'],
      ['seen', 'conflict'],
    ]);
    expect((await undo(effect, 'force')).outcome).toBe('done');
    expect(await state()).toEqual(before);
  });

  it('foresees no value that reads a column which the statement has set before', async () => {
    const effect = await perform('UPDATE customers SET visits = 7, credit = visits + credit WHERE id = 1');
    expect(resultsOf(await undo(effect))).toEqual([
      ['credit', 'conflict'],
      ['visits', 'restored'],
    ]);
  });

  it('is a conflict when another client has changed the row since', async () => {
    const effect = await perform("UPDATE customers SET name = UPPER(name) WHERE name LIKE 'A%' OR id = 2");
    await world.sql("UPDATE customers SET name = 'human' WHERE id = 2");
    expect(await undo(effect)).toMatchObject({ outcome: 'conflict', detail: '1 row restored; 1 row conflict' });
    expect(await world.sql('SELECT name FROM customers WHERE id < 3')).toEqual([{ name: 'Ann' }, { name: 'human' }]);
    const inserted = await perform('INSERT INTO orders (id) VALUES (90 + 1)');
    await world.sql('UPDATE orders SET customer = 1 WHERE id = 91');
    expect((await undo(inserted)).outcome).toBe('conflict');
  });

  it.each([
    ['inserted none of its rows', 2],
    ['inserted one of its rows, and did not report which', 1],
  ])('INSERT IGNORE deletes no row of another client when it %s', async (_, others) => {
    const sql = 'INSERT IGNORE INTO orders VALUES (12, 1, 1), (19, 1, 1)';
    const snapshot = await captureOf(sql, []);
    await world.sql(`INSERT INTO orders SELECT id + 10, 1, 1 FROM orders WHERE id = 2`);
    if (others === 2) await world.sql('INSERT INTO orders VALUES (19, 1, 1)');
    const [response] = await world.pool.query<ResultSetHeader>(sql);
    const effect = { apiName: 'mysql.query', payload: { sql, values: [] }, snapshot };
    const report = await undo({ ...effect, response: JSON.parse(JSON.stringify(response)) });
    expect(report.outcome).toBe(others === 2 ? 'done' : 'conflict');
    expect(await world.sql('SELECT id FROM orders WHERE id > 3')).toEqual([{ id: 12 }, { id: 19 }]);
  });

  it.each<[string, string, keyof typeof KNOWN]>([
    ['UPDATE customers SET visits = visits + 1', 'UPDATE customers SET visits = visits + 1', 'as left'],
    ['UPDATE customers SET visits = visits + 1', 'SELECT 1', 'not-happened'],
    ['UPDATE customers SET visits = visits + 1', 'UPDATE customers SET visits = 9', 'unknown'],
    ['DELETE FROM orders WHERE id = 1 OR id = 2', 'DELETE FROM orders WHERE id < 3', 'as left'],
    ['INSERT INTO orders VALUES (9, 1, 2 * 3)', 'INSERT INTO orders VALUES (9, 1, 6)', 'as left'],
    ['INSERT INTO orders VALUES (9, 1, 2 * 3)', 'SELECT 1', 'not-happened'],
  ])('is probed by reading: %s, then %s: %s', async (sql, ran, outcome) => {
    const snapshot = await captureOf(sql, []);
    await world.sql(ran);
    const effect = { apiName: 'mysql.query', payload: { sql, values: [] }, response: undefined, snapshot };
    expect(await mysql.probeOutcome(effect, world.context)).toEqual(KNOWN[outcome]);
  });

  it.each<[string, Json[], RegExp]>([
    ['DELETE FROM orders; SELECT 1', [], /SELECT/],
    ['DELETE FROM orders; DROP TABLE orders', [], /could not be parsed/],
    ['DELETE FROM orders WHERE id IN (SELECT id FROM customers)', [], /SELECT/],
    ['UPDATE customers SET credit = (SELECT 1)', [], /SELECT/],
    ['UPDATE customers SET visits = 1 ORDER BY id LIMIT 1', [], /ORDER/],
    ['UPDATE customers, orders SET visits = 1', [], /could not be parsed/],
    ['UPDATE customers JOIN orders SET visits = 1', [], /JOIN/],
    ['DELETE FROM orders WHERE id = sleep(1)', [], /sleep/],
    ['DELETE FROM orders WHERE id = `sleep`(1)', [], /sleep/],
    ['DELETE FROM orders WHERE id = shop.purge(1)', [], /shop/],
    ['DELETE FROM orders WHERE id = customers.id', [], /customers/],
    ['DELETE FROM orders WHERE id = @x', [], /@x/],
    ['DELETE FROM orders WHERE total = .5', [], /could not be parsed/],
    ['UPDATE orders SET total = total * .5', [], /could not be parsed/],
    ['DELETE FROM orders WHERE id = @x := 1', [], /more than one thing/],
    ['DELETE FROM orders WHERE rand() < 1', [], /new each time/],
    ['DELETE FROM orders WHERE id = 1) OR (1', [], /could not be parsed/],
    ['DELETE FROM orders WHERE id = 1 /*! OR 1 */', [], /more than one thing/],
    ['DELETE FROM orders WHERE id = "1"', [], /more than one thing/],
    ['DELETE FROM orders WHERE id = ?', [], /values are given/],
    ['DELETE FROM orders WHERE id = ?', [{ a: 1 }], /one of its values/],
    ['UPDATE customers SET seen = ?', ['2026-01-01T10:00:00.000Z'], /one of its values/],
    ['UPDATE customers SET visits = 1, visits = 2', [], /twice/],
    ['UPDATE customers SET id = id + 1', [], /primary key/],
    ['UPDATE customers SET nothing = 1', [], /no column nothing/],
    ['UPDATE ?? SET visits = 1', ['customers', 1], /could not be parsed/],
    ['REPLACE INTO orders VALUES (1, 1, 1)', [], /no INSERT, UPDATE or DELETE/],
    ['INSERT INTO orders VALUES (1, 1)', [], /another number of values/],
    ['INSERT IGNORE INTO customers (credit) VALUES (1)', [], /unique keys to the database/],
    ['TRUNCATE orders', [], /no INSERT, UPDATE or DELETE/],
    ['UPDATE customers SET credit = 1 WHERE name LIKE', [], /could not report .* \(error 1064\)/],
    ['DELETE FROM mysql.user', [], /system table/],
  ])('is not captured: %s %j', async (sql, values, reason) => {
    const captured = await capture(sql, values);
    expect(captured.captured ? 'it was captured' : captured.reason).toMatch(reason);
  });
});

function isBytes(value: Json): value is { $base64: string } {
  return typeof value === 'object' && value !== null && '$base64' in value;
}
