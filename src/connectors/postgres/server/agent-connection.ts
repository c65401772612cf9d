import type { OwnConnection } from '../../rows/dialect.js';
import type { Session } from '../../rows/table/session.js';

/**
 * The start time identifies one run of the server: a copy of its files starts at another moment. The agent's client
 * asks in the same words.
 */
const START = '(extract(epoch FROM pg_catalog.pg_postmaster_start_time()) * 1000000)::bigint::text';

export async function serverOf(session: Session): Promise<string> {
  return (await session.rows(`SELECT ${START}`))[0]?.[0] ?? '';
}

export async function isReplica(session: Session): Promise<boolean> {
  return (await session.rows('SELECT pg_catalog.pg_is_in_recovery()::text'))[0]?.[0] === 'true';
}

/** The same words as `packages/sql/src/postgres/catalogue.ts`. */
const FIND_CONNECTION = `
  SELECT ${START}, pg_catalog.current_database()::text,
         pg_catalog.array_to_json(pg_catalog.current_schemas(true))::text,
         pg_catalog.current_setting('TimeZone'), pg_catalog.current_setting('DateStyle'),
         pg_catalog.current_setting('IntervalStyle'), pg_catalog.current_setting('lc_monetary'),
         pg_catalog.current_setting('standard_conforming_strings')`;

/**
 * The place of this session, and the settings by which it reads the text of values, except those that `opening` has
 * set.
 */
export async function connectionOf(session: Session): Promise<OwnConnection> {
  const [found = []] = await session.rows(FIND_CONNECTION);
  const [server = '', database = '', path = '[]', timeZone = '', dateStyle = '', ...more] = found.map(String);
  const [intervalStyle = '', monetaryLocale = '', standardConformingStrings = ''] = more;
  const settings = { timeZone, dateStyle, intervalStyle, monetaryLocale, standardConformingStrings };
  return { server, database, path: JSON.parse(path), settings };
}

/** A temporary table of any connection counts too: this session cannot see which of them the name means there. */
const FIND_NAMESAKES = `
  SELECT DISTINCT CASE WHEN c.relpersistence = 't' THEN 'pg_temp' ELSE n.nspname::text END
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'information_schema'
     AND (c.relpersistence = 't' OR pg_catalog.has_schema_privilege(n.oid, 'USAGE'))
   ORDER BY 1`;

export async function namesakes(session: Session, name: string): Promise<string[]> {
  return (await session.rows(FIND_NAMESAKES, [name])).map(([schema]) => String(schema));
}
