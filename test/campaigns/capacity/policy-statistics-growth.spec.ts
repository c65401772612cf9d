import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';

const ORGANIZATION = randomUUID();
const POLICIES = Array.from({ length: 200 }, () => randomUUID());
const [POLICY = ''] = POLICIES;

let database: OwnDatabase;
let service: pg.Client;
beforeAll(async () => {
  database = await newOwnDatabase();
  service = new pg.Client({ connectionString: database.serviceUrl });
  await service.connect();
  await database.superuser.query("INSERT INTO organizations (id, name, plan) VALUES ($1, 'x', 'TEAM')", [ORGANIZATION]);
  await database.superuser.query(
    `INSERT INTO policies (id, organization_id, api_name_pattern, action, enabled, mode)
     SELECT unnest($2::uuid[]), $1, '*', 'REQUIRE_APPROVAL', true, 'enforce'`,
    [ORGANIZATION, POLICIES],
  );
});
afterAll(async () => {
  await service.end();
  await database.drop();
});

/** Inserts, for each of the last 90 days, calls of every kind, and operators who took 1 to 20 seconds. */
const count = (policies: readonly string[], times: number) =>
  database.superuser.query(
    `INSERT INTO policy_days
     SELECT $1, p, d::date, e.event, e.seconds, $3 FROM unnest($2::uuid[]) AS p,
       generate_series(now() - interval '89 days', now(), interval '1 day') AS d,
       (SELECT 'matched' AS event, NULL::integer AS seconds UNION ALL SELECT 'undone', NULL
        UNION ALL SELECT 'approved', s FROM generate_series(1, 20) AS s) AS e`,
    [ORGANIZATION, policies, times],
  );

/** Pages and rows that one read takes, as the service's role. */
async function costOf(query: string): Promise<{ pages: number; rows: number }> {
  await service.query('BEGIN');
  await service.query("SELECT set_config('app.organizations', $1, true)", [`{${ORGANIZATION}}`]);
  const { rows } = await service.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`);
  await service.query('COMMIT');
  const plan = rows[0]['QUERY PLAN'][0].Plan;
  return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], rows: plan['Actual Rows'] };
}

describe('the statistics of a policy', () => {
  it('cost as much beside 200 policies with a billion calls as alone', async () => {
    const read = `SELECT * FROM policy_statistics_of('${ORGANIZATION}', '${POLICY}', 90)`;
    await count([POLICY], 1);
    await database.superuser.query('VACUUM ANALYZE policy_days');
    await costOf(read);
    const alone = await costOf(read);
    await count(POLICIES.slice(1), 60_000);
    await database.superuser.query('VACUUM ANALYZE policy_days');
    await costOf(read);
    const among = await costOf(read);
    expect(among.rows).toBe(alone.rows);
    expect(among.pages).toBeLessThanOrEqual(alone.pages + 10);
    expect((await costOf('SELECT count(*) FROM policy_days')).pages).toBeGreaterThan(20 * among.pages);
  });
});
