import type { Session } from '../../rows/table/session.js';
import { quote } from '../sql.js';

const FIND_PLACE = `
  SELECT d.oid::text, ($1::regclass)::oid::text,
         pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE')::text
    FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database()`;

/** The server, the database and the table itself: a table of the same name that was made anew is another one. */
export async function placeOf(session: Session, { schema, name }: { schema: string; name: string }): Promise<string> {
  const [found = []] = await session.rows(FIND_PLACE, [`${quote(schema)}.${quote(name)}`]);
  const [database, table, isPermitted] = found;
  const server = isPermitted === 'true' ? await serverOf(session) : 'unknown';
  return `server ${server}, database ${database}, table ${table}`;
}

const FIND_DATABASE = `
  SELECT d.oid::text, pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE')::text
    FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database()`;

/**
 * The scope in which the numbers of transactions have the same meaning: a standby that took over counts on its own.
 * Null when it is unknown.
 */
export async function countOf(session: Session): Promise<string | null> {
  const [[database, isPermitted] = []] = await session.rows(FIND_DATABASE);
  if (isPermitted !== 'true') return null;
  const [found] = await session.rows('SELECT timeline_id::text FROM pg_catalog.pg_control_checkpoint()');
  return `server ${await serverOf(session)}, timeline ${found?.[0]}, database ${database}`;
}

/** The same for a standby that took over, another one for every cluster that was made anew. */
async function serverOf(session: Session): Promise<string> {
  const [found] = await session.rows('SELECT system_identifier::text FROM pg_catalog.pg_control_system()');
  return found?.[0] ?? 'unknown';
}
