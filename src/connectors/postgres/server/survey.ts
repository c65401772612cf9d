import type { TableName } from '../../rows/call/payload.js';
import type { Session } from '../../rows/table/session.js';
import type { Cell } from '../../rows/table/table.js';

/**
 * The start time identifies one run of the server: a copy of its files starts at another moment. The agent's client
 * asks in the same words.
 */
export const START = '(extract(epoch FROM pg_catalog.pg_postmaster_start_time()) * 1000000)::bigint::text';

/** The same words as `packages/sql/src/postgres/catalogue.ts`. */
export const CONNECTION = `
         ${START}, pg_catalog.current_database()::text,
         pg_catalog.array_to_json(pg_catalog.current_schemas(true))::text,
         pg_catalog.current_setting('TimeZone'), pg_catalog.current_setting('DateStyle'),
         pg_catalog.current_setting('IntervalStyle'), pg_catalog.current_setting('lc_monetary'),
         pg_catalog.current_setting('standard_conforming_strings')`;

/** A temporary table of any connection counts too: this session cannot see which of them the name means there. */
export const NAMESAKES = `
  SELECT DISTINCT CASE WHEN c.relpersistence = 't' THEN 'pg_temp' ELSE n.nspname::text END AS schema
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'information_schema'
     AND (c.relpersistence = 't' OR pg_catalog.has_schema_privilege(n.oid, 'USAGE'))
   ORDER BY 1`;

const TABLE = `
  SELECT pg_catalog.json_build_array(c.oid::text, n.nspname, c.relname, c.relkind, c.relhasrules::text,
           (c.relkind = 'r' AND EXISTS (SELECT 1 FROM pg_catalog.pg_inherits i WHERE i.inhparent = c.oid))::text,
           EXISTS (SELECT 1 FROM pg_catalog.pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal)::text,
           (pg_catalog.current_setting('server_version_num')::int >= 130000)::text)::text AS found,
         (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(
                   a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), pg_catalog.format_type(a.atttypid, -1),
                   pg_catalog.format_type(b.oid, -1),
                   CASE WHEN b.typcategory = 'A' THEN 'array'
                        WHEN b.oid = 'pg_catalog.json'::pg_catalog.regtype THEN 'json'
                        WHEN b.oid = 'pg_catalog.jsonb'::pg_catalog.regtype THEN 'jsonb'
                        WHEN t.oid IN (20, 21, 23) THEN 'integer' ELSE 'other' END,
                   (a.attgenerated <> '')::text,
                   pg_catalog.array_position(p.indkey::int2[], a.attnum)::text, a.attnum::text) ORDER BY a.attnum)
            FROM pg_catalog.pg_attribute a
            JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
            JOIN pg_catalog.pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
            LEFT JOIN pg_catalog.pg_index p ON p.indrelid = a.attrelid AND p.indisprimary AND p.indisvalid
           WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)::text AS attributes,
         (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(
                   m.nspname, k.relname, f.confdeltype, f.confupdtype,
                   (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(x.attname, y.attname))
                      FROM unnest(f.conkey, f.confkey) AS k(child, parent)
                      JOIN pg_catalog.pg_attribute x ON x.attrelid = f.conrelid AND x.attnum = k.child
                      JOIN pg_catalog.pg_attribute y ON y.attrelid = f.confrelid AND y.attnum = k.parent)::text))
            FROM pg_catalog.pg_constraint f
            JOIN pg_catalog.pg_class k ON k.oid = f.conrelid
            JOIN pg_catalog.pg_namespace m ON m.oid = k.relnamespace
            LEFT JOIN pg_catalog.pg_constraint whole ON whole.oid = f.conparentid
           WHERE f.contype = 'f' AND f.confrelid = c.oid
             AND whole.confrelid IS DISTINCT FROM f.confrelid)::text AS referring
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
     AND CASE WHEN $2::text IS NULL THEN pg_catalog.pg_table_is_visible(c.oid) ELSE n.nspname = $2 END`;

/** Asks all in one statement, because each statement costs a capture a round trip. */
const SURVEY = `
  SELECT ${CONNECTION}, pg_catalog.pg_is_in_recovery()::text, pg_catalog.txid_current_snapshot()::text, d.oid::text,
         pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE')::text,
         (SELECT pg_catalog.json_agg(s.schema) FROM (${NAMESAKES}) s)::text, t.found, t.attributes, t.referring
    FROM pg_catalog.pg_database d LEFT JOIN LATERAL (${TABLE}) t ON true
   WHERE d.datname = pg_catalog.current_database()`;

/** The catalogue's rows about one table. */
export interface SurveyedTable {
  readonly found: readonly Cell[];
  readonly attributes: readonly Cell[][];
  readonly referring: readonly Cell[][];
}

/** The facts about the server, the connection and the table of a name, as one statement reads them. */
export interface Survey {
  readonly connection: readonly Cell[];
  readonly isReplica: boolean;
  /** The transactions that it sees, as `pg_current_snapshot` writes them. */
  readonly visible: string;
  /** The id of the database. */
  readonly database: string;
  /** The credential may ask for the identity of the server. */
  readonly maySeeServer: boolean;
  /** The schemas in which a table has this name. */
  readonly namesakes: readonly string[];
  readonly table: SurveyedTable | null;
}

interface Known extends Pick<TableName, 'name'> {
  readonly wanted: string;
  readonly survey: Survey;
}

/** A transaction that sees one snapshot would get the same answer again. */
const known = new WeakMap<Session, Known>();

/** The result of the survey of this transaction; null without one, and when its statements see different moments. */
export const surveyed = (session: Session): Survey | null => known.get(session)?.survey ?? null;

/** The schemas in which a table has the name, if the survey was about it. */
export function surveyedNamesakes(session: Session, name: string): readonly string[] | null {
  const found = known.get(session);
  return found?.name === name ? found.survey.namesakes : null;
}

export async function survey(session: Session, { schema, name }: TableName): Promise<Survey> {
  const wanted = JSON.stringify([schema, name]);
  const before = known.get(session);
  if (before?.wanted === wanted) return before.survey;
  const found = toSurvey((await session.rows(SURVEY, [name, schema], 'usual'))[0] ?? []);
  if (session.isOneMoment) known.set(session, { wanted, name, survey: found });
  return found;
}

function toSurvey(row: readonly Cell[]): Survey {
  const [isReplica, visible, database, maySeeServer, namesakes, found, attributes, referring] = row.slice(8);
  return {
    connection: row.slice(0, 8),
    isReplica: isReplica === 'true',
    visible: visible ?? '',
    database: database ?? '',
    maySeeServer: maySeeServer === 'true',
    namesakes: listIn(namesakes),
    table: found ? { found: listIn(found), attributes: listIn(attributes), referring: listIn(referring) } : null,
  };
}

const listIn = (text: Cell | undefined) => JSON.parse(text ?? '[]');
