import { NotCapturable } from '../../../rows/call/payload.js';
import type { Session } from '../../../rows/table/session.js';
import type { Names } from './findings.js';

const OF_AN_EXTENSION = (catalogue: string, oid: string) =>
  `EXISTS (SELECT 1 FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.${catalogue}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`;
const OWN_PROCEDURE = `p.pronamespace <> 'pg_catalog'::regnamespace
  AND NOT (p.provolatile <> 'v' AND ${OF_AN_EXTENSION('pg_proc', 'p.oid')})`;

/** A function, operator or cast that a user of the database made may be what a harmless name means here. */
const FIND_OWN = `
  SELECT 'the function ' || p.proname || ' has a namesake in this database' FROM pg_catalog.pg_proc p
   WHERE p.proname = ANY ($1::text[]) AND pg_catalog.pg_function_is_visible(p.oid) AND ${OWN_PROCEDURE}
  UNION ALL
  SELECT 'the operator ' || o.oprname || ' has a namesake in this database' FROM pg_catalog.pg_operator o
    JOIN pg_catalog.pg_proc p ON p.oid = o.oprcode
   WHERE o.oprname = ANY ($2::text[]) AND pg_catalog.pg_operator_is_visible(o.oid) AND ${OWN_PROCEDURE}
  UNION ALL
  SELECT p.proname || ' is also a function in this database, which may be called as if it were a column'
    FROM pg_catalog.pg_proc p
   WHERE p.proname = ANY ($3::text[]) AND p.pronargs >= 1 AND p.pronargs - p.pronargdefaults <= 1
     AND pg_catalog.pg_function_is_visible(p.oid)
     AND ((${OWN_PROCEDURE}) OR (p.provolatile = 'v' AND p.proargtypes[0]::regtype::text ~ '^(record|"?any)'))
  UNION ALL
  SELECT 'this database has casts of its own, which may do anything' FROM pg_catalog.pg_cast c
    JOIN pg_catalog.pg_proc p ON p.oid = c.castfunc WHERE ${OWN_PROCEDURE}
  LIMIT 1`;

const FIND_RELATION = `
  SELECT c.relkind, (c.relrowsecurity OR c.relhasrules)::text,
         (n.nspname IN ('pg_catalog', 'information_schema'))::text
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
     AND CASE WHEN $2::text IS NULL THEN pg_catalog.pg_table_is_visible(c.oid) ELSE n.nspname = $2 END`;

const FIND_TYPE = `
  SELECT t.typtype FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
   WHERE t.typname = $1 AND CASE WHEN $2::text IS NULL THEN pg_catalog.pg_type_is_visible(t.oid) ELSE n.nspname = $2 END`;

/**
 * Asks the database whether the names of a statement mean what they seem to mean: a view, a function called like a
 * built-in one or a type with checks may run anything.
 * @param use a condition that is to run with the operator's rights reads no system tables
 * @throws NotCapturable
 */
export async function requireHarmlessNames(session: Session, names: Names, use: 'read' | 'condition'): Promise<void> {
  const [own] = await session.rows(FIND_OWN, [[...names.functions], [...names.operators], [...names.fields]]);
  if (own !== undefined) throw new NotCapturable(String(own[0]));
  for (const [shown, path] of names.types) await requireHarmlessType(session, shown, path);
  for (const { schema, name } of names.relations.values()) {
    const [found] = await session.rows(FIND_RELATION, [name, schema]);
    if (found === undefined && schema === null && names.queries.has(name)) continue;
    const [kind, hooked, system] = found ?? [];
    const shown = schema === null ? name : `${schema}.${name}`;
    if (found === undefined) throw new NotCapturable(`there is no relation ${shown}`);
    if (system === 'true' && use === 'read') continue;
    if (system === 'true') throw new NotCapturable(`its condition reads the system table ${shown}`);
    if (!['r', 'p', 'm', 'S'].includes(kind ?? ''))
      throw new NotCapturable(`${shown} is no table: it may call anything`);
    if (hooked === 'true') throw new NotCapturable(`${shown} has rules or row security, which may call anything`);
  }
}

/** Enumerations and base types run no code of a user; domains have checks. */
async function requireHarmlessType(session: Session, shown: string, path: readonly string[]): Promise<void> {
  const [name = '', schema = null] = [...path].reverse();
  const [found] = await session.rows(FIND_TYPE, [name, schema]);
  if (found === undefined || !['e', 'b'].includes(found[0] ?? '')) {
    throw new NotCapturable(`a cast to ${shown} may call anything`);
  }
}
