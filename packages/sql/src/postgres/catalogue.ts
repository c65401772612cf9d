import type { Names } from './findings.js';
import { changesNothing } from './functions.js';
import { builtIn, FIRST_OWN, own, type Question, WITH_OWN } from './question.js';

/**
 * `isWrite`: values are assigned to columns, and may be cast for that. `anywhere`: bare names are looked up in every schema, so
 * that the answer does not depend on the search path, on the role or on temporary tables; else where the asking session
 * looks for them.
 */
export interface Terms {
  readonly isWrite: boolean;
  readonly anywhere: boolean;
}

/**
 * Returns a query with rows `[objection, query, planned]`, one of them set: the reason why the names may call anything;
 * SQL that they call besides (the query of a view, the expressions of a policy or of a domain), which has to be checked
 * as well; and an expression of which the planner may run a part (an index or a constraint that calls a function of the
 * database's own).
 */
export function functionsCalledBy(names: Names, { isWrite, anywhere }: Terms): Question {
  const relations = [...names.relations.values()];
  const types = [...names.types.values()].map((path) => path.at(-1) ?? '');
  const members = [...names.members];
  const values = [
    [...names.functions],
    [...names.operators],
    [...names.functions, ...types, ...names.fields, ...members],
    [...names.fields],
    members,
    members.filter((name) => !changesNothing([name])),
    // The schema of temporary tables differs between connections.
    relations.map(({ schema }) => (schema === 'pg_temp' ? null : schema)),
    relations.map(({ name }) => name),
    String(isWrite),
    String(anywhere),
  ];
  return { text: NAMES, values };
}

/**
 * Returns a query with one row `[count, readable, returnable, version, …]` about all tables of this name: whether they
 * are plain ones that this role may read, and whether RETURNING * adds nothing to a statement but its rows. The further
 * columns describe the connection itself: `[server, database, path, time zone, date style, interval style, locale of
 * money, strings, table]`, where the table that the name means here is a JSON list `[schema, oid, temporary]`.
 * @param name null: only the connection is asked about
 */
export function writesOfTable(schema: string | null, name: string | null): Question {
  return { text: TABLE, values: [schema, name] };
}

const ONE_ARGUMENT = 'p.pronargs >= 1 AND p.pronargs - p.pronargdefaults <= 1';
const FIRST_ARGUMENT = '(SELECT t.typtype FROM pg_type t WHERE t.oid = p.proargtypes[0])';

/**
 * `relation`: the named tables, and those that inherit from them. `reached`: the named types, the types of columns, and
 * the types they consist of; a literal or a parameter that is compared with such a column becomes one of them.
 */
const NAMES = builtIn(`
  WITH RECURSIVE relation (oid, name, kind, has_policies) AS (
    SELECT c.oid, c.relname, c.relkind, c.relrowsecurity
      FROM ROWS FROM (pg_catalog.unnest($7::text[]), pg_catalog.unnest($8::text[])) AS wanted (schema, name)
      JOIN pg_class c ON c.relname = wanted.name::name AND c.relkind <> 'i' AND c.relkind <> 'I' AND c.relkind <> 'c'
      JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE ((wanted.schema IS NULL AND ($10::bool OR pg_table_is_visible(c.oid))) OR n.nspname = wanted.schema::name)
       AND ${own('pg_class', 'c.oid')}
    UNION
    SELECT c.oid, c.relname, c.relkind, false
      FROM relation r JOIN pg_inherits i ON i.inhparent = r.oid JOIN pg_class c ON c.oid = i.inhrelid
  ), reached (oid) AS (
    SELECT start.oid FROM (
      SELECT t.oid FROM pg_type t WHERE t.typname = ANY ($3::name[])
      UNION ALL
      SELECT a.atttypid FROM relation r JOIN pg_attribute a ON a.attrelid = r.oid
       WHERE a.attnum >= 1::int2 AND a.atttypid >= ${FIRST_OWN}
    ) AS start
    UNION
    SELECT part.oid FROM reached JOIN pg_type t ON t.oid = reached.oid CROSS JOIN LATERAL (
      SELECT t.typbasetype AS oid
      UNION ALL SELECT t.typelem
      UNION ALL SELECT g.rngsubtype FROM pg_range g WHERE g.rngtypid = t.oid
      UNION ALL SELECT g.rngtypid FROM pg_range g WHERE g.rngmultitypid = t.oid
      UNION ALL SELECT a.atttypid FROM pg_attribute a WHERE a.attrelid = t.typrelid AND a.attnum >= 1::int2
    ) AS part
  ), made (oid) AS (SELECT reached.oid FROM reached WHERE ${own('pg_type', 'reached.oid')})
  SELECT CASE WHEN is_own AND p.proname = ANY ($1::name[]) THEN 'the function ' || p.proname::text || ' has a namesake in this database'
              ELSE p.proname::text || ' is also a function in this database, which may be called as if it were a column' END,
         NULL::text, NULL::text FROM ${WITH_OWN}
   WHERE p.proname = ANY ($3::name[]) AND ($10::bool OR pg_function_is_visible(p.oid)) AND ((p.proname = ANY ($1::name[]) AND is_own)
      OR (${ONE_ARGUMENT} AND p.proname = ANY ($4::name[]) AND ${FIRST_ARGUMENT} = ANY ('{c,d,p}'::"char"[])
          AND (is_own OR p.provolatile = 'v'))
      OR (${ONE_ARGUMENT} AND p.proname = ANY ($5::name[]) AND (is_own OR p.proname = ANY ($6::name[]))))
  UNION ALL
  SELECT 'the operator ' || o.oprname::text || ' has a namesake in this database', NULL, NULL FROM pg_operator o JOIN ${WITH_OWN} ON p.oid = o.oprcode
   WHERE o.oprname = ANY ($2::name[]) AND ($10::bool OR pg_operator_is_visible(o.oid)) AND (o.oid >= ${FIRST_OWN} OR o.oprcode >= ${FIRST_OWN}) AND (is_own OR ${own('pg_operator', 'o.oid')})
  UNION ALL
  SELECT 'this database has an operator class of its own, which may do anything', NULL, NULL FROM pg_amproc a JOIN ${WITH_OWN} ON p.oid = a.amproc
   WHERE a.amproc >= ${FIRST_OWN} AND l.lanname <> 'c' AND is_own
  UNION ALL
  SELECT 'this database has casts of its own, which may do anything', NULL, NULL FROM pg_cast c JOIN ${WITH_OWN} ON p.oid = c.castfunc
   WHERE (c.oid >= ${FIRST_OWN} OR c.castfunc >= ${FIRST_OWN}) AND (c.castcontext = 'i' OR EXISTS (SELECT FROM reached WHERE reached.oid = c.casttarget)
           OR ($9::bool AND c.castcontext = 'a' AND (c.castsource < ${FIRST_OWN} OR EXISTS (SELECT FROM reached WHERE reached.oid = c.castsource))))
     AND (is_own OR ${own('pg_cast', 'c.oid')})
  UNION ALL
  SELECT 'a value of the type ' || t.typname::text || ' may call anything', NULL, NULL FROM made JOIN pg_type t ON t.oid = made.oid
   WHERE t.typtype = 'p' OR (t.typtype = 'b' AND NOT (t.typelem <> 0::oid AND t.typlen = -1))
  UNION ALL
  SELECT CASE WHEN l.lanname = 'sql' AND p.prosrc <> '' THEN NULL ELSE 'the function ' || p.proname::text || ' of a range type may do anything' END, p.prosrc, NULL
    FROM made JOIN pg_range g ON g.rngtypid = made.oid
    JOIN ${WITH_OWN} ON p.oid = g.rngsubdiff::oid OR p.oid = g.rngcanonical::oid
   WHERE is_own
  UNION ALL
  SELECT NULL, 'SELECT ' || pg_get_expr(k.conbin, 0::oid), NULL FROM pg_constraint k JOIN made ON made.oid = k.contypid
   WHERE k.conbin IS NOT NULL
  UNION ALL
  SELECT CASE WHEN r.kind = 'v' THEN NULL ELSE r.name::text || ' is no table: it may call anything' END, pg_get_viewdef(r.oid), NULL FROM relation r
   WHERE NOT (r.kind = ANY ('{r,p,m,S,t}'::"char"[]))
  UNION ALL
  SELECT NULL, 'SELECT ' || pg_get_expr(s.polqual, s.polrelid), NULL FROM pg_policy s JOIN relation r ON r.oid = s.polrelid
   WHERE r.has_policies AND s.polqual IS NOT NULL AND s.polcmd = ANY ('{r,*}'::"char"[])
  UNION ALL
  SELECT CASE WHEN l.lanname = 'sql' AND p.prosrc = '' THEN 'the function ' || p.proname::text || ' of an index or a constraint may do anything' END, NULL,
         CASE WHEN l.lanname = 'sql' AND source.is_body THEN p.prosrc ELSE 'SELECT ' || planned.text END
    FROM relation r CROSS JOIN LATERAL (
      SELECT 'pg_class'::regclass AS class, i.indexrelid AS oid, pg_get_expr(i.indexprs, i.indrelid) AS text FROM pg_index i
       WHERE i.indrelid = r.oid AND i.indexprs IS NOT NULL
      UNION ALL SELECT 'pg_class'::regclass, i.indexrelid, pg_get_expr(i.indpred, i.indrelid) FROM pg_index i
       WHERE i.indrelid = r.oid AND i.indpred IS NOT NULL
      UNION ALL SELECT 'pg_constraint'::regclass, k.oid, pg_get_expr(k.conbin, k.conrelid) FROM pg_constraint k
       WHERE k.conrelid = r.oid AND k.conbin IS NOT NULL
      UNION ALL SELECT 'pg_statistic_ext'::regclass, s.oid, pg_get_statisticsobjdef(s.oid) FROM pg_statistic_ext s
       WHERE s.stxrelid = r.oid
      UNION ALL SELECT 'pg_class'::regclass, r.oid, pg_get_partkeydef(r.oid) WHERE r.kind = 'p'
    ) AS planned
    JOIN pg_depend d ON d.classid = planned.class AND d.objid = planned.oid AND d.refobjid >= ${FIRST_OWN}
    JOIN ${WITH_OWN} ON (d.refclassid = 'pg_proc'::regclass AND p.oid = d.refobjid)
      OR (d.refclassid = 'pg_operator'::regclass AND p.oid = (SELECT o.oprcode FROM pg_operator o WHERE o.oid = d.refobjid))
    CROSS JOIN (VALUES (true), (false)) AS source (is_body)
   WHERE is_own`);

const TABLE = builtIn(`
  SELECT pg_catalog.count(*)::text, coalesce(pg_catalog.bool_and(allowed.readable), false)::text,
         coalesce(pg_catalog.bool_and(allowed.readable AND allowed.plain), false)::text, pg_catalog.current_setting('server_version_num'),
         (extract(epoch FROM pg_postmaster_start_time()) OPERATOR(pg_catalog.*) 1000000)::int8::text, pg_catalog.current_database()::text,
         pg_catalog.array_to_json(pg_catalog.current_schemas(true))::text, pg_catalog.current_setting('TimeZone'),
         pg_catalog.current_setting('DateStyle'), pg_catalog.current_setting('IntervalStyle'), pg_catalog.current_setting('lc_monetary'),
         pg_catalog.current_setting('standard_conforming_strings'),
         (SELECT pg_catalog.array_to_json(ARRAY[n.nspname::text, c.oid::text, (c.relpersistence = 't')::text])::text
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE c.relname = $2::name AND c.relkind = ANY ('{r,p,v,m,f}'::"char"[])
             AND CASE WHEN $1::text IS NULL THEN pg_table_is_visible(c.oid) ELSE n.nspname = $1::name END)
    FROM (SELECT c.relkind = ANY ('{r,p}'::"char"[]) AND pg_catalog.has_table_privilege(c.oid, 'SELECT') AS readable,
                 NOT c.relrowsecurity AND NOT EXISTS (SELECT FROM pg_rewrite w WHERE w.ev_class = c.oid)
                   AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attgenerated = 'v') AS plain
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE c.relname = $2::name AND ($1::text IS NULL OR n.nspname = $1::name)
             AND c.relkind <> 'i' AND c.relkind <> 'I' AND c.relkind <> 'c' AND c.oid >= ${FIRST_OWN}) AS allowed`);
