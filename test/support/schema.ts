import type pg from 'pg';
import { BOOKKEEPING } from '../../src/platform/database/schema/schema-version.js';

interface SchemaObject {
  readonly what: string;
  readonly definition: string;
}

const OBJECTS = `
  WITH tables AS (
    SELECT oid, oid::regclass::text AS name, relkind, relrowsecurity, relforcerowsecurity, reloptions, relacl FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND relname <> ALL ($1)
  )
  SELECT 'table ' || name AS what, concat_ws(' ', relkind, relrowsecurity, relforcerowsecurity, reloptions, relacl) AS definition FROM tables
  UNION ALL SELECT 'column ' || t.name || '.' || row_number() OVER (PARTITION BY t.oid ORDER BY a.attnum),
      concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid))
    FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
  UNION ALL SELECT 'index ' || indexrelid::regclass, pg_get_indexdef(indexrelid) FROM pg_index JOIN tables t ON t.oid = indrelid
  UNION ALL SELECT 'constraint ' || t.name || '.' || conname, pg_get_constraintdef(c.oid)
    FROM pg_constraint c JOIN tables t ON t.oid = conrelid
  UNION ALL SELECT 'domain ' || typname, concat_ws(' ', format_type(typbasetype, typtypmod), pg_get_constraintdef(c.oid))
    FROM pg_type d LEFT JOIN pg_constraint c ON c.contypid = d.oid WHERE typtype = 'd' AND typnamespace = 'public'::regnamespace
  UNION ALL SELECT 'policy ' || tablename || '.' || policyname, concat_ws(' ', roles, cmd, qual, with_check)
    FROM pg_policies WHERE schemaname = 'public'
  UNION ALL SELECT 'trigger ' || t.name || '.' || tgname, pg_get_triggerdef(g.oid)
    FROM pg_trigger g JOIN tables t ON t.oid = tgrelid WHERE NOT tgisinternal
  UNION ALL SELECT 'view ' || t.name, pg_get_viewdef(t.oid) FROM tables t WHERE relkind = 'v'
  UNION ALL SELECT 'routine ' || oid::regprocedure, concat_ws(' ', pg_get_functiondef(oid), proacl)
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  ORDER BY 1`;

/** Reads everything in a database from the catalogues, except rows and the bookkeeping of `migrate`. */
export const schemaOf = async (client: pg.ClientBase): Promise<SchemaObject[]> =>
  (await client.query<SchemaObject>(OBJECTS, [BOOKKEEPING])).rows;
