import type { Performed } from '../../connector.js';
import { READ_CONTENT } from '../../rows/call/effect.js';
import { BoundedRows } from '../../rows/perform/bounded-rows.js';
import type { Session } from '../../rows/table/session.js';
import type { PerformingConnection } from '../server/performing-connection.js';
import type { Statement } from './row-statement.js';

/** The statement writes, which a transaction that is read only refuses. */
const WRITES = 1792;

/** Reads in a transaction that the server lets write nothing. Null when the statement writes, so that it is no read. */
export async function lookUp(
  connection: PerformingConnection,
  session: Session,
  statementOf: (session: Session) => Promise<Statement>,
): Promise<Performed | null> {
  await connection.begin('look');
  const found = new BoundedRows();
  try {
    const { sql, params } = await statementOf(session);
    found.add((await connection.answer(sql, params)).rows);
  } catch (error) {
    if ((error as { errno?: unknown }).errno === WRITES) return null;
    throw error;
  }
  const { rows, isTruncated } = found;
  const response = { rowCount: rows.length, rows, ...(isTruncated && { truncated: true }) };
  return {
    outcome: 'done',
    response,
    capture: { captured: true, resource: { reads: true }, content: READ_CONTENT },
  };
}
