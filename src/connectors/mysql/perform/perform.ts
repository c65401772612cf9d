import type { Capture, ConnectorContext, Json, JsonObject, Performed, PerformedCall } from '../../connector.js';
import { ProviderUnavailableError } from '../../connector.js';
import { parseCall } from '../../rows/call/payload.js';
import { captured, snapshotOf } from '../../rows/capture/capture.js';
import { intendedTable } from '../../rows/capture/intended-table.js';
import { type CallErrors, commit, isAnswered, performWith, uncaptured } from '../../rows/perform/perform.js';
import type { Session } from '../../rows/table/session.js';
import { dialect, transport } from '../dialect.js';
import type { PerformingConnection } from '../server/performing-connection.js';
import { type FreeStatement, freeStatement } from './free-statement.js';
import { lookUp } from './look-up.js';
import { holdLock, markWith } from './proof.js';
import { readFor } from './reads.js';
import { lockRows, rowStatement, type Statement } from './row-statement.js';
import { rowsLeft } from './rows-left.js';

const numberOf = (error: unknown) => Number((error as { errno?: unknown } | null)?.errno);
const ERRORS: CallErrors = {
  isOvertaken: (error) => [1020, 1213].includes(numberOf(error)),
  isTooLong: (error) => [1205, 1969, 3024].includes(numberOf(error)),
};

interface Piece {
  readonly capture: () => Promise<Capture>;
  readonly statement: Statement;
}

/**
 * Captures and runs in one transaction. It is serializable: the captured rows are locked until the end, so that no
 * other client changes them before the statement. A statement that InnoDB cannot roll back is run without a capture.
 */
export function perform(call: PerformedCall, context: ConnectorContext): Promise<Performed> {
  return performWith({ ...dialect, transport }, ERRORS, context, async () => {
    const free = call.apiName === 'mysql.query' ? freeStatement(call.payload) : null;
    const look = free?.mayRead ? async () => free.statement : readFor(call);
    return {
      look: look && ((connection, session) => lookUp(connection, session, look)),
      call: (connection, session) =>
        free?.endsTransactions
          ? alone(connection, session, free, context)
          : inOneTransaction(connection, { ...session, isOfCall: true }, context, (ofCall) =>
              free
                ? Promise.resolve({ statement: free.statement, capture: () => free.capture(ofCall, context) })
                : rowPiece(ofCall, call, context),
            ),
    };
  });
}

async function inOneTransaction(
  connection: PerformingConnection,
  session: Session,
  context: ConnectorContext,
  pieceOf: (session: Session) => Promise<Piece>,
): Promise<Performed> {
  await connection.begin('perform');
  const lock = await holdLock(session, context);
  const { capture: read, statement } = await pieceOf(session);
  const capture = await read().catch((error: unknown) => uncaptured(dialect, ERRORS, error));
  const answered = await connection.answer(statement.sql, statement.params);
  const rows = await rowsLeft(connection, session, capture);
  const response = { ...headerOf(answered.header, answered.rows), ...(rows && { rows }) };
  const mark = await markWith(session, context);
  await context.note?.({ key: { lock, mark }, response, capture });
  await commit(dialect, () => connection.end('COMMIT'));
  return { outcome: 'done', response, capture };
}

/** A statement that ends transactions by itself, such as DDL: it is noted before it is sent, and nothing is captured. */
async function alone(
  connection: PerformingConnection,
  session: Session,
  { statement, reason }: FreeStatement,
  context: ConnectorContext,
): Promise<Performed> {
  await connection.begin('alone');
  const lock = await holdLock(session, context);
  const capture: Capture = { captured: false, reason };
  await context.note?.({ key: { lock, mark: null }, capture });
  try {
    const { header, rows } = await connection.answer(statement.sql, statement.params);
    return { outcome: 'done', response: headerOf(header, rows), capture };
  } catch (error) {
    if (isAnswered(dialect, error)) throw error;
    throw new ProviderUnavailableError('the answer to the statement was lost', null, 'open');
  }
}

const headerOf = (header: JsonObject | null, rows: readonly JsonObject[]): JsonObject =>
  header ?? { rowCount: rows.length, rows: rows as Json[] };

async function rowPiece(
  session: Session,
  { apiName, payload }: PerformedCall,
  context: ConnectorContext,
): Promise<Piece> {
  const call = parseCall(apiName, payload);
  const { table } = await intendedTable(dialect, session, call.table, undefined);
  const statement = rowStatement(table, call);
  await lockRows(session, table, call);
  return {
    statement,
    capture: async () => captured(dialect, await snapshotOf(dialect, session, call, undefined, context), context),
  };
}
