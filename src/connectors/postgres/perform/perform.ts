import type { Capture, ConnectorContext, Performed, PerformedCall } from '../../connector.js';
import { type Call, parseCall } from '../../rows/call/payload.js';
import { captured, snapshotOf } from '../../rows/capture/capture.js';
import { intendedTable } from '../../rows/capture/intended-table.js';
import { type CallErrors, commit, performWith, uncaptured } from '../../rows/perform/perform.js';
import { isRowRead } from '../../rows/reads/operations.js';
import { type ReadDialect, readOf } from '../../rows/reads/statement.js';
import type { Session } from '../../rows/table/session.js';
import { codeOf } from '../../rows/table/trouble.js';
import { dialect, transport } from '../dialect.js';
import { operandsIn } from '../matching.js';
import type { PerformingConnection, PerformMode } from '../server/connection.js';
import { numbered } from '../server/place.js';
import { type Column, qualified, quote } from '../sql.js';
import { responseOf } from './answer.js';
import { freeStatement } from './free-statement.js';
import { type LookUp, lookUp, lookUpOf } from './look-up.js';
import { rowStatement, type Statement } from './row-statement.js';

const ERRORS: CallErrors = {
  isOvertaken: (error) => ['40001', '40P01'].includes(codeOf(error)),
  isTooLong: (error) => ['57014', '55P03'].includes(codeOf(error)),
};

/** A call in a transaction of its own. */
interface Piece {
  readonly capture: () => Promise<Capture>;
  readonly statement: Statement;
}

/**
 * Captures and runs in one transaction, which sees one moment: PostgreSQL fails the statement if another client has
 * changed the captured rows. The number of the transaction is stored before COMMIT is sent.
 */
export function perform(call: PerformedCall, context: ConnectorContext): Promise<Performed> {
  return performWith({ ...dialect, transport }, ERRORS, context, async () => {
    const free = call.apiName === 'postgres.query' ? await freeStatement(call.payload) : null;
    const look = free?.isRead ? lookUpOf(free) : readFor(call);
    return {
      look: look && ((connection, session) => lookUp(connection, { ...session, isOneMoment: true }, look)),
      call: async (connection, session) => {
        // PostgreSQL fails the statement when it would delete or change a referencing row that the capture did not see.
        const ofCall: Session = { ...session, isOneMoment: true, isOfCall: true };
        if (free) return inOneTransaction(connection, ofCall, context, 'perform', () => free.piece(ofCall, context));
        const parsed = parseCall(call.apiName, call.payload);
        return inOneTransaction(connection, ofCall, context, modeOf(parsed), () => rowPiece(ofCall, parsed, context));
      },
    };
  });
}

async function inOneTransaction(
  connection: PerformingConnection,
  session: Session,
  context: ConnectorContext,
  mode: PerformMode,
  pieceOf: () => Promise<Piece>,
): Promise<Performed> {
  await connection.begin(mode);
  const { capture: read, statement } = await pieceOf();
  const capture = await guarded(session, read);
  // They travel together and run in this order; after an error PostgreSQL refuses those that follow.
  const [, answered, number] = await Promise.all([
    session.run('SET LOCAL row_security TO DEFAULT'),
    connection.answer(statement.sql, statement.params),
    numbered(session),
  ]);
  const response = responseOf(answered);
  await context.note?.({ key: { ...number }, response, capture });
  await commit(dialect, () => connection.answer('COMMIT'));
  return { outcome: 'done', response, capture };
}

/** The capture reads as the credential's own captures do; what fails in it leaves the transaction as it was. */
async function guarded(session: Session, read: () => Promise<Capture>): Promise<Capture> {
  const saved = session.run('SAVEPOINT captured; SET LOCAL row_security = off');
  try {
    const [capture] = await Promise.all([read(), saved]);
    return capture;
  } catch (error) {
    await saved;
    const capture = uncaptured(dialect, ERRORS, error);
    await session.run('ROLLBACK TO SAVEPOINT captured');
    return capture;
  }
}

/** An expression is SQL of the agent. */
const modeOf = (call: Call): PerformMode =>
  call.kind === 'update' && call.expressions.length > 0 ? 'perform' : 'perform-rows';

async function rowPiece(session: Session, call: Call, context: ConnectorContext): Promise<Piece> {
  const { table } = await intendedTable(dialect, session, call.table, undefined);
  return {
    statement: await rowStatement(table, call),
    capture: async () => captured(dialect, await snapshotOf(dialect, session, call, undefined, context), context),
  };
}

const READS: ReadDialect<Column> = {
  quote,
  qualified,
  operandsIn,
  place: (params, text) => `$${params.push(text)}`,
  like: (field, pattern) => `${field}::text ILIKE ${pattern}`,
  system: ['information_schema', 'pg_catalog', 'pg_toast'],
  indexes: (schema, name) =>
    `SELECT indexname AS name, indexdef AS definition FROM pg_catalog.pg_indexes WHERE schemaname = ${schema} AND tablename = ${name} ORDER BY 1`,
};

/** Returns null for an operation that is no read of the registry. */
function readFor({ apiName, payload }: PerformedCall): LookUp | null {
  const name = apiName.slice('postgres.'.length);
  if (!isRowRead(name)) return null;
  const find = (session: Session) => async (wanted: Parameters<typeof intendedTable>[2]) =>
    (await intendedTable(dialect, session, wanted, undefined)).table;
  return { isQuery: true, statementOf: (session) => readOf(READS, name, payload, find(session)) };
}
