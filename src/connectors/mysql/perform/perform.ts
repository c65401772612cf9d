import {
  type Capture,
  type ConnectorContext,
  type Json,
  type JsonObject,
  type Performed,
  type PerformedCall,
  ProviderUnavailableError,
} from '../../connector.js';
import { READ_CONTENT } from '../../rows/call/effect.js';
import { parseCall } from '../../rows/call/payload.js';
import { captured, snapshotOf } from '../../rows/capture/capture.js';
import { intendedTable } from '../../rows/capture/intended-table.js';
import { readSnapshot } from '../../rows/capture/snapshot.js';
import { BoundedRows } from '../../rows/perform/bounded-rows.js';
import { type CallErrors, commit, isAnswered, performWith, uncaptured } from '../../rows/perform/perform.js';
import { isRowRead } from '../../rows/reads/operations.js';
import { type ReadDialect, readOf } from '../../rows/reads/statement.js';
import { keyOf } from '../../rows/table/row.js';
import type { Session } from '../../rows/table/session.js';
import { dialect, transport } from '../dialect.js';
import { operandsIn } from '../match.js';
import { portions, ROWS_OF_A_READ, sameKey } from '../rows.js';
import type { PerformingConnection } from '../server/performing-connection.js';
import { type Column, qualified, quote } from '../sql.js';
import { type FreeStatement, freeStatement } from './free-statement.js';
import { holdLock, markWith } from './proof.js';
import { lockRows, rowStatement, type Statement } from './row-statement.js';

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

/** The statement writes, which a transaction that is read only refuses. */
const WRITES = 1792;

/** Reads in a transaction that the server lets write nothing. Null when the statement writes, so that it is no read. */
async function lookUp(
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

/**
 * The rows that an update has left, which MySQL does not return by itself: from them the undo knows the computed
 * values. Null when nothing was captured.
 */
async function rowsLeft(
  connection: PerformingConnection,
  session: Session,
  capture: Capture,
): Promise<JsonObject[] | null> {
  const snapshot = capture.captured ? readSnapshot(capture.content) : null;
  if (!snapshot || snapshot.rows.length === 0) return null;
  const table = await dialect.resolveTable(session, { schema: snapshot.schema, name: snapshot.name });
  const rows: JsonObject[] = [];
  for (const some of portions(snapshot.rows, ROWS_OF_A_READ)) {
    const where = some.map(() => sameKey(table)).join(' OR ');
    const keys = some.flatMap((row) => keyOf(table, row));
    rows.push(...(await connection.answer(`SELECT t.* FROM ${qualified(table)} t WHERE ${where}`, keys)).rows);
  }
  return rows.length > 0 ? rows : null;
}

const READS: ReadDialect<Column> = {
  quote,
  qualified,
  operandsIn,
  place: (params, text) => {
    params.push(text);
    return '?';
  },
  like: (field, pattern) => `CAST(${field} AS CHAR) LIKE ${pattern}`,
  system: ['information_schema', 'mysql', 'performance_schema', 'sys'],
  indexes: (schema, name) =>
    'SELECT index_name AS name, column_name AS `column`, seq_in_index AS `position`, non_unique AS `repeats` ' +
    `FROM information_schema.statistics WHERE table_schema = ${schema} AND table_name = ${name} ORDER BY 1, 3`,
};

/** Returns null for an operation that is no read of the registry. */
function readFor({ apiName, payload }: PerformedCall): ((session: Session) => Promise<Statement>) | null {
  const name = apiName.slice('mysql.'.length);
  if (!isRowRead(name)) return null;
  return async (session) => {
    const { sql, params } = await readOf(
      READS,
      name,
      payload,
      async (wanted) => (await intendedTable(dialect, session, wanted, undefined)).table,
    );
    // Names in double quotes are texts here.
    return { sql: sql.replaceAll(/ AS "(\w+)"/g, ' AS `$1`'), params };
  };
}
