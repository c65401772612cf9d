/** Finds the tables that a statement writes to, and the code that the server may run with the write; pure. */
import type { Relation } from './findings.js';
import { builtIn, FIRST_OWN, type Question, WITH_OWN } from './question.js';
import { type Fields, isFields, listOf, textOf } from './tree.js';

/** A table that is written to. `events`: the kinds of write, as the catalogue numbers those of triggers. */
export interface Written extends Relation {
  readonly events: number;
}

const INSERT = 4;
const DELETE = 8;
const UPDATE = 16;
const TRUNCATE = 32;
const EVENTS: Readonly<Record<string, number>> = {
  InsertStmt: INSERT,
  DeleteStmt: DELETE,
  UpdateStmt: UPDATE,
  MergeStmt: INSERT + DELETE + UPDATE,
  CopyStmt: INSERT,
  TruncateStmt: TRUNCATE,
};

/** The tables that a statement writes to, with all that is nested in it. */
export function writtenBy(tree: unknown): readonly Written[] {
  if (Array.isArray(tree)) return tree.flatMap(writtenBy);
  if (!isFields(tree)) return [];
  return Object.entries(tree).flatMap(([kind, value]) => {
    const events = EVENTS[kind];
    const own = events === undefined || !isFields(value) ? [] : targetsOf(value, events);
    return [...own, ...writtenBy(value)];
  });
}

function targetsOf({ relation, relations, onConflictClause }: Fields, events: number): Written[] {
  const all = [relation, ...listOf(relations).map((item) => (isFields(item) ? item.RangeVar : undefined))];
  const isUpsert = JSON.stringify(onConflictClause ?? null).includes('"ONCONFLICT_UPDATE"');
  return all.filter(isFields).map(({ schemaname, relname }) => ({
    schema: textOf(schemaname),
    name: textOf(relname) ?? '',
    events: isUpsert ? events + UPDATE : events,
  }));
}

/**
 * Returns a query with rows `[objection, query, schema, name, trigger]`: the reason why writing there may do anything;
 * SQL that it calls besides, which has to be checked; a relation that is reached: the partitions or children, the
 * tables behind a view, the tables that a foreign key leads to; and the text of a trigger function in PL/pgSQL.
 */
export function effectsOfWrites(written: readonly Written[]): Question {
  // The schema of temporary tables differs between connections.
  const schemas = written.map(({ schema }) => (schema === 'pg_temp' ? null : schema));
  return {
    text: WRITES,
    values: [schemas, written.map(({ name }) => name), written.map(({ events }) => String(events))],
  };
}

const on = (events: number) => `(w.events & ${events}) <> 0`;
const when = (condition: string, events: number) => `CASE WHEN ${condition} THEN ${events} ELSE 0 END`;
const CHANGES = `'{c,n,d}'::"char"[]`;
const DEPENDS_ON_OWN = `pg_depend d JOIN ${WITH_OWN} ON (d.refclassid = 'pg_proc'::regclass AND p.oid = d.refobjid)
  OR (d.refclassid = 'pg_operator'::regclass AND p.oid = (SELECT o.oprcode FROM pg_operator o WHERE o.oid = d.refobjid))`;

/** A row that moves to another partition is deleted and inserted. Checks and computed values run for each new row. */
const WRITES = builtIn(`
  WITH RECURSIVE written (oid, kind, events) AS (
    SELECT c.oid, c.relkind, wanted.events
      FROM ROWS FROM (pg_catalog.unnest($1::text[]), pg_catalog.unnest($2::text[]), pg_catalog.unnest($3::int4[]))
        AS wanted (schema, name, events)
      JOIN pg_class c ON c.relname = wanted.name::name AND c.relkind <> 'i' AND c.relkind <> 'I' AND c.relkind <> 'c'
      JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE (wanted.schema IS NULL OR n.nspname = wanted.schema::name) AND c.oid >= ${FIRST_OWN}
    UNION
    SELECT c.oid, c.relkind, next.events FROM written w CROSS JOIN LATERAL (
      SELECT i.inhrelid AS oid, CASE WHEN w.kind = 'p' AND ${on(UPDATE)} THEN ${INSERT + DELETE + UPDATE} ELSE w.events END AS events
        FROM pg_inherits i WHERE i.inhparent = w.oid
      UNION ALL
      SELECT d.refobjid, w.events FROM pg_rewrite r JOIN pg_depend d ON d.objid = r.oid
       WHERE r.ev_class = w.oid AND w.kind = 'v' AND d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass
      UNION ALL
      SELECT k.conrelid, ${when(`k.confdeltype = 'c' AND ${on(DELETE)}`, DELETE)} + ${when(
        `(k.confdeltype = ANY ('{n,d}'::"char"[]) AND ${on(DELETE)}) OR (k.confupdtype = ANY (${CHANGES}) AND ${on(UPDATE)})`,
        UPDATE,
      )} + ${when(on(TRUNCATE), TRUNCATE)}
        FROM pg_constraint k WHERE k.confrelid = w.oid AND k.contype = 'f'
    ) AS next JOIN pg_class c ON c.oid = next.oid WHERE next.events <> 0
  )
  SELECT NULL::text, NULL::text, n.nspname::text, c.relname::text, NULL::text
    FROM written w JOIN pg_class c ON c.oid = w.oid JOIN pg_namespace n ON n.oid = c.relnamespace
  UNION ALL
  SELECT 'a rule', NULL, NULL, NULL, NULL FROM written w JOIN pg_rewrite r ON r.ev_class = w.oid
   WHERE r.ev_enabled <> 'D' AND ((r.ev_type = '2' AND ${on(UPDATE)}) OR (r.ev_type = '3' AND ${on(INSERT)}) OR (r.ev_type = '4' AND ${on(DELETE)}))
  UNION ALL
  SELECT CASE WHEN l.lanname <> 'plpgsql' THEN 'the trigger ' || t.tgname::text END, NULL, NULL, NULL,
         CASE WHEN l.lanname = 'plpgsql' THEN pg_get_functiondef(p.oid) END
    FROM written w JOIN pg_trigger t ON t.tgrelid = w.oid JOIN ${WITH_OWN} ON p.oid = t.tgfoid
   WHERE t.tgenabled <> 'D' AND (w.events & t.tgtype::int4) <> 0 AND is_own
  UNION ALL
  SELECT CASE WHEN EXISTS (SELECT FROM ${DEPENDS_ON_OWN} WHERE is_own AND d.classid = 'pg_trigger'::regclass AND d.objid = t.oid)
              THEN 'the trigger ' || t.tgname::text END, pg_get_triggerdef(t.oid), NULL, NULL, NULL
    FROM written w JOIN pg_trigger t ON t.tgrelid = w.oid
   WHERE t.tgenabled <> 'D' AND (w.events & t.tgtype::int4) <> 0 AND t.tgqual IS NOT NULL
  UNION ALL
  SELECT NULL, 'SELECT ' || run.text, NULL, NULL, NULL FROM written w CROSS JOIN LATERAL (
    SELECT pg_get_expr(a.adbin, a.adrelid) AS text FROM pg_attrdef a WHERE a.adrelid = w.oid AND ${on(INSERT + UPDATE)}
    UNION ALL SELECT pg_get_expr(t.typdefaultbin, 0::oid) FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = w.oid AND t.typtype = 'd' AND ${on(INSERT + UPDATE)}
    UNION ALL SELECT pg_get_expr(k.conbin, k.conrelid) FROM pg_constraint k WHERE k.conrelid = w.oid AND ${on(INSERT + UPDATE)}
    UNION ALL SELECT pg_get_expr(i.indexprs, i.indrelid) FROM pg_index i WHERE i.indrelid = w.oid AND ${on(INSERT + UPDATE)}
    UNION ALL SELECT pg_get_expr(i.indpred, i.indrelid) FROM pg_index i WHERE i.indrelid = w.oid AND ${on(INSERT + UPDATE)}
    UNION ALL SELECT pg_get_expr(t.partexprs, t.partrelid) FROM pg_partitioned_table t WHERE t.partrelid = w.oid
    UNION ALL SELECT pg_get_expr(s.polqual, s.polrelid) FROM pg_policy s WHERE s.polrelid = w.oid
    UNION ALL SELECT pg_get_expr(s.polwithcheck, s.polrelid) FROM pg_policy s WHERE s.polrelid = w.oid
  ) AS run WHERE run.text IS NOT NULL`);
