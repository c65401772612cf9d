import type { Json } from '../../../connector.js';
import { postgres } from '../../postgres.connector.js';
import { contentOf, reasonOf } from '../../specs/postgres.testkit.js';
import { type QueryWorld, startQueryWorld } from './query.testkit.js';

describe('INSERT … SELECT through node-postgres', () => {
  let setting: QueryWorld;
  const sql = (text: string) => setting.world.sql(text);
  const orders = () => setting.state('orders');

  beforeAll(async () => {
    setting = await startQueryWorld();
  });
  afterAll(() => setting.stop());
  beforeEach(() => setting.reset());

  it.each<[string, Json[]]>([
    ['INSERT INTO orders SELECT id + 10, customer, total FROM orders', []],
    [
      'INSERT INTO orders (total, id) SELECT o.total * $2, o.id + $1 FROM orders o JOIN customers c ON c.id = o.customer',
      [10, 2],
    ],
    [
      'WITH big AS (SELECT * FROM orders WHERE total > $1) INSERT INTO orders AS n (id) SELECT id + 100 FROM big RETURNING n.id;',
      [6],
    ],
    ['INSERT INTO orders WITH x AS (SELECT 70 AS id) SELECT id FROM x UNION ALL SELECT 71 ORDER BY 1 LIMIT 5', []],
    ['INSERT INTO orders SELECT id + 10 FROM orders WHERE false', []],
  ])('is undone to the byte: %s', async (text, values) => {
    const before = await orders();
    const effect = await setting.perform(text, values);
    expect(postgres.plan(effect)).toMatchObject({ class: 'exact', reason: null });
    expect(await setting.undo(effect)).toMatchObject({ outcome: 'done' });
    expect(await orders()).toEqual(before);
    expect((await setting.undo(effect)).outcome).toBe('done');
  });

  it('is undone by the keys that the database gave, where its client reports them', async () => {
    const before = await setting.state('customers');
    const effect = await setting.perform(
      'INSERT INTO customers (name) SELECT upper(name) FROM customers ORDER BY id RETURNING id',
      [],
      'rows',
    );
    expect((await setting.undo(effect)).outcome).toBe('done');
    expect(await setting.state('customers')).toEqual(before);
  });

  const COPY = 'INSERT INTO orders SELECT id + 10, customer, total FROM orders WHERE id < 3';

  it('keeps a row that another client has changed since', async () => {
    const effect = await setting.perform(COPY);
    await sql('UPDATE orders SET total = 99 WHERE id = 11');
    expect((await setting.undo(effect)).outcome).toBe('conflict');
    expect((await sql('SELECT id FROM orders ORDER BY id')).map(({ id }) => id)).toEqual(['1', '2', '3', '11']);
  });

  it.each([
    ['fewer', 'DELETE FROM orders WHERE id = 2; INSERT INTO orders VALUES (12, 1, 7)', ['1', '3', '11', '12']],
    ['more', 'INSERT INTO orders VALUES (0, 1, 1)', ['0', '1', '2', '3', '10', '11', '12']],
  ])('deletes nothing where %s rows were inserted than the query gave before', async (_, meanwhile, left) => {
    const snapshot = contentOf(await setting.capture(COPY));
    await sql(meanwhile);
    const { rowCount } = await setting.agent.query(COPY);
    const effect = { apiName: 'postgres.query', payload: { sql: COPY, values: [] }, response: { rowCount }, snapshot };
    expect((await setting.undo(effect)).outcome).toBe('conflict');
    expect((await sql('SELECT id FROM orders ORDER BY id')).map(({ id }) => id)).toEqual(left);
  });

  it.each([
    ['INSERT INTO orders SELECT id FROM customers WHERE seen < now()', /depends on the moment/],
    ['INSERT INTO orders SELECT (random() * 100)::int', /random/],
    ['INSERT INTO orders SELECT id FROM customers ON CONFLICT DO NOTHING', /ON CONFLICT/],
    ['INSERT INTO orders SELECT n FROM generate_series(10, 2000) n', /at most 1000 rows/],
    ['INSERT INTO orders SELECT 1', /^it was captured$/],
  ])('is captured only where its rows are known before: %s', async (text, reason) => {
    const capture = await setting.capture(text);
    expect(capture.captured ? 'it was captured' : reasonOf(capture)).toMatch(reason);
  });
});
