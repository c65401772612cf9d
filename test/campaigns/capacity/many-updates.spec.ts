import { newGovernance } from '../../../sdk/test/support/governance.js';
import { sized } from '../../support/campaign-size.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { newPool } from '../../support/pool.js';

const UPDATES = sized({ short: 150, full: 1_000 });

let database: Awaited<ReturnType<typeof newCustomerDatabase>>;
beforeAll(async () => {
  database = await newCustomerDatabase();
});
afterAll(() => database.drop());

it('concurrent updates through one pool all end, each with its own answer, with 64 requests under way', async () => {
  await database.pool.query(
    `CREATE TABLE t (id int PRIMARY KEY, n int); INSERT INTO t SELECT g, 0 FROM generate_series(1, ${UPDATES}) g`,
  );
  let [underWay, most] = [0, 0];
  const counting: typeof fetch = async (input, init) => {
    underWay += 1;
    most = Math.max(most, underWay);
    try {
      return await fetch(input, init);
    } finally {
      underWay -= 1;
    }
  };
  const { wrap, session } = await newGovernance({ fetch: counting });
  const pool = wrap(newPool({ connectionString: database.url, max: 4 }), { connector: 'postgres' });
  const ids = Array.from({ length: UPDATES }, (_, index) => index + 1);
  const answers = await Promise.all(
    ids.map((id) => pool.query('UPDATE t SET n = $1 WHERE id = $2 RETURNING id, n', [id * 2, id])),
  );
  expect(answers.map(({ rows }) => rows[0])).toEqual(ids.map((id) => ({ id, n: id * 2 })));
  await session.flush();
  expect((await session.read()).counters).toMatchObject({ success: UPDATES, failed: 0 });
  expect([most <= 64, most > 1]).toEqual([true, true]);
  await pool.end();
});
