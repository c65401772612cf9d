import type { Names } from './findings.js';
import { isPureFunction } from './pure-functions.js';

/** A question to the catalogue of the database. */
export interface Question {
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Rows `[objection, expression, query]`, one of them set: why the names may call anything, or what they call besides
 * (the query of a view, the expressions of a policy or of a domain), which has to be looked at as well. The names are
 * looked up in every schema: the answer does not depend on the search path, on the role or on temporary tables.
 */
export function whatNamesCall(names: Names): Question {
  const members = [...names.members];
  const values = [
    [...names.functions],
    [...names.operators],
    [...names.types],
    [...names.fields],
    members,
    members.filter((name) => !isPureFunction([name])),
    names.relations.map(({ schema }) => schema),
    names.relations.map(({ name }) => name),
  ];
  return { text: NAMES, values };
}

/**
 * One row `[count, readable, returnable, version]` about all tables of this name: whether they are plain ones that this
 * role may read, and whether RETURNING * adds nothing to a statement but its rows.
 */
export function whatTableAllows(schema: string | null, name: string): Question {
  return { text: TABLE, values: [schema, name] };
}

const ofExtension = (catalogue: string, oid: string) =>
  `EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalogue}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`;

/** Made by a user of the database; extensions are installed by its administrator. */
const OWN = `p.pronamespace <> 'pg_catalog'::regnamespace AND NOT (${ofExtension('pg_proc', 'p.oid')}
  AND (p.provolatile <> 'v' OR l.lanname = 'c' OR l.lanname = 'internal'))`;
const PROCEDURES = 'pg_proc p JOIN pg_language l ON l.oid = p.prolang';
const ONE_ARGUMENT = 'p.pronargs >= 1 AND p.pronargs - p.pronargdefaults <= 1';
const FIRST_ARGUMENT = '(SELECT t.typtype FROM pg_type t WHERE t.oid = p.proargtypes[0])';
const SYSTEM = `n.nspname = 'pg_catalog' OR n.nspname = 'information_schema'`;

const NAMES = builtIn(`
  WITH relation AS (
    SELECT c.oid, c.relname, c.relkind, c.relrowsecurity, c.relhassubclass
      FROM ROWS FROM (pg_catalog.unnest($7::text[]), pg_catalog.unnest($8::text[])) AS wanted (schema, name)
      JOIN pg_class c ON c.relname = wanted.name::name AND c.relkind <> 'i' AND c.relkind <> 'I' AND c.relkind <> 'c'
      JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE (wanted.schema IS NULL OR n.nspname = wanted.schema::name) AND NOT (${SYSTEM})
       AND NOT ${ofExtension('pg_class', 'c.oid')}
  )
  SELECT 'the function ' || p.proname::text, NULL::text, NULL::text FROM ${PROCEDURES}
   WHERE p.proname = ANY ($1::name[]) AND ${OWN}
  UNION ALL
  SELECT 'the operator ' || o.oprname::text, NULL, NULL FROM pg_operator o JOIN pg_proc p ON p.oid = o.oprcode
    JOIN pg_language l ON l.oid = p.prolang
   WHERE o.oprname = ANY ($2::name[]) AND (${OWN})
  UNION ALL
  SELECT 'the function ' || p.proname::text, NULL, NULL FROM ${PROCEDURES}
   WHERE p.proname = ANY ($4::name[]) AND ${ONE_ARGUMENT} AND ${FIRST_ARGUMENT} = ANY ('{c,p,d}'::"char"[])
     AND ((${OWN}) OR p.provolatile = 'v')
  UNION ALL
  SELECT 'the function ' || p.proname::text, NULL, NULL FROM ${PROCEDURES}
   WHERE p.proname = ANY ($5::name[]) AND ${ONE_ARGUMENT} AND ((${OWN}) OR p.proname = ANY ($6::name[]))
  UNION ALL
  SELECT 'a cast to ' || t.typname::text, NULL, NULL FROM pg_cast c JOIN ${PROCEDURES} ON p.oid = c.castfunc
    JOIN pg_type t ON t.oid = c.casttarget
   WHERE (c.castcontext = 'i' OR t.typname = ANY ($3::name[]) OR t.typname = ANY ($1::name[])) AND (${OWN})
  UNION ALL
  SELECT 'the type ' || t.typname::text, NULL, NULL FROM pg_type t
   WHERE t.typname = ANY ($3::name[]) AND t.typnamespace <> 'pg_catalog'::regnamespace
     AND t.typtype <> 'e' AND t.typtype <> 'd' AND NOT ${ofExtension('pg_type', 't.oid')}
     AND NOT (t.typelem <> 0::oid AND t.typlen = -1)
  UNION ALL
  SELECT NULL, pg_get_expr(k.conbin, 0::oid), NULL FROM pg_constraint k JOIN pg_type t ON t.oid = k.contypid
   WHERE (t.typname = ANY ($3::name[]) OR t.typname = ANY ($1::name[])) AND k.conbin IS NOT NULL
  UNION ALL
  SELECT NULL, '(NULL::' || pg_catalog.format_type(t.typbasetype, NULL) || ')', NULL FROM pg_type t
   WHERE (t.typname = ANY ($3::name[]) OR t.typname = ANY ($1::name[])) AND t.typtype = 'd'
     AND t.typnamespace <> 'information_schema'::regnamespace
  UNION ALL
  SELECT 'the relation ' || r.relname::text, NULL, NULL FROM relation r
   WHERE NOT (r.relkind = ANY ('{r,p,m,v,S,t}'::"char"[]))
      OR (r.relhassubclass AND EXISTS (SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE c.relkind = 'f'))
  UNION ALL
  SELECT NULL, NULL, pg_get_viewdef(r.oid) FROM relation r WHERE r.relkind = 'v'
  UNION ALL
  SELECT NULL, pg_get_expr(s.polqual, s.polrelid), NULL FROM pg_policy s JOIN relation r ON r.oid = s.polrelid
   WHERE r.relrowsecurity AND s.polqual IS NOT NULL AND s.polcmd = ANY ('{r,*}'::"char"[])`);

const TABLE = builtIn(`
  SELECT pg_catalog.count(*)::text, coalesce(pg_catalog.bool_and(allowed.readable), false)::text,
         coalesce(pg_catalog.bool_and(allowed.readable AND allowed.plain), false)::text, pg_catalog.current_setting('server_version_num')
    FROM (SELECT c.relkind = ANY ('{r,p}'::"char"[]) AND pg_catalog.has_table_privilege(c.oid, 'SELECT') AS readable,
                 NOT c.relrowsecurity AND NOT EXISTS (SELECT FROM pg_rewrite w WHERE w.ev_class = c.oid)
                   AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attgenerated = 'v') AS plain
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE c.relname = $2::name AND ($1::text IS NULL OR n.nspname = $1::name)
             AND c.relkind <> 'i' AND c.relkind <> 'I' AND c.relkind <> 'c' AND NOT (${SYSTEM})) AS allowed`);

/** Qualifies operators, types, and what begins with `pg_`: nothing on the search path is called. */
function builtIn(sql: string): string {
  return sql
    .replace(/ (=|<>|\|\||>=|<=|-) /g, ' OPERATOR(pg_catalog.$1) ')
    .replace(/::("char"|[a-z]+)/g, '::pg_catalog.$1')
    .replace(/\bpg_(?!catalog\b)/g, 'pg_catalog.pg_');
}
