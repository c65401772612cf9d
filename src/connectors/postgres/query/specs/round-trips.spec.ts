import type { Json } from '../../../connector.js';
import { KNOWN } from '../../../rows/testkit/probe-outcome.testkit.js';
import { resultsOf } from '../../../rows/testkit/rows.testkit.js';
import { postgres } from '../../postgres.connector.js';
import { contentOf } from '../../specs/postgres.testkit.js';
import { type QueryWorld, startQueryWorld } from './query.testkit.js';

const OVERTAKEN = 'A change of these rows by another client between the capture and the call is not noticed.';

describe('a free statement through node-postgres', () => {
  let own: QueryWorld;
  beforeAll(async () => {
    own = await startQueryWorld();
  });
  afterAll(() => own.stop());
  beforeEach(() => own.reset());
  const state: QueryWorld['state'] = (...all) => own.state(...all);
  const capture: QueryWorld['capture'] = (...all) => own.capture(...all);
  const perform: QueryWorld['perform'] = (...all) => own.perform(...all);
  const undo: QueryWorld['undo'] = (...all) => own.undo(...all);

  it.each<[string, Json[]]>([
    ['UPDATE customers SET credit = credit * 2 + $1', [1.5]],
    ['UPDATE customers SET credit = credit + $2, name = upper(name) WHERE id = $1', [2, 5]],
    ['UPDATE public.customers AS c SET name = $1 || c.name WHERE c.name LIKE $2 -- all of them', ["O'", '%']],
    [
      "UPDATE customers SET name = E'it\\'s', doc = $1, tags = $2 WHERE customers.id = ANY ($3)",
      [{ a: [1] }, ['x"y', 'z'], [1, 3]],
    ],
    ['UPDATE customers SET tags[1] = $1 WHERE false', ['x']],
    ["UPDATE customers SET feeling = 'happy'::mood, doc = doc || '{\"b\": 2}' WHERE feeling = $1", ['sad']],
    ['UPDATE customers SET credit = (SELECT sum(total) FROM orders o WHERE o.customer = customers.id)', []],
    ['UPDATE customers c SET credit = o.total FROM orders o WHERE o.customer = c.id AND o.id > $1', [2]],
    [
      'WITH big AS (SELECT customer FROM orders WHERE total > $1) UPDATE customers SET credit = 0 WHERE id IN (SELECT customer FROM big)',
      [6],
    ],
    [
      "UPDATE customers SET credit = CASE WHEN name IS DISTINCT FROM 'bob' THEN 1 ELSE 2 END WHERE (id, name) > (0, '')",
      [],
    ],
    ['UPDATE customers SET name = $1 WHERE id = $1::text::int', ['1']],
    ['UPDATE ONLY customers SET "name" = NULL WHERE "customers"."id" = 1;', []],
    ['DELETE FROM customers WHERE id NOT IN (SELECT customer FROM orders WHERE total > $1)', [0]],
    ['DELETE FROM orders USING customers c WHERE c.id = orders.customer AND c.name = $1', ['Ann']],
    ['DELETE FROM orders RETURNING total * 2 AS twice', []],
    ["INSERT INTO customers (id, name, credit, tags) VALUES ($1, lower('NEW'), $2::numeric / 3, $3)", [90, 10, ['q']]],
    ['INSERT INTO orders VALUES (10, (SELECT min(id) FROM customers), 3 * 4), (11, NULL, DEFAULT)', []],
    ['INSERT INTO orders VALUES (1, 1, 1), (12, 1, 1) ON CONFLICT (id) DO NOTHING', []],
  ])('is undone to the byte, though only its count was reported: %s', async (sql, values) => {
    const before = [await state('customers'), await state('orders')];
    const effect = await perform(sql, values);
    const { remains, ...plan } = postgres.plan(effect);
    expect(plan).toMatchObject({ class: 'exact', reason: null });
    expect(remains.filter((sentence) => sentence !== OVERTAKEN)).toEqual([]);
    expect(await undo(effect)).toMatchObject({ outcome: 'done' });
    expect([await state('customers'), await state('orders')]).toEqual(before);
    expect((await undo(effect)).outcome).toBe('done');
    expect([await state('customers'), await state('orders')]).toEqual(before);
  });

  it.each<[string, string]>([
    ['INSERT INTO customers (id, name) VALUES (50, 1)', 'UPDATE customers SET credit = 5 WHERE id = 50'],
    ['INSERT INTO orders VALUES (50)', 'UPDATE orders SET customer = 1 WHERE id = 50'],
    ['INSERT INTO orders VALUES (50, DEFAULT, 1 + 1)', 'UPDATE orders SET customer = 1 WHERE id = 50'],
  ])(
    'is a conflict when another client has set since what the statement left to its default: %s',
    async (sql, change) => {
      const effect = await perform(sql);
      await own.world.sql(change);
      const before = [await state('customers'), await state('orders')];
      expect((await undo(effect)).outcome).toBe('conflict');
      expect([await state('customers'), await state('orders')]).toEqual(before);
    },
  );

  it('says in the plan that a later change of an inserted value that was not foreseen is not noticed', async () => {
    const before = await state('customers');
    const effect = await perform('INSERT INTO customers (id, name, seen) VALUES (50, $1, now())', ['now']);
    expect(postgres.plan(effect).remains).toEqual([
      'What the call left in seen is not known: a change of it by another client since would not be noticed.',
    ]);
    expect(await undo(effect)).toMatchObject({ outcome: 'done' });
    expect(await state('customers')).toEqual(before);
  });

  it.each<[string, number, string[]]>([
    ['inserted none of its rows', 2, ['2', '9']],
    ['inserted one of its rows, and did not report which', 1, ['2', '9']],
  ])('ON CONFLICT DO NOTHING deletes no row of another client when it %s', async (_, others, left) => {
    await own.world.sql('TRUNCATE orders');
    const sql = 'INSERT INTO orders VALUES (2, 1, 1), (9, 1, 1) ON CONFLICT DO NOTHING';
    const snapshot = contentOf(await capture(sql));
    await own.world.sql(`INSERT INTO orders SELECT * FROM (VALUES (2, 1, 1), (9, 1, 1)) v LIMIT ${others}`);
    const { rowCount } = await own.agent.query(sql);
    const effect = { apiName: 'postgres.query', payload: { sql, values: [] }, response: { rowCount }, snapshot };
    expect((await undo(effect)).outcome).toBe(others === 2 ? 'done' : 'conflict');
    expect((await own.world.sql('SELECT id FROM orders ORDER BY id')).map(({ id }) => id)).toEqual(left);
    const reported = { rowCount, rows: [{ id: '9', customer: '1', total: '1' }] };
    if (others === 1) expect((await undo({ ...effect, response: reported })).outcome).toBe('done');
    expect(await own.world.sql('SELECT 1 FROM orders')).toHaveLength(others);
  });

  it.each<[string, Json[]]>([
    ['INSERT INTO customers (name, seen) VALUES ($1, now()), (upper($1), clock_timestamp()) RETURNING *', ['x']],
    ["INSERT INTO customers (id, name) VALUES (nextval('customers_id_seq'), 'x') RETURNING id", []],
    ['INSERT INTO customers DEFAULT VALUES RETURNING id, name', []],
    [
      'UPDATE customers SET seen = now(), (name, credit) = ($1, $2) WHERE id < 3 RETURNING id, seen, name, credit',
      ['x', 1],
    ],
    ['UPDATE customers SET tags[2] = $1, doc = DEFAULT RETURNING *', ['x']],
    ["DELETE FROM orders WHERE now() > '2020-01-01' RETURNING id", []],
  ])('is undone with the rows its client reported: %s', async (sql, values) => {
    const before = [await state('customers'), await state('orders')];
    const effect = await perform(sql, values, 'rows');
    expect(postgres.plan(effect)).toMatchObject({ class: 'exact', reason: null });
    expect((await undo(effect)).outcome).toBe('done');
    expect([await state('customers'), await state('orders')]).toEqual(before);
  });

  it('shows its result beforehand, and in the plan the values to restore', async () => {
    const sql = 'UPDATE customers SET credit = credit + 5, seen = now() WHERE id = 1';
    const effect = await perform(sql);
    expect(postgres.describeChange?.({ apiName: 'postgres.query', payload: { sql } }, effect.snapshot ?? {})).toEqual([
      { field: 'public.customers id=1 credit', before: '10.00', after: '15.00' },
      { field: 'public.customers id=1 seen', before: expect.stringMatching(/^2026-01-01/), after: { sql: '…' } },
    ]);
    expect(postgres.plan(effect)).toEqual({
      class: 'compensating',
      calls: [
        expect.stringMatching(/^UPDATE public.customers SET credit = '10.00', seen = '2026-01-0.*' WHERE id = '1'$/),
      ],
      remains: [
        OVERTAKEN,
        'What the statement left in seen was not reported and could not be foreseen: it is put back only when forced.',
      ],
      reason: null,
    });
  });

  it('leaves unforeseeable values as a conflict until it is forced', async () => {
    const before = await state('customers');
    const effect = await perform('UPDATE customers SET credit = credit + 5, seen = now() WHERE id = 1');
    const report = await undo(effect);
    expect([report.outcome, resultsOf(report)]).toEqual([
      'conflict',
      [
        ['credit', 'restored'],
        ['seen', 'conflict'],
      ],
    ]);
    expect((await undo(effect, 'force')).outcome).toBe('done');
    expect(await state('customers')).toEqual(before);
  });

  it.each<[string, Json[]]>([
    ['UPDATE customers SET credit = credit + $1 WHERE id = $2', ['5', 1]],
    ['UPDATE customers AS c SET credit = 5 + c.credit WHERE c.id = 1', []],
    ['UPDATE customers c SET credit = c.credit + 5 FROM orders o WHERE o.customer = c.id AND o.id = 1', []],
  ])('restores a number that a sum was added to, and leaves it when another client added: %s', async (sql, values) => {
    const effect = await perform(sql, values);
    await own.world.sql('UPDATE customers SET credit = credit + 100 WHERE id = 1');
    expect(await undo(effect)).toMatchObject({ outcome: 'conflict' });
    expect((await own.world.sql('SELECT credit FROM customers WHERE id = 1'))[0]?.credit).toBe('115.00');
    await own.world.sql('UPDATE customers SET credit = credit - 100 WHERE id = 1');
    expect(await undo(effect)).toMatchObject({ outcome: 'done' });
    expect((await own.world.sql('SELECT credit FROM customers WHERE id = 1'))[0]?.credit).toBe('10.00');
  });

  it('takes nothing off where a column of another table is added to, or another column', async () => {
    const effect = await perform('UPDATE orders SET total = c.credit + 5 FROM customers c WHERE c.id = customer');
    await own.world.sql('UPDATE orders SET total = 100 WHERE id = 1');
    expect((await undo(effect)).outcome).toBe('conflict');
    expect((await own.world.sql('SELECT total FROM orders WHERE id = 1'))[0]?.total).toBe('100');
  });

  it('is a conflict when its client reports another result than the captured rows give', async () => {
    const sql = 'UPDATE customers SET credit = credit * 2 WHERE id = 1';
    const snapshot = contentOf(await capture(sql));
    await own.world.sql('UPDATE customers SET credit = credit + 10');
    await own.agent.query(sql);
    const response = { rowCount: 1, rows: [{ id: 1, credit: '40.00' }] };
    const effect = { apiName: 'postgres.query', payload: { sql }, response, snapshot };
    expect((await undo(effect)).outcome).toBe('conflict');
    expect((await own.world.sql('SELECT credit FROM customers WHERE id = 1'))[0]?.credit).toBe('40.00');
  });

  it('never overwrites what another client wrote since, unless forced', async () => {
    const before = await state('customers');
    const update = await perform('UPDATE customers SET credit = credit * 2, name = lower(name)');
    await own.world.sql('UPDATE customers SET credit = 99 WHERE id = 2');
    const report = await undo(update);
    expect([report.outcome, report.detail]).toEqual(['conflict', '2 rows restored; 1 row conflict']);
    expect((await own.world.sql('SELECT credit FROM customers ORDER BY id')).map(({ credit }) => credit)).toEqual([
      '10.00',
      '99.00',
      '30.00',
    ]);
    expect((await undo(update, 'force')).outcome).toBe('done');
    expect(await state('customers')).toEqual(before);

    const insert = await perform('INSERT INTO orders VALUES (70, 1, 1 + 1)');
    await own.world.sql('UPDATE orders SET total = 3 WHERE id = 70');
    expect((await undo(insert)).outcome).toBe('conflict');
    const gone = await perform('DELETE FROM orders WHERE id = 1');
    await own.world.sql('INSERT INTO orders VALUES (1, 2, 2)');
    expect((await undo(gone)).outcome).toBe('conflict');
    expect(await own.world.sql('SELECT total FROM orders WHERE id IN (1, 70) ORDER BY id')).toEqual([
      { total: '2' },
      { total: '3' },
    ]);
  });

  it('reports that more rows were changed than captured', async () => {
    const sql = 'DELETE FROM orders WHERE total > 6';
    const snapshot = contentOf(await capture(sql));
    await own.world.sql('INSERT INTO orders VALUES (8, 1, 8)');
    const { rowCount } = await own.agent.query(sql);
    const effect = { apiName: 'postgres.query', payload: { sql }, response: { rowCount }, snapshot };
    expect(await undo(effect)).toMatchObject({
      outcome: 'conflict',
      detail: '2 rows restored; 1 more row is reported as touched than the 2 captured; they are not restored',
    });
  });

  it('does not claim to have undone a condition on the moment whose rows may have been others', async () => {
    await own.world.sql(`CREATE SCHEMA app; CREATE TABLE app.jobs (id int PRIMARY KEY, due timestamptz, done bool DEFAULT false);
      INSERT INTO app.jobs VALUES (1, now() - interval '1 hour'), (2, now() + interval '1 hour')`);
    const sql = 'DELETE FROM app.jobs WHERE due < now()';
    const sure = await perform(sql);
    expect(postgres.plan(sure).remains).toEqual([
      OVERTAKEN,
      'Which rows it touched depends on the moment it ran, and was not reported.',
    ]);
    expect(await undo(sure)).toMatchObject({ outcome: 'done' });

    const snapshot = contentOf(await capture(sql));
    await own.world.sql(
      "UPDATE app.jobs SET due = due + interval '5 hours'; UPDATE app.jobs SET due = now() - interval '1 day' WHERE id = 2",
    );
    const { rowCount } = await own.agent.query(sql);
    const effect = { apiName: 'postgres.query', payload: { sql }, response: { rowCount }, snapshot };
    expect(await undo(effect)).toMatchObject({
      outcome: 'conflict',
      detail: expect.stringContaining('depends on the moment'),
    });
  });

  it.each<[string, string, keyof typeof KNOWN]>([
    ['UPDATE customers SET credit = credit + 1', 'UPDATE customers SET credit = credit + 1', 'as left'],
    ['UPDATE customers SET credit = credit + 1', 'SELECT 1', 'not-happened'],
    ['UPDATE customers SET credit = credit + 1', 'UPDATE customers SET credit = credit + 1 WHERE id = 1', 'unknown'],
    ['UPDATE customers SET seen = now()', 'UPDATE customers SET seen = now()', 'unknown'],
    ['DELETE FROM orders WHERE customer = 1', 'DELETE FROM orders WHERE customer = 1', 'as left'],
    ['DELETE FROM orders WHERE customer = 1', 'SELECT 1', 'not-happened'],
    ['DELETE FROM orders WHERE customer = 1', 'DELETE FROM orders WHERE id = 1', 'unknown'],
    ['INSERT INTO orders VALUES (9, 1, 2 * 3)', 'INSERT INTO orders VALUES (9, 1, 6)', 'as left'],
    ['INSERT INTO orders VALUES (9, 1, 2 * 3)', 'SELECT 1', 'not-happened'],
    ['INSERT INTO orders VALUES (9, 1, 2 * 3)', 'INSERT INTO orders VALUES (9, 1, 7)', 'unknown'],
    ['INSERT INTO customers (name) VALUES (1)', 'SELECT 1', 'unknown'],
    ['SELECT count(*) FROM orders', 'DELETE FROM orders', 'not-happened'],
  ])('is probed by reading: %s, then %s: %s', async (sql, ran, outcome) => {
    const snapshot = contentOf(await capture(sql));
    await own.world.sql(ran);
    const effect = { apiName: 'postgres.query', payload: { sql, values: [] }, response: undefined, snapshot };
    expect(await postgres.probeOutcome(effect, own.world.context)).toEqual(KNOWN[outcome]);
  });
});
