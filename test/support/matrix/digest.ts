import type { Pool } from 'pg';

/** Changes with every use of a credential, refused or not. */
const MAY_CHANGE = ['last_used_at'];

/** Every row of these organizations as one short text, by table and organization. */
export type Digest = ReadonlyMap<string, string>;

/** All tables that belong to organizations, whatever they are. */
async function tables(db: Pool): Promise<{ name: string; owner: string }[]> {
  const { rows } = await db.query(
    `SELECT c.relname AS name, CASE c.relname WHEN 'organizations' THEN 'id' ELSE 'organization_id' END AS owner
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND (c.relname = 'organizations'
       OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id')) ORDER BY 1`,
  );
  return rows;
}

export async function digestOf(db: Pool, organizations: readonly string[]): Promise<Digest> {
  const each = (await tables(db)).map(
    ({ name, owner }) =>
      `SELECT '${name} of ' || ${owner} AS of, md5(string_agg(row, '' ORDER BY row)) AS digest
       FROM (SELECT ${owner}, (to_jsonb(t) - $2::text[])::text AS row FROM ${name} t WHERE ${owner} = ANY ($1)) AS of_them GROUP BY 1`,
  );
  const { rows } = await db.query(each.join(' UNION ALL '), [organizations, MAY_CHANGE]);
  return new Map(rows.map(({ of, digest }) => [of, digest]));
}

/** Where rows came, went or changed. */
export function changesBetween(before: Digest, after: Digest): string[] {
  const places = new Set([...before.keys(), ...after.keys()]);
  return [...places].filter((place) => before.get(place) !== after.get(place));
}
