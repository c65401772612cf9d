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

it('concurrent updates through one client of a pool take effect in the order in which they were made', async () => {
  await database.pool.query(`
    CREATE TABLE counter (id int PRIMARY KEY, n int); INSERT INTO counter VALUES (1, 0);
    CREATE TABLE seen (at serial, n int);
    CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO seen (n) VALUES (NEW.n); RETURN NEW; END $$;
    CREATE TRIGGER see BEFORE UPDATE ON counter FOR EACH ROW EXECUTE FUNCTION see();`);
  const { wrap, session } = await newGovernance();
  const pool = wrap(newPool({ connectionString: database.url, max: 1 }), { connector: 'postgres' });
  const client = await pool.connect();
  const numbers = Array.from({ length: UPDATES }, (_, index) => index + 1);
  await Promise.all(numbers.map((n) => client.query('UPDATE counter SET n = $1 WHERE id = 1', [n])));
  client.release();
  const { rows } = await database.pool.query('SELECT n FROM seen ORDER BY at');
  expect(rows.map(({ n }) => n)).toEqual(numbers);
  await session.flush();
  expect((await session.read()).counters).toMatchObject({ success: UPDATES, failed: 0 });
  await pool.end();
});
