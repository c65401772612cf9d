import type { Pool } from 'pg';

/** Columns that jobs write at any time, by table; an additional or missing row is noticed nevertheless. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['last_used_at'],
  personal_tokens: ['last_used_at'],
  mailed_links: ['status', 'attempts', 'due_at', 'token_hash', 'expires_at'],
};

/** Tables that a job derives from other tables. */
const DERIVED = [
  'metric_changes',
  'metric_totals',
  'metric_days',
  'policy_days',
  'session_intents',
  'action_intents',
  'intent_counts',
  'intent_levels',
];

/** Every row of these organizations as one short text, by table and organization. */
export type Digest = ReadonlyMap<string, string>;

/** Lists all tables that belong to organizations. */
async function tables(db: Pool): Promise<{ name: string; owner: string }[]> {
  const { rows } = await db.query(
    `SELECT c.relname AS name, CASE c.relname WHEN 'organizations' THEN 'id' ELSE 'organization_id' END AS owner
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND (c.relname = 'organizations'
       OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id')) ORDER BY 1`,
  );
  return rows;
}

export async function digestOf(db: Pool, organizations: readonly string[]): Promise<Digest> {
  const kept = (await tables(db)).filter(({ name }) => !DERIVED.includes(name));
  const each = kept.map(
    ({ name, owner }) =>
      `SELECT '${name} of ' || ${owner} AS of, md5(string_agg(row, '' ORDER BY row)) AS digest
       FROM (SELECT ${owner}, (to_jsonb(t) - '{${LATER[name] ?? ''}}'::text[])::text AS row FROM ${name} t WHERE ${owner} = ANY ($1)) AS of_them GROUP BY 1`,
  );
  const { rows } = await db.query(each.join(' UNION ALL '), [organizations]);
  return new Map(rows.map(({ of, digest }) => [of, digest]));
}

/** Lists the tables and organizations whose rows were added, removed or changed. */
export function changesBetween(before: Digest, after: Digest): string[] {
  const places = new Set([...before.keys(), ...after.keys()]);
  return [...places].filter((place) => before.get(place) !== after.get(place));
}
