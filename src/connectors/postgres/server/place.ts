import type { Session } from '../../rows/table/session.js';
import type { Cell } from '../../rows/table/table.js';
import { quote } from '../sql.js';
import { START, surveyed } from './survey.js';

const FIND_PLACE = `
  SELECT d.oid::text, ($1::regclass)::oid::text,
         pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE')::text, ${START}
    FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database()`;

/** The server, the database and the table itself: a table of the same name that was made anew is another one. */
export async function placeOf(session: Session, table: { id?: string; schema: string; name: string }): Promise<string> {
  const {
    database,
    table: id,
    run,
    maySeeServer,
  } = surveyedPlace(session, table) ?? (await askedPlace(session, table));
  const server = maySeeServer ? await serverOf(session, run) : 'unknown';
  return `server ${server}, database ${database}, table ${id}`;
}

interface Place {
  readonly database: Cell | undefined;
  readonly table: Cell | undefined;
  /** The start time of the server. */
  readonly run: Cell | undefined;
  readonly maySeeServer: boolean;
}

function surveyedPlace(session: Session, { id }: { id?: string }): Place | null {
  const { database, maySeeServer, connection, table } = surveyed(session) ?? {};
  const [found] = table?.found ?? [];
  if (id === undefined || found !== id) return null;
  return { database, table: id, run: connection?.[0], maySeeServer: maySeeServer === true };
}

async function askedPlace(session: Session, { schema, name }: { schema: string; name: string }): Promise<Place> {
  const [found = []] = await session.rows(FIND_PLACE, [`${quote(schema)}.${quote(name)}`]);
  const [database, table, isPermitted, run] = found;
  return { database, table, run, maySeeServer: isPermitted === 'true' };
}

const FIND_DATABASE = `
  SELECT d.oid::text, pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE')::text, ${START}
    FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database()`;

/** The number of the transaction, if it has one, and the scope in which such numbers have the same meaning. */
export interface Numbered {
  readonly transaction: string | null;
  readonly count: string | null;
}

const TRANSACTION = 'pg_catalog.txid_current_if_assigned()::text';

export async function numbered(session: Session): Promise<Numbered> {
  const known = surveyed(session);
  if (!known?.maySeeServer) {
    const [[transaction = null] = []] = await session.rows(`SELECT ${TRANSACTION}`);
    return { transaction, count: await countOf(session) };
  }
  const [[transaction = null, timeline] = []] = await session.rows(
    `SELECT ${TRANSACTION}, c.timeline_id::text FROM pg_catalog.pg_control_checkpoint() c`,
  );
  const server = await serverOf(session, known.connection[0]);
  return { transaction, count: scope(server, timeline, known.database) };
}

/**
 * The scope in which the numbers of transactions have the same meaning: a standby that took over counts on its own.
 * Null when it is unknown.
 */
export async function countOf(session: Session): Promise<string | null> {
  const [[database, isPermitted, run] = []] = await session.rows(FIND_DATABASE);
  if (isPermitted !== 'true') return null;
  const [found] = await session.rows('SELECT timeline_id::text FROM pg_catalog.pg_control_checkpoint()');
  return scope(await serverOf(session, run), found?.[0], database);
}

const scope = (server: string, timeline: Cell | undefined, database: Cell | undefined) =>
  `server ${server}, timeline ${timeline}, database ${database}`;

const MOST_SERVERS = 100;

/** The identities of servers by address and start time: no server has two, and no two servers share all of these. */
const servers = new Map<string, string>();

/** Returns the identity of the server: a standby that took over keeps it, and each new cluster has another one. */
async function serverOf(session: Session, run: Cell | undefined): Promise<string> {
  const name = `${session.address} ${run}`;
  const known = servers.get(name);
  if (known !== undefined) return known;
  const [found] = await session.rows('SELECT system_identifier::text FROM pg_catalog.pg_control_system()');
  const [server] = found ?? [];
  if (!server) return 'unknown';
  if (servers.size >= MOST_SERVERS) servers.clear();
  servers.set(name, server);
  return server;
}
