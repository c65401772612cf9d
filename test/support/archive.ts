import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { idAt } from '../../src/platform/ids.js';
import { auditOf } from './audit.js';
import { newSession, type Organization } from './client.js';
import { startCommand } from './command.js';
import { logged } from './ledger.js';

const monthsAgo = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);
};

/** Months of old sessions, and the first one that the command leaves alone. */
export const [OLD_MONTH, NEXT_MONTH, BEFORE] = [monthsAgo(3), monthsAgo(2), monthsAgo(1)] as const;

/** The command as an operator runs it: with nothing of the service but its DATABASE_URL. */
export function startArchive(databaseUrl: string, args: readonly string[]) {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl };
  return startCommand('dist/bundle/archive.js', args, env);
}

/** Makes a session look ended, with its last activity in the month. */
export async function age(database: pg.Pool, session: string, month: string = OLD_MONTH, status = 'COMPLETED') {
  await database.query(
    `UPDATE sessions SET status = $3::text, created_at = $2, last_activity_at = $2::timestamptz + interval '1 hour',
       completed_at = CASE WHEN $3::text = 'COMPLETED' THEN $2::timestamptz + interval '1 hour' END WHERE id = $1`,
    [session, `${month}-15T12:00:00Z`, status],
  );
}

const OLD = { month: OLD_MONTH, status: 'COMPLETED', operationType: 'READ' };

/**
 * A session with one successful call, as the ledger left it long ago; one that has only read is kept by nothing. The service has
 * not seen it: the evaluation of a session that an agent opened just now could hold it when the command comes by.
 */
export async function oldSession(
  database: pg.Pool,
  { id: organization }: Organization,
  options: Partial<typeof OLD> = {},
): Promise<string> {
  const { month, status, operationType } = { ...OLD, ...options };
  const began = new Date(`${month}-15T12:00:00Z`);
  const [session, action] = [idAt(began, drawn++), idAt(began, drawn++)];
  const effects = operationType === 'READ' ? 0 : 1;
  const { rows } = await database.query(
    `WITH s AS (INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated, success, reads, last_sequence, last_effect_sequence)
         VALUES ($1, $3, 'a', 'look', false, 1, 1 - $5::int, 1, 1) RETURNING id),
       a AS (INSERT INTO actions (id, organization_id, session_id, sequence, effect_sequence, api_name, operation_type, payload,
           payload_hash, status, policy_decision)
         SELECT $2, $3, id, 1, 1, 'crm.customer.get', $4, '{}', 'a hash', 'SUCCESS', 'ALLOW' FROM s RETURNING id),
       u AS (INSERT INTO usage_months VALUES ($3, $6, 1)
         ON CONFLICT (organization_id, month) DO UPDATE SET actions = usage_months.actions + 1)
     SELECT note_action_changes(json_build_array(json_build_object('org', $3::uuid, 'simulated', false, 'became', 'SUCCESS'))) FROM a`,
    [session, action, organization, operationType, effects, `${month}-01`],
  );
  expect(rows).toHaveLength(1);
  await age(database, session, month, status);
  return session;
}

let drawn = 0;

/** A session of now, with one call that has only read. */
export async function readingSession({ agent }: Organization): Promise<string> {
  const session = await newSession(agent);
  await logged(agent, session, { operationType: 'READ', status: 'SUCCESS' });
  return session;
}

export async function sessionsLeft(database: pg.Pool, { id }: Organization): Promise<string[]> {
  const { rows } = await database.query('SELECT id FROM sessions WHERE organization_id = $1 ORDER BY id', [id]);
  return rows.map((row) => row.id);
}

export const filesOf = (root: string, { id }: Organization): string[] => {
  const folder = join(root, id);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

export const linesOf = (root: string, { id }: Organization, file: string): string[] =>
  gunzipSync(readFileSync(join(root, id, file)))
    .toString()
    .trimEnd()
    .split('\n');

export async function archivedEntries(organization: Organization) {
  const entries = await auditOf(organization);
  return entries.filter(({ action }) => action === 'sessions.archived');
}

/** The sessions in the files that the audit names, each as often as it is there. */
export async function archivedSessions(root: string, organization: Organization): Promise<string[]> {
  const files = (await archivedEntries(organization)).map(({ after }) => String(after?.file));
  const lines = files.flatMap((file) => linesOf(root, organization, file)).map((line) => JSON.parse(line));
  return lines
    .filter(({ table }) => table === 'sessions')
    .map(({ row }) => row.id)
    .sort();
}
