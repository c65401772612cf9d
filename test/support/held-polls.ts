import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { json } from 'node:stream/consumers';
import type pg from 'pg';
import { generateApiKey, hashApiKeySecret } from '../../src/auth/keys/api-key.js';
import { newId } from '../../src/platform/ids.js';
import { valueAt } from './prometheus-names.js';
import type { Service } from './service.mjs';

/** The root key that `testEnvironment` gives every service. */
const ROOT_KEY = createSecretKey(Buffer.alloc(32, 7));

/** A pending approval, and a key that may ask for it. */
export interface Pending {
  readonly organizationId: string;
  readonly sessionId: string;
  readonly actionId: string;
  readonly approvalId: string;
  readonly keyId: string;
  readonly key: string;
}

/**
 * Pending approvals, as calls of agents leave them, in as many organizations as there are `sizes`, so many in each. They
 * are written as rows: a thousand organizations would take minutes to register.
 */
export async function pendingApprovals(owner: pg.Pool, sizes: readonly number[]): Promise<Pending[]> {
  const organizations = sizes.map((size) => {
    const { id, secret, key } = generateApiKey('live');
    const common = { organizationId: newId(), sessionId: newId(), keyId: id, key };
    const each = Array.from({ length: size }, () => ({ ...common, actionId: newId(), approvalId: newId() }));
    return { ...common, hash: hashApiKeySecret(ROOT_KEY, secret).toString('hex'), each };
  });
  await owner.query(
    `WITH given AS (SELECT * FROM json_to_recordset($1) AS o("organizationId" uuid, "sessionId" uuid, "keyId" uuid, hash text, each json)),
     calls AS (SELECT g.*, a."actionId" AS action, a."approvalId" AS approval, a.n FROM given g,
       LATERAL ROWS FROM (json_to_recordset(g.each) AS ("actionId" uuid, "approvalId" uuid)) WITH ORDINALITY AS a("actionId", "approvalId", n)),
     organizations AS (INSERT INTO organizations (id, name, plan) SELECT "organizationId", 'held', 'TEAM' FROM given),
     keys AS (INSERT INTO api_keys (id, organization_id, name, kind, created_by, secret_hash, hash_key)
       SELECT "keyId", "organizationId", 'held', 'live', 'held@example.com', decode(hash, 'hex'), 1 FROM given),
     sessions AS (INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated, pending_approval, open_approvals, last_sequence)
       SELECT "sessionId", "organizationId", 'waiting', 'wait', false, n, n, n FROM given, json_array_length(each) AS n),
     actions AS (INSERT INTO actions (id, organization_id, session_id, sequence, api_name, operation_type, payload, payload_hash, status, policy_decision)
       SELECT action, "organizationId", "sessionId", n, 'crm.customer.update', 'UPDATE', '{}', repeat('a', 64), 'PENDING_APPROVAL', 'REQUIRE_APPROVAL' FROM calls)
     INSERT INTO approvals (id, organization_id, session_id, action_id, agent_slug, api_name, payload_summary, payload_hash, expires_at)
     SELECT approval, "organizationId", "sessionId", action, 'waiting', 'crm.customer.update', '{}', repeat('a', 64), now() + interval '1 hour' FROM calls`,
    [JSON.stringify(organizations)],
  );
  return organizations.flatMap(({ each }) => each);
}

export type Poll = Pick<Pending, 'key' | 'approvalId'>;

export interface Held {
  readonly answer: Promise<{ status: number; approval: string | null }>;
  /** Closes the connection, as a client does that dies. */
  hangUp(): void;
}

/** Asks for each approval and waits, on a connection for each. */
export function hold({ url }: Service, polls: readonly Poll[], seconds = 60): Held[] {
  return polls.map(({ key, approvalId }) => {
    const options = { headers: { authorization: `Bearer ${key}` }, agent: false };
    const request = http.get(`${url}/approvals/${approvalId}?wait=${seconds}`, options);
    const answer = (async () => {
      const [response]: http.IncomingMessage[] = await once(request, 'response');
      const body = await json(response as http.IncomingMessage);
      const approval = (body as { data: { status: string } | null }).data?.status ?? null;
      return { status: response?.statusCode ?? 0, approval };
    })();
    answer.catch(() => undefined);
    return { answer, hangUp: () => request.destroy() };
  });
}

/** Returns the number of requests that the process holds, by its own metrics. */
export async function heldBy(metricsPort: number): Promise<number> {
  return valueAt(metricsPort, 'backstop_held_requests');
}

export interface Cost {
  /** Transactions a second: a query that is asked alone is one, too. */
  readonly perSecond: number;
  /** The average number of busy connections. */
  readonly busy: number;
  /** The most connections that there were. */
  readonly connections: number;
}

/** Measures the work that the services with this role cause at a database without other clients. */
export async function costOver(database: pg.Pool, role: string, ms: number): Promise<Cost> {
  const committed = async () => {
    const { rows } = await database.query(
      'SELECT xact_commit::int AS n FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0].n as number;
  };
  const [before, from] = [await committed(), performance.now()];
  const seen: { connections: number; busy: number }[] = [];
  while (performance.now() < from + ms) {
    const { rows } = await database.query(
      `SELECT count(*)::int AS connections, count(*) FILTER (WHERE state <> 'idle')::int AS busy
       FROM pg_stat_activity WHERE datname = current_database() AND usename = $1`,
      [role],
    );
    seen.push(rows[0]);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const seconds = (performance.now() - from) / 1000;
  const perSecond = ((await committed()) - before - seen.length) / seconds;
  const busy = seen.reduce((sum, look) => sum + look.busy, 0) / seen.length;
  return { perSecond, busy, connections: Math.max(...seen.map(({ connections }) => connections)) };
}
