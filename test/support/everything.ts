import type pg from 'pg';
import { type Organization, unique } from './client.js';
import { call, gated, rows } from './ledger.js';

/** Returns every table that has rows of organizations, with the column that names the organization. */
export async function ownedTables(database: pg.Pool = rows): Promise<{ name: string; owner: string }[]> {
  const { rows: tables } = await database.query(
    `SELECT c.relname AS name, a.attname AS owner FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT a.attisdropped
     AND (a.attname = 'organization_id' OR c.relname = 'organizations' AND a.attname = 'id') ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(15);
  return tables;
}

/** Returns the number of rows that an organization has in each table; empty tables are left out. */
export async function rowsOf(organizationId: string, database: pg.Pool = rows): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const { name, owner } of await ownedTables(database)) {
    const { rows: found } = await database.query(`SELECT count(*)::int AS n FROM ${name} WHERE ${owner} = $1`, [
      organizationId,
    ]);
    if (found[0].n > 0) counted[name] = found[0].n;
  }
  return counted;
}

/** The same but for what jobs write whenever they come to it: counters, and evaluations of sessions. */
export async function lastingRowsOf(organizationId: string, database: pg.Pool = rows): Promise<Record<string, number>> {
  const counted = Object.entries(await rowsOf(organizationId, database));
  return Object.fromEntries(counted.filter(([name]) => !/^metric_|intent/.test(name)));
}

/** The tables in which any of these texts is found, anywhere in a row. */
export async function tablesNaming(texts: readonly string[], database: pg.Pool = rows): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(15);
  const naming: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await database.query(`SELECT 1 FROM ${name} t WHERE t::text ILIKE ANY ($1) LIMIT 1`, [
      texts.map((text) => `%${text}%`),
    ]);
    if (rowCount) naming.push(name);
  }
  return naming;
}

/** A session with something of every kind, a marker in all that is free text, and each made under an idempotency key. */
export async function fullSession({ operator, agent }: Organization, agentId: string, marker: string): Promise<string> {
  const key = () => unique('key');
  const payload = { marker };
  const session = (await agent.post('/sessions', { agentId, intent: marker }, key())).body.data.id;
  const captured = { apiName: call().apiName, payload };
  await agent.post(`/sessions/${session}/actions/precapture`, captured, key());
  await agent.post(`/sessions/${session}/actions`, call({ payload, status: 'SUCCESS', response: payload }), key());
  const { approvalId } = await gated(agent, session, { payload });
  await operator.post(`/approvals/${approvalId}/approve`, {}, key());
  await gated(agent, session, { payload });
  const rolledBack = await operator.post(`/sessions/${session}/rollback`, {}, key());
  expect(rolledBack.status).toBe(200);
  return session;
}

/** Makes rows in the tables of every module; the marker is in every text that a person or an agent may write. */
export async function fill(organization: Organization, marker: string, database: pg.Pool = rows): Promise<void> {
  const { operator, id } = organization;
  // The webhook is created first, so that it receives the events of the rollbacks.
  const url = `https://127.0.0.1:1/${marker}`;
  const told = await operator.post('/settings/webhooks', { url, events: ['rollback.finished'], description: marker });
  expect(told.status).toBe(201);
  const purged = await fullSession(organization, unique('agent'), marker);
  const created = await Promise.all([
    operator.delete(`/sessions/${purged}/purge`),
    operator.post('/policies', { apiNamePattern: 'mail.*', action: 'BLOCK', reason: marker }),
    operator.post('/agents', { slug: unique('agent'), description: marker }),
    operator.post('/team/invitations', { email: `${marker}@example.com` }),
    operator.post('/auth/browser-session'),
    operator.put('/settings/credentials/postgres', {
      values: { connectionString: 'postgres://nobody:nothing@127.0.0.1:1/none' },
    }),
  ]);
  expect(created.map(({ status }) => status)).toEqual([200, 201, 201, 201, 200, 200]);
  await fullSession(organization, unique('agent'), marker);
  await insertRare(id, marker, database);
  await database.query(
    `INSERT INTO performed_calls (organization_id, action_id, session_id, is_read, state, noted, finished_at)
     SELECT organization_id, id, session_id, false, 'done', json_build_object('text', $2::text), now()
     FROM actions WHERE organization_id = $1 LIMIT 1`,
    [id, marker],
  );
}

/** Rows of an organization ($1), with a marker ($2), in tables that these requests leave empty. */
const RARE = [
  `INSERT INTO identities (id, organization_id, user_id, provider, subject)
   SELECT gen_random_uuid(), organization_id, id, 'oauth-a', $2 || id FROM users WHERE organization_id = $1`,
  `INSERT INTO remade_resources (organization_id, action_id, connector, kind, former_address, address)
   SELECT organization_id, id, 'github', 'comment', jsonb_build_object('id', $2::text), jsonb_build_object('id', id)
   FROM actions WHERE organization_id = $1 LIMIT 1`,
  `INSERT INTO approval_viewers (organization_id, user_id, approval_id, label)
   SELECT u.organization_id, u.id, a.id, $2 FROM users u JOIN approvals a ON a.organization_id = u.organization_id
   WHERE u.organization_id = $1 LIMIT 1`,
  `INSERT INTO personal_tokens (id, organization_id, user_id, name, scopes, secret_hash, hash_key, token_version, expires_at)
   SELECT gen_random_uuid(), organization_id, id, $2, '{read}', '\\x00', 1, 1, now() + interval '1 day' FROM users
   WHERE organization_id = $1 LIMIT 1`,
  `INSERT INTO team_groups (organization_id, id, name) SELECT $1::uuid, gen_random_uuid(), left($2, 50) || gen_random_uuid()`,
  `INSERT INTO team_group_members (organization_id, group_id, user_id, added_by)
   SELECT u.organization_id, g.id, u.id, u.id FROM users u JOIN team_groups g ON g.organization_id = u.organization_id
   WHERE u.organization_id = $1 AND $2::text <> '' LIMIT 1`,
  `UPDATE policies p SET approvers = (SELECT array_agg(id) FROM team_groups g WHERE g.organization_id = p.organization_id)
   WHERE p.organization_id = $1 AND $2::text <> ''`,
  `INSERT INTO session_traits (organization_id, kind, name, session_id)
   SELECT organization_id, 'target', lower($2), id FROM sessions WHERE organization_id = $1 LIMIT 1 ON CONFLICT DO NOTHING`,
  `INSERT INTO session_labels (organization_id, name, value, session_id)
   SELECT organization_id, 'tier', $2, id FROM sessions WHERE organization_id = $1 LIMIT 1 ON CONFLICT DO NOTHING`,
  `INSERT INTO policy_windows (organization_id, id, total) SELECT $1::uuid, gen_random_uuid(), 0 WHERE $2::text <> ''`,
  `INSERT INTO policy_window_calls (organization_id, window_id, action_id, at, amount, counts, waits, seconds)
   SELECT $1::uuid, gen_random_uuid(), gen_random_uuid(), now(), 0, false, true, 3600 WHERE $2::text <> ''`,
  `INSERT INTO policy_window_changes (organization_id, window_id, action_id, delta)
   SELECT $1::uuid, gen_random_uuid(), gen_random_uuid(), 0 WHERE $2::text <> ''`,
  `INSERT INTO spent_states SELECT $2::text || gen_random_uuid(), $1::uuid`,
];

/** Inserts one row into each of these tables. A new table whose rows no request of `fill` makes gets a statement here. */
export async function insertRare(id: string, marker: string, database: Pick<pg.Pool, 'query'> = rows): Promise<void> {
  for (const statement of RARE) await database.query(statement, [id, marker]);
}
