import type pg from 'pg';
import { realPostgres } from './support/postgres.js';

const database = realPostgres();

/**
 * Statements that become row operations: the generated SQL must have exactly the effect and the answer of the agent's
 * SQL.
 */
const STATEMENTS: [sql: string, values?: unknown[]][] = [
  ['UPDATE customers SET credit = 5'],
  ['UPDATE customers SET credit = 5.50, name = NULL WHERE id = 1 RETURNING *'],
  ['UPDATE customers SET credit = credit * 1.1 WHERE id > 1.5 RETURNING credit::text'],
  ['UPDATE customers SET credit = credit / $1 WHERE name LIKE $2', [3, '%a']],
  ["UPDATE customers SET name = name || $1 || '\\x' WHERE id BETWEEN $2 AND 2", ["it's \\ 'q'", 1]],
  ["UPDATE customers SET name = E'tab\\t' || upper(name) WHERE name <> 'Ada' RETURNING id AS \"Id\", name n"],
  [
    'UPDATE customers c SET seen = $1, info = $2 WHERE c.id = ANY($3) RETURNING c.*, c.id + 1 AS next',
    [new Date(), { a: [1] }, [1, 3]],
  ],
  ["UPDATE customers SET tags = ARRAY['x', $1], info = jsonb_build_object('k', $1::text) WHERE id IN (1, 2)", ['y']],
  [
    "UPDATE customers SET seen = seen + interval '1 day', credit = CASE WHEN credit > 15 THEN 1 ELSE credit END WHERE name IS NOT NULL",
  ],
  ['UPDATE customers SET credit = coalesce(credit, 0) - $1::int WHERE tags IS NULL', [2]],
  ['UPDATE customers SET raw = $1, credit = $2 WHERE id = $3', [Buffer.from([1, 2, 255]), 10n, '2']],
  ['UPDATE customers SET name = $1 WHERE credit >= 20 AND credit < 30.5', ['\u{1F600} "x"']],
  ['UPDATE customers SET name = 1 WHERE id = 1 RETURNING name'],
  ['UPDATE customers SET credit = -credit WHERE id = 99'],
  [
    "INSERT INTO customers (id, name, credit) VALUES (10, 'x', 1.25), (11, DEFAULT, DEFAULT), (12, NULL, 3) RETURNING *",
  ],
  [
    'INSERT INTO customers AS c (id, tags, info) VALUES ($1, $2, $3) RETURNING c.id, info',
    [20, ['a', null, 'b"{}'], '{"x": 1}'],
  ],
  ['INSERT INTO customers (id, name) VALUES ($1::int, $2::text) RETURNING id, name', ['21', 'z']],
  ['INSERT INTO public.customers (id, "name") VALUES (22, $1)', ['$1']],
  ['DELETE FROM customers WHERE id = $1 RETURNING *', [1]],
  ["DELETE FROM customers AS c WHERE c.name = 'Bob' AND c.credit = 20 RETURNING c.name"],
  ['DELETE FROM public.customers WHERE customers.id <= 2'],
  ['DELETE FROM customers WHERE id = ANY($1)', [[]]],
  ['DELETE FROM customers'],
];

async function observe(client: pg.ClientBase, sql: string, values: unknown[]) {
  await client.query('BEGIN');
  try {
    const { command, rowCount, rows, fields } = await client.query(sql, values);
    const state = await client.query('SELECT * FROM customers ORDER BY id');
    const types = fields.map(({ name, dataTypeID }) => [name, dataTypeID]);
    return { command, rowCount, rows, types, state: state.rows };
  } finally {
    await client.query('ROLLBACK');
  }
}

describe('a row operation', () => {
  it.each(STATEMENTS.map(([sql, values = []]) => ({ sql, values })))(
    'does and answers what the SQL says: $sql',
    async ({ sql, values }) => {
      const { gate, connect, rawPool } = await database.setup();
      const raw = await rawPool.connect();
      const expected = await observe(raw, sql, values).finally(() => raw.release());
      const client = await connect();
      const actual = await observe(client, sql, values).finally(() => client.release());
      expect(actual).toEqual(expected);
      expect(gate.operations).toEqual([`rows.${sql.slice(0, 6).toLowerCase()}`]);
      expect(gate.asked[0]?.payload).toEqual(JSON.parse(JSON.stringify(gate.asked[0]?.payload)));
    },
  );
});
