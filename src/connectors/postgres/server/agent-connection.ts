import type { OwnConnection } from '../../rows/dialect.js';
import type { Session } from '../../rows/table/session.js';

/** The same words as `sdk/src/pg/reading/catalogue.ts`. A server that was copied as files starts at another moment. */
const FIND_CONNECTION = `
  SELECT (extract(epoch FROM pg_catalog.pg_postmaster_start_time()) * 1000000)::bigint::text, pg_catalog.current_database()::text,
         pg_catalog.array_to_json(pg_catalog.current_schemas(true))::text,
         pg_catalog.current_setting('TimeZone'), pg_catalog.current_setting('DateStyle'),
         pg_catalog.current_setting('IntervalStyle'), pg_catalog.current_setting('lc_monetary'),
         pg_catalog.current_setting('standard_conforming_strings')`;

/** Where this session is, and how the text of values is read in it, but for what `opening` has set. */
export async function connectionOf(session: Session): Promise<OwnConnection> {
  const [found = []] = await session.rows(FIND_CONNECTION);
  const [server = '', database = '', path = '[]', timeZone = '', dateStyle = '', ...more] = found.map(String);
  const [intervalStyle = '', monetaryLocale = '', standardConformingStrings = ''] = more;
  const settings = { timeZone, dateStyle, intervalStyle, monetaryLocale, standardConformingStrings };
  return { server, database, path: JSON.parse(path), settings };
}

/** A temporary table of any connection is one of them: which of them is in front of the name cannot be told from here. */
const FIND_NAMESAKES = `
  SELECT DISTINCT CASE WHEN c.relpersistence = 't' THEN 'pg_temp' ELSE n.nspname::text END
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'information_schema'
     AND (c.relpersistence = 't' OR pg_catalog.has_schema_privilege(n.oid, 'USAGE'))
   ORDER BY 1`;

export async function namesakes(session: Session, name: string): Promise<string[]> {
  return (await session.rows(FIND_NAMESAKES, [name])).map(([schema]) => String(schema));
}
