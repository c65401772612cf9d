import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Recorded } from '../../../src/actions/ledger/items.js';
import { recordItem } from '../../e2e/matrix/support/ledger-items.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';

const SESSIONS = 1_000;
const ORGANIZATION = randomUUID();
const sessions = Array.from({ length: SESSIONS }, () => randomUUID());

let database: OwnDatabase;
let service: pg.Client;
beforeAll(async () => {
  database = await newOwnDatabase();
  service = new pg.Client({ connectionString: database.serviceUrl });
  await service.connect();
  await database.superuser.query("INSERT INTO organizations (id, name, plan) VALUES ($1, 'x', 'TEAM')", [ORGANIZATION]);
  await database.superuser.query(
    "INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated) SELECT unnest($2::uuid[]), $1, 'a', 'b', false",
    [ORGANIZATION, sessions],
  );
});
afterAll(async () => {
  await service.end();
  await database.drop();
});

/** Records so many successful calls, over all sessions, by the ledger's own statement. */
async function log(calls: number): Promise<void> {
  const items = Array.from({ length: calls }, (_, ord) => ({
    ord,
    ...recordItem(
      { org: ORGANIZATION, session: sessions[ord % SESSIONS] ?? '' },
      { api_name: 'crm.customer.update', operation_type: 'UPDATE' },
    ),
  }));
  const { rows } = await service.query('SELECT record_actions($1, $2, $3) AS answer', [
    [ORGANIZATION],
    sessions.slice(0, calls),
    JSON.stringify(items),
  ]);
  const written = rows[0].answer.answers.filter((answer: Recorded) => answer.written);
  expect(written).toHaveLength(calls);
}

const fold = () => service.query('SELECT fold_metric_changes($1)', [[ORGANIZATION]]);

/** Pages and rows that one read takes, as the service's role. */
async function costOf(query: string): Promise<{ pages: number; rows: number }> {
  await service.query('BEGIN');
  await service.query("SELECT set_config('app.organizations', $1, true)", [`{${ORGANIZATION}}`]);
  const { rows } = await service.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`);
  await service.query('COMMIT');
  const plan = rows[0]['QUERY PLAN'][0].Plan;
  return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], rows: plan['Actual Rows'] };
}

const read = `SELECT * FROM metrics_of('${ORGANIZATION}', 30)`;
/** The first read after a fold marks the deleted rows, so that no later read visits them again. */
const readAgain = async () => {
  await costOf(read);
  return costOf(read);
};

describe('reading the metrics', () => {
  it('takes as many rows and pages with 100 000 actions in 1 000 sessions as with ten', async () => {
    await log(10);
    await fold();
    const few = await readAgain();
    for (let batch = 1; batch <= 200; batch++) {
      await log(500);
      if (batch % 10 === 0) await fold();
    }
    const many = await eventually(readAgain, ({ pages }) => pages <= few.pages);
    const { rows } = await database.superuser.query('SELECT day IS NULL AS total, times::int FROM metrics_of($1, 30)', [
      ORGANIZATION,
    ]);
    expect(rows).toEqual([
      { total: true, times: 100_010 },
      { total: false, times: 100_010 },
    ]);
    expect(many.rows).toBe(few.rows);
    expect(many.pages).toBeLessThanOrEqual(few.pages);
    expect((await costOf('SELECT count(*) FROM actions')).pages).toBeGreaterThan(1_000);
  });
});
