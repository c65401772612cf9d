import type { Session } from '../../rows/table/session.js';
import { qualified, type Table } from '../sql.js';

/** Every INSERT, UPDATE and DELETE holds this lock on its table until its transaction ends, or waits for it. */
const FIND_WRITERS = `
  SELECT l.virtualtransaction FROM pg_catalog.pg_locks l
   WHERE l.locktype = 'relation' AND l.mode = 'RowExclusiveLock' AND l.relation = ($1::regclass)::oid
     AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database())
     AND l.pid <> pg_catalog.pg_backend_pid()`;

export async function writers(session: Session, table: Table): Promise<string[]> {
  const found = await session.rows(FIND_WRITERS, [qualified(table)]);
  return found.flatMap(([transaction]) => transaction ?? []);
}
