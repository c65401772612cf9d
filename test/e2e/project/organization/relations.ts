import type pg from 'pg';

/** A table or a view of the service's schema. */
export interface Relation {
  readonly name: string;
  readonly columns: readonly string[];
  /** The column that names the organization of a row; null if its rows belong to none. */
  readonly organizationColumn: string | null;
  /** The SELECT of a view; null for a table. */
  readonly definition: string | null;
}

export interface Routine {
  readonly name: string;
  /** Its CREATE statement, or the SELECT of a view. */
  readonly text: string;
  readonly isSql: boolean;
  /** Runs with the rights of the owner, past row-level security. */
  readonly isLookup: boolean;
  readonly parameters: readonly string[];
}

export interface Schema {
  readonly relations: ReadonlyMap<string, Relation>;
  readonly routines: ReadonlyMap<string, Routine>;
  /** The functions of a table's triggers, by `INSERT sessions`. */
  readonly triggers: ReadonlyMap<string, readonly string[]>;
}

/** Rows of `organizations` are the organizations; the id of a request for a new password names no organization. */
const NAMED_BY_ID = ['organizations', 'organization_states'];

const RELATIONS = `
  SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns,
    CASE WHEN c.relkind = 'v' THEN pg_get_viewdef(c.oid) END AS definition
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v') GROUP BY c.oid`;

const ROUTINES = `
  SELECT p.proname AS name, pg_get_functiondef(p.oid) AS text, l.lanname = 'sql' AS "isSql", p.prosecdef AS "isLookup",
    coalesce(p.proargnames, '{}') AS parameters
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
  WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'`;

const TRIGGERS = `
  SELECT e.verb || ' ' || c.relname AS event, array_agg(p.proname::text) AS functions
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
  JOIN (VALUES (4, 'INSERT'), (8, 'DELETE'), (16, 'UPDATE')) AS e (bit, verb) ON t.tgtype & e.bit > 0
  WHERE NOT t.tgisinternal GROUP BY 1`;

/** Reads the schema of the migrated database: functions and views come from there, not from files. */
export async function schemaOf(database: pg.Pool | pg.Client): Promise<Schema> {
  const relations = await database.query<Omit<Relation, 'organizationColumn'>>(RELATIONS);
  const routines = await database.query<Routine>(ROUTINES);
  const triggers = await database.query<{ event: string; functions: string[] }>(TRIGGERS);
  return {
    relations: new Map(
      relations.rows.map((row) => [row.name, { ...row, organizationColumn: organizationColumnOf(row) }]),
    ),
    routines: new Map(routines.rows.map((row) => [row.name, row])),
    triggers: new Map(triggers.rows.map(({ event, functions }) => [event, functions])),
  };
}

function organizationColumnOf({ name, columns }: Omit<Relation, 'organizationColumn'>): string | null {
  if (NAMED_BY_ID.includes(name)) return 'id';
  return columns.includes('organization_id') ? 'organization_id' : null;
}
