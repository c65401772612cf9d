import type { Session } from '../../rows/table/session.js';

const FIND_PLACE = `SHOW VARIABLES WHERE Variable_name IN ('server_uuid', 'server_uid', 'hostname', 'port', 'datadir')`;

/** The server: by the id it gave itself, which MySQL has and MariaDB only in recent versions, or else by where it runs. */
export async function placeOf(session: Session): Promise<string> {
  const found = await session.rows(FIND_PLACE);
  const variables = new Map(found.map(([name, value]) => [name, value]));
  const id = variables.get('server_uuid') ?? variables.get('server_uid');
  return id ? `server ${id}` : ['hostname', 'port', 'datadir'].map((name) => variables.get(name)).join(' ');
}
