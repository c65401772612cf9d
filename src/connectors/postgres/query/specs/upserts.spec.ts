import type { Json } from '../../../connector.js';
import { KNOWN } from '../../../rows/testkit/probe-outcome.testkit.js';
import { resultsOf } from '../../../rows/testkit/rows.testkit.js';
import { postgres } from '../../postgres.connector.js';
import { contentOf, reasonOf } from '../../specs/postgres.testkit.js';
import { type QueryWorld, startQueryWorld } from './query.testkit.js';

describe('an upsert through node-postgres', () => {
  let setting: QueryWorld;
  const orders = () => setting.state('orders');
  const sql = (text: string) => setting.world.sql(text);

  beforeAll(async () => {
    setting = await startQueryWorld();
  });
  afterAll(() => setting.stop());
  beforeEach(async () => {
    await setting.reset();
    await sql(`CREATE UNIQUE INDEX ON customers (name); CREATE SCHEMA app;
      CREATE TABLE app.stock (shop int, sku text, n int DEFAULT 5, note text, PRIMARY KEY (shop, sku));
      INSERT INTO app.stock VALUES (1, 'a', 1, 'x')`);
  });

  it.each<[string, Json[]]>([
    ['INSERT INTO orders VALUES (1, 1, 50), (9, 1, 1) ON CONFLICT (id) DO UPDATE SET total = excluded.total', []],
    [
      'INSERT INTO orders (id, total) VALUES ($1, $2), ($3, 4) ON CONFLICT (id) DO UPDATE SET total = orders.total + $4, customer = $5',
      [2, 1.5, 77, '3', 2],
    ],
    [
      'INSERT INTO orders AS o VALUES (2, 1, 1) ON CONFLICT (id) DO UPDATE SET total = o.total * excluded.total + o.total RETURNING id',
      [],
    ],
    [
      'INSERT INTO orders VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET id = excluded.id, customer = excluded.customer',
      [],
    ],
    [
      'INSERT INTO orders VALUES (1, 2), (2, 2) ON CONFLICT (id) DO UPDATE SET customer = 2 WHERE orders.total > $1',
      [6],
    ],
    ['INSERT INTO orders VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET customer = 2 WHERE false', []],
    [
      'WITH t AS (SELECT 3 AS n) INSERT INTO orders VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET total = (SELECT n FROM t)',
      [],
    ],
    [
      "INSERT INTO customers (name, credit) VALUES ('Ann', 1), ('Zoe', 2) ON CONFLICT (name) DO UPDATE SET credit = excluded.credit",
      [],
    ],
    ["INSERT INTO customers (name) VALUES ('Ann'), ('Zoe') ON CONFLICT (name) DO NOTHING", []],
    [
      "INSERT INTO app.stock (shop, sku) VALUES (1, 'a'), (1, 'b') ON CONFLICT (sku, shop) DO UPDATE SET n = excluded.n",
      [],
    ],
  ])('is undone to the byte, row by row: %s', async (text, values) => {
    const state = async () => [await setting.state('customers'), await orders(), await setting.state('app.stock')];
    const before = await state();
    const effect = await setting.perform(text, values);
    expect(postgres.plan(effect)).toMatchObject({ class: 'exact', reason: null });
    expect(await setting.undo(effect)).toMatchObject({ outcome: 'done' });
    expect(await state()).toEqual(before);
    expect((await setting.undo(effect)).outcome).toBe('done');
    expect(await state()).toEqual(before);
  });

  const UPSERT =
    'INSERT INTO orders VALUES (1, 1, 50), (9, 1, 1) ON CONFLICT (id) DO UPDATE SET total = excluded.total';

  it('shows its result beforehand, and in the plan the values to restore and the rows to delete', async () => {
    const effect = await setting.perform(UPSERT);
    expect(
      postgres.describeChange?.({ apiName: 'postgres.query', payload: { sql: UPSERT } }, effect.snapshot ?? {}),
    ).toEqual([
      { field: 'public.orders new row 1 id', before: null, after: '9' },
      { field: 'public.orders new row 1 customer', before: null, after: '1' },
      { field: 'public.orders new row 1 total', before: null, after: '1' },
      { field: 'public.orders id=1 total', before: '5', after: '50' },
    ]);
    expect(postgres.plan(effect).calls).toEqual([
      "DELETE FROM public.orders WHERE id = '9'",
      "UPDATE public.orders SET total = '5' WHERE id = '1'",
    ]);
  });

  it('restores the number of the existing row, and deletes the new one', async () => {
    const text =
      "INSERT INTO app.stock VALUES (1, 'a', 3), (2, 'a', 3) ON CONFLICT (shop, sku) DO UPDATE SET n = stock.n + 3";
    const effect = await setting.perform(text);
    expect((await setting.undo(effect)).outcome).toBe('done');
    expect(await sql('SELECT shop, n FROM app.stock')).toEqual([{ shop: '1', n: '1' }]);
  });

  it.each([
    [
      'has changed the row that was updated',
      'UPDATE orders SET total = 60 WHERE id = 1',
      ['total', 'conflict'],
      '60',
      0,
    ],
    [
      'has changed the row that was inserted',
      'UPDATE orders SET customer = 2 WHERE id = 9',
      ['customer', 'conflict'],
      '5',
      1,
    ],
    ['has deleted the row that was updated', 'DELETE FROM orders WHERE id = 1', ['(row)', 'conflict'], undefined, 0],
  ])('is a conflict in the row of which another client %s', async (_, change, result, total, left) => {
    const effect = await setting.perform(UPSERT);
    await sql(change);
    const report = await setting.undo(effect);
    expect(report.outcome).toBe('conflict');
    expect(resultsOf(report)).toContainEqual(result);
    expect((await sql('SELECT total FROM orders WHERE id = 1'))[0]?.total).toBe(total);
    expect(await sql('SELECT 1 FROM orders WHERE id = 9')).toHaveLength(left);
  });

  it('leaves the field of an updated row that another client has set since', async () => {
    const effect = await setting.perform(UPSERT);
    await sql('UPDATE orders SET customer = 3 WHERE id = 1');
    expect((await setting.undo(effect)).outcome).toBe('done');
    expect(await sql('SELECT customer, total FROM orders WHERE id IN (1, 9)')).toEqual([{ customer: '3', total: '5' }]);
  });

  it('deletes nothing when fewer rows are reported than follow from the capture', async () => {
    const text =
      'INSERT INTO orders VALUES (9, 1, 1) ON CONFLICT (id) DO UPDATE SET total = 1 WHERE orders.total > 100';
    const snapshot = contentOf(await setting.capture(text));
    await sql('INSERT INTO orders VALUES (9, 1, 1)');
    const { rowCount } = await setting.agent.query(text);
    const effect = { apiName: 'postgres.query', payload: { sql: text, values: [] }, response: { rowCount }, snapshot };
    expect(rowCount).toBe(0);
    expect((await setting.undo(effect)).outcome).toBe('conflict');
    expect(await sql('SELECT 1 FROM orders WHERE id = 9')).toHaveLength(1);
  });

  it('keeps a row which came between the capture and the call, until it is forced', async () => {
    const snapshot = contentOf(await setting.capture(UPSERT));
    await sql('INSERT INTO orders VALUES (9, 1, 100)');
    const { rowCount } = await setting.agent.query(UPSERT);
    const effect = {
      apiName: 'postgres.query',
      payload: { sql: UPSERT, values: [] },
      response: { rowCount },
      snapshot,
    };
    expect(postgres.plan(effect).remains).toContainEqual(
      expect.stringContaining('between the capture and the call is not noticed once a client has locked the row'),
    );
    const report = await setting.undo(effect);
    expect([report.outcome, resultsOf(report)]).toEqual(['conflict', expect.arrayContaining([['(row)', 'conflict']])]);
    expect(await sql('SELECT customer, total FROM orders WHERE id = 9')).toEqual([{ customer: '1', total: '1' }]);
    expect((await setting.undo(effect, 'force')).outcome).toBe('done');
    expect(await sql('SELECT 1 FROM orders WHERE id = 9')).toHaveLength(0);
  });

  it('deletes no row that its client reports and the capture does not know', async () => {
    const effect = await setting.perform(UPSERT);
    const response = { rowCount: 2, rows: [{ id: 2, customer: 1, total: '7' }] };
    const report = await setting.undo({ ...effect, response });
    expect(report.outcome).toBe('conflict');
    expect(report.detail).toContain('1 reported under other keys');
    expect(await sql('SELECT 1 FROM orders WHERE id = 2')).toHaveLength(1);
  });

  it.each<[string, keyof typeof KNOWN]>([
    ['SELECT 1', 'not-happened'],
    [UPSERT, 'as left'],
    ['UPDATE orders SET total = 50 WHERE id = 1', 'unknown'],
  ])('is probed by reading: %s: %s', async (ran, outcome) => {
    const snapshot = contentOf(await setting.capture(UPSERT));
    await sql(ran);
    const effect = { apiName: 'postgres.query', payload: { sql: UPSERT, values: [] }, response: undefined, snapshot };
    expect(await postgres.probeOutcome(effect, setting.world.context)).toEqual(KNOWN[outcome]);
  });

  it.each([
    ['INSERT INTO orders VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 5', /primary key/],
    [
      'INSERT INTO orders VALUES (1) ON CONFLICT (id) DO UPDATE SET total = 1 WHERE now() > $1',
      /depends on the moment/,
    ],
    ['INSERT INTO orders VALUES (1) ON CONFLICT (id) DO UPDATE SET total = purge()', /purge/],
    ['INSERT INTO orders VALUES (1) ON CONFLICT ON CONSTRAINT orders_pkey DO UPDATE SET total = 1', /plain columns/],
    ["INSERT INTO customers (name) VALUES ('x') ON CONFLICT (lower(name)) DO UPDATE SET credit = 1", /plain columns/],
    ['INSERT INTO customers (credit) VALUES (1) ON CONFLICT (id) DO UPDATE SET credit = 1', /keys of the database/],
    [
      'INSERT INTO orders (id, total) VALUES (1, random()) ON CONFLICT (id) DO UPDATE SET total = 1 WHERE excluded.total > 0',
      /not known before/,
    ],
  ])('is not captured when its effect is not known: %s', async (text, reason) => {
    expect(reasonOf(await setting.capture(text, text.includes('$1') ? ['2026-01-01'] : []))).toMatch(reason);
  });
});
