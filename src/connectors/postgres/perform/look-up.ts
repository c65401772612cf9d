import type { Performed } from '../../connector.js';
import { NotCapturable } from '../../rows/call/payload.js';
import { BoundedRows } from '../../rows/perform/bounded-rows.js';
import type { Session } from '../../rows/table/session.js';
import { READS } from '../query/capture-statement.js';
import { requireHarmlessNames } from '../query/reading/catalogue.js';
import type { PerformingConnection } from '../server/connection.js';
import { rowsOf } from './answer.js';
import { type FreeStatement, HERE } from './free-statement.js';
import type { Statement } from './row-statement.js';

/** A read to be made. */
export interface LookUp {
  /** A SELECT, of whose rows as many are read as are answered. */
  readonly isQuery: boolean;
  /** Returns true when the statement may write after all. A call without this member is a read. */
  mayWrite?(session: Session): Promise<boolean>;
  statementOf(session: Session): Promise<Statement>;
}

/** The size of the first rows is an estimate for the others. */
const FIRST_ROWS = 10;
const NEXT_ROWS = 100;

/**
 * Reads in a transaction that PostgreSQL lets write nothing, as far as the rows fit into an answer. Null when it calls
 * functions that may be meant to write, so that it is no read.
 */
export async function lookUp(
  connection: PerformingConnection,
  session: Session,
  { isQuery, mayWrite, statementOf }: LookUp,
): Promise<Performed | null> {
  await connection.begin('look');
  if (await mayWrite?.(session)) return null;
  const found = new BoundedRows();
  const statement = await statementOf(session);
  const command = await (isQuery ? fetchRows : answerWhole)(connection, statement, found);
  await connection.end('ROLLBACK');
  const { rows, isTruncated } = found;
  const response = { command, rowCount: rows.length, rows, ...(isTruncated && { truncated: true }) };
  return { outcome: 'done', response, capture: READS };
}

/** A free statement that reads by its own words. */
export const lookUpOf = (free: FreeStatement): LookUp => ({
  isQuery: free.isQuery,
  mayWrite: async (session) => free.callsFunctions && !(await isHarmless(session, free)),
  statementOf: async () => free.statement,
});

async function isHarmless(session: Session, { read: { classified } }: FreeStatement): Promise<boolean> {
  if (classified.kind !== 'read') return false;
  try {
    await requireHarmlessNames(session, classified.findings.names, 'read', HERE.bare);
    return true;
  } catch (error) {
    if (error instanceof NotCapturable) return false;
    throw error;
  }
}

async function fetchRows(connection: PerformingConnection, statement: Statement, found: BoundedRows): Promise<string> {
  await connection.answer(`DECLARE performed NO SCROLL CURSOR FOR ${statement.sql}`, statement.params);
  for (let count = FIRST_ROWS; ; count = NEXT_ROWS) {
    const fetched = await connection.answer(`FETCH FORWARD ${count} FROM performed`);
    if (!found.add(rowsOf(fetched)) || fetched.rows.length < count) return 'SELECT';
  }
}

async function answerWhole(
  connection: PerformingConnection,
  statement: Statement,
  found: BoundedRows,
): Promise<string> {
  const answered = await connection.answer(statement.sql, statement.params);
  found.add(rowsOf(answered));
  return answered.command;
}
