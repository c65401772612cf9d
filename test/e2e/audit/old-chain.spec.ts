import pg from 'pg';
import { migrate } from '../../../src/platform/database/migrations.js';
import { numberedFiles, sqlSources } from '../../../src/platform/database/schema/sql-files.js';
import { unique } from '../../support/client.js';
import { restoreOldChain } from '../../support/old-chain.js';
import { schemaOf } from '../../support/schema.js';

const ROWS = `
  SET app.organizations = '{00000000-0000-7000-8000-000000000001}';
  INSERT INTO organizations (id, name, plan) VALUES ('00000000-0000-7000-8000-000000000001', 'Before', 'TEAM');
  INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated, last_sequence, pending_approval, open_approvals)
    VALUES ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000001', 'agent', 'tidy up', false, 1, 1, 1);
  INSERT INTO actions (id, organization_id, session_id, sequence, api_name, operation_type, payload, payload_hash, status, policy_decision)
    VALUES ('00000000-0000-7000-8000-000000000003', '00000000-0000-7000-8000-000000000001',
      '00000000-0000-7000-8000-000000000002', 1, 'mail.send', 'EXECUTE', '{}', 'hash', 'PENDING_APPROVAL', 'REQUIRE_APPROVAL');
  INSERT INTO approvals (id, organization_id, session_id, action_id, agent_slug, api_name, payload_summary, payload_hash, expires_at)
    VALUES ('00000000-0000-7000-8000-000000000004', '00000000-0000-7000-8000-000000000001',
      '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000003', 'agent', 'mail.send', '{}', 'hash', 'infinity')`;

/** A session with calls of every certainty, and approvals that an operator, the clock and a pause decided. */
const DECIDED = `
  INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated, last_sequence, cleared, failed)
    VALUES ('00000000-0000-7000-8000-000000000012', '00000000-0000-7000-8000-000000000001', 'agent', 'go on', false, 4, 2, 2);
  INSERT INTO actions (id, organization_id, session_id, sequence, api_name, operation_type, payload, payload_hash, status, response,
      policy_decision)
    SELECT ('00000000-0000-7000-8000-00000000002' || n)::uuid, '00000000-0000-7000-8000-000000000001',
      '00000000-0000-7000-8000-000000000012', n, 'mail.send', kind, '{}', 'hash', status, response::json, 'REQUIRE_APPROVAL'
    FROM (VALUES (1, 'EXECUTE', 'CLEARED', NULL), (2, 'EXECUTE', 'FAILED', '{"error": "502"}'),
      (3, 'EXECUTE', 'FAILED', '{"refusal": {"status": 403}}'), (4, 'READ', 'CLEARED', NULL)) AS made (n, kind, status, response);
  INSERT INTO approvals (id, organization_id, session_id, action_id, agent_slug, api_name, payload_summary, payload_hash, expires_at,
      status, reason, decided_by, decided_at)
    SELECT ('00000000-0000-7000-8000-00000000003' || n)::uuid, '00000000-0000-7000-8000-000000000001',
      '00000000-0000-7000-8000-000000000012', ('00000000-0000-7000-8000-00000000002' || n)::uuid, 'agent', 'mail.send', '{}', 'hash',
      'infinity', status, reason, by, now()
    FROM (VALUES (1, 'APPROVED', NULL, 'a@example.com'), (2, 'REJECTED', 'no', 'a@example.com'), (3, 'REJECTED', 'expired', NULL),
      (4, 'REJECTED', 'agent-paused', NULL)) AS made (n, status, reason, by)`;

const ROWS_NOW = `
  SELECT o.name, s.intent, s.open_approvals, a.status, p.payload_summary, a.grant_id, s.last_sequence
  FROM organizations o JOIN sessions s ON s.organization_id = o.id JOIN action_details d ON d.session_id = s.id
  JOIN actions a ON a.id = d.id JOIN approvals p ON p.id = d.approval_id WHERE p.status = 'PENDING'`;

const name = unique('chain').replaceAll('-', '_');
const { TEST_SUPERUSER_URL = '', TEST_OWNER_URL = '', TEST_DATABASE_URL = '' } = process.env;
const at = (url: string) => url.replace(/\/[^/]*$/, `/${name}`);
const toLatest = () => migrate(at(TEST_OWNER_URL), at(TEST_DATABASE_URL));

let fresh: pg.Client;
let server: pg.Client;
let old: pg.Client;
beforeAll(async () => {
  [fresh, server, old] = [TEST_OWNER_URL, TEST_SUPERUSER_URL, at(TEST_OWNER_URL)].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client, pg.Client];
  await Promise.all([fresh.connect(), server.connect()]);
  await server.query(`CREATE DATABASE ${name} OWNER backstop_owner`);
  await restoreOldChain(at(TEST_OWNER_URL));
  await old.connect();
  await old.query(ROWS);
  await old.query(DECIDED);
});
afterAll(async () => {
  await Promise.all([fresh.end(), old.end()]);
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.end();
});

describe('a database of the migrations before 0001-identity', () => {
  it('is refused halfway through them, and stays unchanged', async () => {
    const [last] = (await old.query('DELETE FROM migrations WHERE id = 23 RETURNING *')).rows;
    const before = await schemaOf(old);
    await expect(toLatest()).rejects.toThrow('This database has 22 of the 23 migrations before 0001-identity.');
    expect(await schemaOf(old)).toEqual(before);
    await old.query('INSERT INTO migrations VALUES ($1, $2, $3)', [last.id, last.timestamp, last.name]);
  });

  it('gets the schema of an empty database after migrate, with the numbered files after 0011 alone, and keeps its rows', async () => {
    const [before] = (await old.query(ROWS_NOW)).rows;
    expect(before).toMatchObject({ name: 'Before', intent: 'tidy up', status: 'PENDING_APPROVAL' });
    const later = numberedFiles().filter(({ number }) => number > 11);
    const ran = [...later, ...sqlSources()].map(({ path }) => path);
    expect((await toLatest()).toSorted()).toEqual(ran.toSorted());
    const schema = await schemaOf(old);
    expect(schema.length).toBeGreaterThan(500);
    expect(schema).toEqual(await schemaOf(fresh));
    expect((await old.query(ROWS_NOW)).rows).toEqual([before]);
    const noted = 'SELECT name FROM migrations ORDER BY timestamp';
    expect((await old.query(noted)).rows).toEqual((await fresh.query(noted)).rows);
    expect(await toLatest()).toEqual([]);
  });

  it('has its possible effects counted, and says of each decision which command made it', async () => {
    const { rows: counted } = await old.query('SELECT possible_effects FROM sessions ORDER BY id');
    expect(counted.map(({ possible_effects }) => possible_effects)).toEqual([0, 2]);
    const { rows: decided } = await old.query('SELECT decided_as FROM approvals ORDER BY id');
    expect(decided.map(({ decided_as }) => decided_as)).toEqual([null, 'APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN']);
  });
});
