import type { AgentConnection } from '../../../connector.js';
import { NotCapturable } from '../../../rows/call/payload.js';
import type { OwnConnection } from '../../../rows/dialect.js';
import type { Session } from '../../../rows/table/session.js';
import { namesakes } from '../../server/agent-connection.js';
import type { Names } from './findings.js';

const OF_AN_EXTENSION = (catalogue: string, oid: string) =>
  `EXISTS (SELECT 1 FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.${catalogue}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`;
const OWN_PROCEDURE = `p.pronamespace <> 'pg_catalog'::regnamespace
  AND NOT (p.provolatile <> 'v' AND ${OF_AN_EXTENSION('pg_proc', 'p.oid')})`;

/**
 * The client's report about bare names. `differ`: they are looked for in other schemas than here, or in temporary
 * tables first. `untold`: it reports nothing.
 */
export type BareNames = 'as here' | 'differ' | 'untold';

/** @param own the schemas in which the credential's session looks for them; null when the client reports nothing */
export function bareNames(own: OwnConnection | null, told: AgentConnection | undefined): BareNames {
  if (own === null || told === undefined) return 'untold';
  return JSON.stringify(own.path) === JSON.stringify(told.path) ? 'as here' : 'differ';
}

/** Functions, operators and casts that a user of the database made, which a harmless name may mean here. */
const FIND_OWN = `
  SELECT 'the function ' || p.proname || ' has a namesake in this database' FROM pg_catalog.pg_proc p
   WHERE p.proname = ANY ($1::text[]) AND ($4::bool OR pg_catalog.pg_function_is_visible(p.oid)) AND ${OWN_PROCEDURE}
  UNION ALL
  SELECT 'the operator ' || o.oprname || ' has a namesake in this database' FROM pg_catalog.pg_operator o
    JOIN pg_catalog.pg_proc p ON p.oid = o.oprcode
   WHERE o.oprname = ANY ($2::text[]) AND ($4::bool OR pg_catalog.pg_operator_is_visible(o.oid)) AND ${OWN_PROCEDURE}
  UNION ALL
  SELECT p.proname || ' is also a function in this database, which may be called as if it were a column'
    FROM pg_catalog.pg_proc p
   WHERE p.proname = ANY ($3::text[]) AND p.pronargs >= 1 AND p.pronargs - p.pronargdefaults <= 1
     AND ($4::bool OR pg_catalog.pg_function_is_visible(p.oid))
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
 * Checks in the database that the names of a statement have their usual meaning: a view, a function called like a
 * built-in one or a type with checks may run anything.
 * @param use a condition that is to run with the operator's rights reads no system tables
 * @throws NotCapturable
 */
export async function requireHarmlessNames(
  session: Session,
  names: Names,
  use: 'read' | 'condition',
  bare: BareNames = 'as here',
): Promise<void> {
  const anywhere = String(bare === 'differ');
  const [own] = await session.rows(FIND_OWN, [[...names.functions], [...names.operators], [...names.fields], anywhere]);
  if (own !== undefined) throw new NotCapturable(String(own[0]));
  for (const [shown, path] of names.types) {
    if (bare === 'differ' && path.length === 1) throw mayDiffer(shown);
    await requireHarmlessType(session, shown, path);
  }
  for (const { schema, name } of names.relations.values()) {
    if (schema === null && bare !== 'as here') await requireOneMeaning(session, name, names, bare);
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

/** @throws NotCapturable where the bare name of a relation may be another one on the agent's connection */
async function requireOneMeaning(session: Session, name: string, names: Names, bare: BareNames): Promise<void> {
  const schemas = await namesakes(session, name);
  const isQuery = names.queries.has(name) && schemas.length === 0;
  if (!isQuery && (bare === 'differ' || schemas.length > 1)) throw mayDiffer(name);
}

const mayDiffer = (name: string) =>
  new NotCapturable(`the bare name ${name} may mean another thing on the agent's connection; name its schema`);

/** Enumerations and base types run no code of a user; domains have checks. */
async function requireHarmlessType(session: Session, shown: string, path: readonly string[]): Promise<void> {
  const [name = '', schema = null] = [...path].reverse();
  const [found] = await session.rows(FIND_TYPE, [name, schema]);
  if (found === undefined || !['e', 'b'].includes(found[0] ?? '')) {
    throw new NotCapturable(`a cast to ${shown} may call anything`);
  }
}
