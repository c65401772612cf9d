import type { ResultSetHeader } from 'mysql2';
import type { Effect, Json, JsonObject } from '../../../../src/connectors/connector.js';
import { mysql } from '../../../../src/connectors/mysql/mysql.connector.js';
import { contentsOf, startWorld, type World } from '../../../connectors/needs-mariadb/world.js';

describe('INSERT … SELECT through mysql2', () => {
  let world: World;
  const state = () => contentsOf(world, 'customers', 'orders');
  const undo = (effect: Effect) => mysql.undo(effect, 'skip', world.context);
  const capture = (sql: string, values: Json[] = []) =>
    mysql.capture({ apiName: 'mysql.query', payload: { sql, values } }, world.context);

  /** Captures and runs a statement, with an action of another client between the two. Returns the recorded effect. */
  async function perform(sql: string, values: Json[] = [], meanwhile?: string): Promise<Effect> {
    const captured = await capture(sql, values);
    if (!captured.captured) throw new Error(`not captured: ${captured.reason}`);
    const snapshot: JsonObject = JSON.parse(JSON.stringify(captured.content));
    if (meanwhile) await world.sql(meanwhile);
    const [header] = await world.pool.query<ResultSetHeader>(sql, values as string[]);
    return { apiName: 'mysql.query', payload: { sql, values }, response: JSON.parse(JSON.stringify(header)), snapshot };
  }

  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    await world.sql('DROP TABLE IF EXISTS orders, customers');
    await world.sql('CREATE TABLE customers (id int AUTO_INCREMENT PRIMARY KEY, name varchar(40), photo blob)');
    await world.sql("INSERT INTO customers (name, photo) VALUES ('Ann', x'00ff'), ('bob', NULL)");
    await world.sql('CREATE TABLE orders (id int PRIMARY KEY, customer int, total decimal(8,2) DEFAULT 1, photo blob)');
    await world.sql('INSERT INTO orders (id, customer, total) VALUES (1, 1, 5), (2, 1, 7), (3, 2, 9)');
  });

  it.each<[string, Json[]]>([
    ['INSERT INTO orders SELECT id + 10, customer, total, photo FROM orders', []],
    ['INSERT INTO orders (total, id) SELECT o.total * ?, o.id + ? FROM orders AS o WHERE o.total > ?', [2, 10, 6]],
    ['INSERT INTO orders (id, photo) SELECT id + 50, photo FROM customers WHERE name LIKE ?', ['A%']],
    ['INSERT INTO orders (id) SELECT id + 10 FROM orders WHERE total > 1000', []],
  ])('is undone to the byte: %s', async (sql, values) => {
    const before = await state();
    const effect = await perform(sql, values);
    expect(mysql.plan(effect)).toMatchObject({ class: 'exact', reason: null });
    expect(await undo(effect)).toMatchObject({ outcome: 'done' });
    expect(await state()).toEqual(before);
  });

  const COPY = 'INSERT INTO orders (id, customer, total) SELECT id + 10, customer, total FROM orders WHERE id < 3';

  it('keeps a row that another client has changed since', async () => {
    const effect = await perform(COPY);
    await world.sql('UPDATE orders SET total = 99 WHERE id = 11');
    expect((await undo(effect)).outcome).toBe('conflict');
    expect(await world.sql('SELECT id FROM orders ORDER BY id')).toEqual([1, 2, 3, 11].map((id) => ({ id })));
  });

  it.each([
    ['more', 'INSERT INTO orders (id) VALUES (0)'],
    ['fewer', 'DELETE FROM orders WHERE id = 2'],
  ])('deletes nothing when %s rows were inserted than the query returned before', async (_, meanwhile) => {
    const effect = await perform(COPY, [], meanwhile);
    const now = await state();
    expect((await undo(effect)).outcome).toBe('conflict');
    expect(await state()).toEqual(now);
  });

  it.each([
    ['INSERT INTO orders (id) SELECT id + 10 FROM customers WHERE id < UNIX_TIMESTAMP(NOW())', /moment|harmless/],
    ['INSERT INTO orders (id) SELECT id FROM customers ORDER BY id', /ORDER/],
    ['INSERT INTO orders (id) SELECT id FROM customers UNION SELECT 7', /UNION|SELECT/],
    ['INSERT IGNORE INTO orders (id) SELECT id FROM customers', /could not be parsed/],
    ['INSERT INTO orders (id) SELECT DISTINCT id FROM customers', /DISTINCT/i],
    ['INSERT INTO orders (id) SELECT id, name FROM customers', /another number of values/],
  ])('is captured only when its rows are known before: %s', async (sql, reason) => {
    const captured = await capture(sql);
    expect(captured).toMatchObject({ captured: false, reason: expect.stringMatching(reason) });
  });
});
