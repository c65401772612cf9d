import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { ApprovalFilter } from '../../../src/approvals/listing/approval-filter.js';
import { idsOfPage, valuesOf } from '../../../src/approvals/listing/approval-pages.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';

const ORGANIZATION = randomUUID();
const ANY: ApprovalFilter = {
  status: 'ALL',
  agentId: null,
  connector: null,
  since: null,
  until: null,
  limit: 50,
  cursor: null,
};
/** Pages of an index on the way to its first entry, for each of the parts of a list, and the fifty rows of each. */
const AT_MOST_PAGES = 400;

let database: OwnDatabase;
let service: pg.Client;
beforeAll(async () => {
  database = await newOwnDatabase();
  service = new pg.Client({ connectionString: database.serviceUrl });
  await service.connect();
  await database.superuser.query("INSERT INTO organizations (id, name, plan) VALUES ($1, 'x', 'TEAM')", [ORGANIZATION]);
  // Triggers for single rows would take longer than the rows.
  for (const table of ['actions', 'approvals'])
    await database.superuser.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
});
afterAll(async () => {
  await service.end();
  await database.drop();
});

/**
 * Inserts so many approvals of fifty agents and twenty connectors, one a minute up to now, all decided except a few;
 * and five of a rare agent and a rare connector, the oldest of all.
 */
async function write(many: number): Promise<void> {
  const { superuser } = database;
  await superuser.query('DELETE FROM sessions');
  await superuser.query(
    `WITH session AS (INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated) VALUES (gen_random_uuid(), $1, 'a', 'b', false) RETURNING id),
     call AS (SELECT n, now() - ($2 - n) * interval '1 minute' AS at, gen_random_uuid() AS action,
       CASE WHEN n <= 5 THEN 'rare' ELSE 'agent-' || n % 50 END AS agent, CASE WHEN n <= 5 THEN 'rare' ELSE 'crm-' || n % 20 END AS connector
       FROM generate_series(1, $2::int) AS n),
     actions AS (INSERT INTO actions (id, organization_id, session_id, sequence, api_name, operation_type, payload, payload_hash, status, policy_decision)
       SELECT action, $1, session.id, n, connector || '.customer.update', 'UPDATE', '{}', 'a hash', 'BLOCKED', 'BLOCK' FROM call, session)
     INSERT INTO approvals (id, organization_id, session_id, action_id, agent_slug, api_name, connector, payload_summary, payload_hash, status, decided_at,
       decided_as, created_at, expires_at)
     SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || 'a' || substr(md5(n::text), 4, 15))::uuid,
       $1, session.id, action, agent, connector || '.customer.update', connector, '{}', 'a hash',
       CASE WHEN n % 1000 = 7 THEN 'PENDING' WHEN n % 3 = 0 THEN 'REJECTED' ELSE 'APPROVED' END, CASE WHEN n % 1000 <> 7 THEN at END,
       CASE WHEN n % 1000 = 7 THEN NULL WHEN n % 3 = 0 THEN 'REJECTED' ELSE 'APPROVED' END, at, now() + interval '1 day'
     FROM call, session`,
    [ORGANIZATION, many],
  );
  await superuser.query('VACUUM ANALYZE approvals');
}

/** Approvals that wait: four thousand of the first organization, and some of the others, beside decided ones. */
async function wait(organizations: readonly string[]): Promise<void> {
  const client = await database.superuser.connect();
  // They hang on no action.
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO approvals (id, organization_id, session_id, action_id, agent_slug, api_name, payload_summary, payload_hash, status,
       decided_at, decided_as, expires_at)
     SELECT gen_random_uuid(), o.id, gen_random_uuid(), gen_random_uuid(), 'agent-' || n % 50, 'crm.customer.update', '{}', 'a hash',
       CASE WHEN n <= 4000 THEN 'PENDING' ELSE 'APPROVED' END, CASE WHEN n > 4000 THEN now() END,
       CASE WHEN n > 4000 THEN 'APPROVED' END, now() + interval '1 day'
     FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, place), generate_series(1, 5000) AS n
     WHERE o.place = 1 OR n BETWEEN 3999 AND 4100`,
    [organizations],
  );
  await client.query('RESET session_replication_role');
  client.release();
  await database.superuser.query('VACUUM ANALYZE approvals');
}

/** Measures one page with the service's role: rows found, pages read, and whether the table was read whole. */
async function costOf(filter: Partial<ApprovalFilter>) {
  const query = { ...ANY, ...filter };
  await service.query('BEGIN');
  await service.query("SELECT set_config('app.organizations', $1, true)", [`{${ORGANIZATION}}`]);
  const { rows } = await service.query(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${idsOfPage(query)}`,
    valuesOf({ organizationId: ORGANIZATION, query }),
  );
  await service.query('COMMIT');
  const plan = rows[0]['QUERY PLAN'][0].Plan;
  const scansAll = JSON.stringify(plan).includes('"Node Type":"Seq Scan"');
  return { rows: plan['Actual Rows'], pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], scansAll };
}

const DAY_MS = 24 * 3_600_000;
const FILTERS: readonly [what: string, filter: () => Partial<ApprovalFilter>, found: number][] = [
  ['all', () => ({}), 51],
  ['rejected', () => ({ status: 'REJECTED' }), 51],
  ['of an agent', () => ({ agentId: 'agent-7' }), 51],
  ['of a rare agent', () => ({ agentId: 'rare' }), 5],
  ['of a rare agent, approved', () => ({ agentId: 'rare', status: 'APPROVED' }), 4],
  ['of no agent', () => ({ agentId: 'none' }), 0],
  ['of a connector', () => ({ connector: 'crm-7', status: 'APPROVED' }), 51],
  ['of a rare connector', () => ({ connector: 'rare' }), 5],
  ['of a rare connector and agent', () => ({ connector: 'rare', agentId: 'rare' }), 5],
  [
    'of an hour of yesterday',
    () => ({
      since: new Date(Date.now() - DAY_MS).toISOString(),
      until: new Date(Date.now() - DAY_MS + DAY_MS / 24).toISOString(),
      limit: 200,
    }),
    60,
  ],
];

describe('a page of approvals', () => {
  it('reads no more of thirty thousand approvals than of three thousand, under each filter', async () => {
    for (const many of [3_000, 30_000]) {
      await write(many);
      for (const [what, filter, found] of FILTERS) {
        const cost = await costOf(filter());
        // A small table is read whole where that is cheaper.
        expect([many, what, cost.rows, cost.scansAll && many > 3_000]).toEqual([many, what, found, false]);
        expect([many, what, cost.pages < AT_MOST_PAGES || cost.pages]).toEqual([many, what, true]);
      }
    }
  });

  it('reads no more when more approvals wait than the page holds, among organizations with few', async () => {
    await write(3_000);
    await wait([ORGANIZATION, ...Array.from({ length: 200 }, () => randomUUID())]);
    const { rows, pages } = await costOf({ status: 'PENDING' });
    expect([rows, pages < AT_MOST_PAGES || pages]).toEqual([51, true]);
  });
});
