import pg from 'pg';

/**
 * Multiplies sessions that the service itself has made, with all that hangs on them, directly by SQL: whatever a row holds
 * and every counter is as the service would have left it. Only ids, idempotency keys, agents, organizations and times differ.
 */
const TABLES = [
  ['sessions', 't.id = c.template'],
  ['snapshots', 't.session_id = c.template'],
  ['actions', 't.session_id = c.template'],
  ['approvals', 't.session_id = c.template'],
  ['approval_votes', 't.approval_id IN (SELECT id FROM approvals WHERE session_id = c.template)'],
  ['rollbacks', 't.session_id = c.template'],
  ['rollback_steps', 't.rollback_id IN (SELECT id FROM rollbacks WHERE session_id = c.template)'],
  ['session_intents', 't.session_id = c.template'],
  ['action_intents', 't.session_id = c.template'],
];
export const LEDGER = TABLES.map(([name]) => name);

const SESSIONS_AT_ONCE = 2_500;
const WRITERS = 2;
const AGENTS = 50;
const OTHERS = 50;
const DAYS = 364;
/** Other references of a row: to what is not copied. */
const KEPT = new Set(['user_id', 'agent_rollback_id', 'grant_id']);

/** Builds a version 7 UUID, which sorts by the time of its copy. */
const idOf = (column) =>
  `(c.prefix || overlay(substr(md5(c.n || t.${column}::text), 1, 19) PLACING '8' FROM 4 FOR 1))::uuid`;

function copied({ name, type }) {
  if (name === 'organization_id') return 'c.organization_id';
  if (name === 'agent_slug') return `'agent-' || c.n % ${AGENTS}`;
  if (name === 'idempotency_key') return 'md5(t.idempotency_key::text || c.n)::uuid';
  // Pending approvals stay pending.
  if (name === 'expires_at' || name === 'leased_until') return `t.${name}`;
  if (type === 'uuid' && !KEPT.has(name)) return idOf(name);
  return type.startsWith('timestamp') ? `t.${name} - c.age` : `t.${name}`;
}

/** @param templates of each: its id, how many in a hundred sessions are like it, and how many actions it has */
export async function fill(url, { organization, templates, actions, say }) {
  const clients = await Promise.all(Array.from({ length: WRITERS }, () => connect(url)));
  const [client] = clients;
  const statements = await statementsOf(client);
  const others = await makeOthers(client, organization);
  const mean = templates.reduce((sum, { weight, length }) => sum + (weight * length) / 100, 0);
  const sessions = Math.ceil(actions / mean);
  const weights = templates.flatMap(({ id, weight }) => Array(weight).fill(id));
  let next = 0;
  const write = async (writer) => {
    while (next < sessions) {
      const from = next;
      const to = Math.min(from + SESSIONS_AT_ONCE, sessions);
      next = to;
      await writer.query('TRUNCATE copies');
      await writer.query(COPIES, [from, to, weights, organization, others, OTHERS, sessions]);
      for (const statement of statements) await writer.query(statement);
      if ((from / SESSIONS_AT_ONCE) % 20 === 0) say(`${Math.round(to * mean)} of ${actions} actions`);
    }
  };
  await Promise.all(clients.map(write));
  say('adding up …');
  await addUp(client, organization);
  for (const one of clients) await one.end();
}

async function connect(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Triggers and foreign keys have done their work on the templates.
  await client.query('SET session_replication_role = replica; SET synchronous_commit = off; SET jit = off');
  await client.query(
    'CREATE TEMPORARY TABLE copies (n bigint, template uuid, organization_id uuid, age interval, prefix text)',
  );
  return client;
}

/** Selects the copies, each at its time of the year; every second one belongs to the measured organization. */
const COPIES = `
  INSERT INTO copies
  SELECT n, ($3::uuid[])[1 + (n * 37 % 100)::int],
    CASE WHEN n % 2 = 0 THEN $4::uuid ELSE ($5::uuid[])[1 + (n / 2 % $6)::int] END, age,
    lpad(to_hex((extract(epoch FROM now() - age) * 1000)::bigint), 12, '0') || '7'
  FROM (SELECT n, (1 - n::float8 / $7) * interval '${DAYS} days' + interval '1 hour' AS age
        FROM generate_series($1::bigint, $2::bigint - 1) AS n) x`;

async function statementsOf(client) {
  const { rows } = await client.query(
    `SELECT table_name AS table, column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY ($1) ORDER BY ordinal_position`,
    [LEDGER],
  );
  return TABLES.map(([table, on]) => {
    const columns = rows.filter((row) => row.table === table);
    return `INSERT INTO ${table} (${columns.map(({ name }) => name)}) SELECT ${columns.map(copied)} FROM copies c JOIN ${table} t ON ${on}`;
  });
}

async function makeOthers(client, organization) {
  await client.query(
    `INSERT INTO agents (id, organization_id, slug, display_name, registered, last_seen_at)
     SELECT gen_random_uuid(), $1, 'agent-' || n, 'agent-' || n, false, now() FROM generate_series(0, ${AGENTS - 1}) n ON CONFLICT DO NOTHING`,
    [organization],
  );
  const { rows } = await client.query(
    `INSERT INTO organizations (id, name, plan) SELECT gen_random_uuid(), 'other ' || n, 'TEAM' FROM generate_series(1, ${OTHERS}) n RETURNING id`,
  );
  return rows.map(({ id }) => id);
}

/** Fills the tables beside the sessions: usage, agents, metrics, the audit log and the deliveries of webhooks. */
async function addUp(client, organization) {
  await client.query(
    `INSERT INTO usage_months SELECT organization_id, date_trunc('month', created_at AT TIME ZONE 'UTC')::date, count(*)
     FROM actions GROUP BY 1, 2 ON CONFLICT (organization_id, month) DO UPDATE SET actions = excluded.actions`,
  );
  await client.query(
    `UPDATE agents a SET sessions = s.n FROM (SELECT organization_id, agent_slug, count(*) AS n FROM sessions GROUP BY 1, 2) s
     WHERE s.organization_id = a.organization_id AND s.agent_slug = a.slug`,
  );
  await client.query(
    `INSERT INTO metric_days (organization_id, day, subject, was, became, times)
     SELECT organization_id, utc_day(created_at), 'action', NULL, status, count(*) FROM actions GROUP BY 1, 2, 5
     ON CONFLICT DO NOTHING`,
  );
  await client.query(
    `INSERT INTO metric_totals (organization_id, simulated, subject, was, became, times)
     SELECT organization_id, false, 'action', NULL, status, count(*) FROM actions GROUP BY 1, 5
     ON CONFLICT (organization_id, simulated, subject, was, became, detail) DO UPDATE SET times = excluded.times`,
  );
  // One decision in ten sessions, on the chain that the service has begun.
  await client.query(
    `WITH head AS (SELECT sequence, last_at FROM audit_heads WHERE organization_id = $1), made AS (
       INSERT INTO audit_entries (id, organization_id, sequence, actor, action, target, before, after, created_at, previous_hash, hash)
       SELECT (substr(e.id::text, 1, 19) || substr(gen_random_uuid()::text, 20))::uuid, $1, head.sequence + n, e.actor, 'approval.approved',
         e.target, e.before, e.after, head.last_at, md5('x' || n) || md5('y' || n), md5('x' || n + 1) || md5('y' || n + 1)
       FROM head, generate_series(1, (SELECT count(*) / 10 FROM sessions WHERE organization_id = $1)) n,
         (SELECT * FROM audit_entries WHERE organization_id = $1 ORDER BY sequence DESC LIMIT 1) e RETURNING sequence)
     UPDATE audit_heads SET sequence = (SELECT max(sequence) FROM made), hash = md5('x') || md5('y') WHERE organization_id = $1`,
    [organization],
  );
  await client.query(
    `INSERT INTO webhook_deliveries (id, organization_id, webhook_id, event_id, type, session_id, data, status, attempts, settled_at)
     SELECT event_uuid(), a.organization_id, w.id, event_uuid(), 'approval.requested', a.session_id,
       json_build_object('approvalId', a.id, 'actionId', a.action_id, 'agentId', a.agent_slug), 'DELIVERED', 1, now()
     FROM approvals a JOIN webhooks w ON w.organization_id = a.organization_id`,
  );
}

/** Bytes of each table of the ledger with its indexes and what is stored apart, for one action. */
export async function bytesOf(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT name, pg_relation_size(name::regclass) AS rows, pg_indexes_size(name::regclass) AS indexes,
       pg_total_relation_size(name::regclass) AS total, (SELECT count(*) FROM actions) AS actions
     FROM unnest($1::text[]) AS name`,
    [LEDGER],
  );
  await client.end();
  return rows.map(({ name, rows: heap, indexes, total, actions }) => {
    const each = (bytes) => Number(bytes) / Number(actions);
    return { name, rows: each(heap), indexes: each(indexes), apart: each(total - heap - indexes), total: each(total) };
  });
}

export async function vacuum(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
}
