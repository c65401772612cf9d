import {
  type Capture,
  type ConnectorContext,
  type Performed,
  type PerformedCall,
  ProviderUnavailableError,
} from '../../connector.js';
import { lineTo } from '../../lines/line-to.js';
import { NotCapturable, parseCall } from '../../rows/call/payload.js';
import { captured, snapshotOf } from '../../rows/capture/capture.js';
import { meantTable } from '../../rows/capture/meant-table.js';
import type { Session } from '../../rows/table/session.js';
import { codeOf, explain } from '../../rows/table/trouble.js';
import { dialect } from '../dialect.js';
import type { PerformingConnection } from '../server/connection.js';
import { errors } from '../server/errors.js';
import { countOf } from '../server/place.js';
import type { Target } from '../server/target.js';
import { responseOf } from './answer.js';
import { freeStatement } from './free-statement.js';
import { lookUp } from './look-up.js';
import { refusalOf, refused } from './refusal.js';
import { rowStatement, type Statement } from './row-statement.js';

/**
 * Errors after which the call begins again, because another client changed the rows that the call was about to change.
 */
const CHANGED_MEANWHILE = ['40001', '40P01'];
const TRIES = 5;

/** A call in a transaction of its own. */
interface Piece {
  readonly capture: () => Promise<Capture>;
  readonly statement: Statement;
}

/**
 * Captures and runs in one transaction, which sees one moment: PostgreSQL fails the statement if another client has
 * changed the captured rows. The number of the transaction is stored before COMMIT is sent.
 */
export async function perform(call: PerformedCall, context: ConnectorContext): Promise<Performed> {
  const target = dialect.parseTarget(context.credentials.connectionString);
  try {
    const free = call.apiName === 'postgres.query' ? await freeStatement(call.payload) : null;
    if (free?.isRead) {
      const read = await within(target, context, (connection, session) => lookUp(connection, session, free));
      if (read !== null) return read;
    }
    for (let attempt = 1; ; attempt++) {
      try {
        return await within(target, context, (connection, session) =>
          inOneTransaction(connection, session, context, () =>
            free ? free.piece(session, context) : rowPiece(session, call, context),
          ),
        );
      } catch (error) {
        if (!CHANGED_MEANWHILE.includes(codeOf(error)) || attempt === TRIES) throw error;
      }
    }
  } catch (error) {
    if (error instanceof NotCapturable) return refused(error.message);
    if (error instanceof ProviderUnavailableError) throw error;
    const refusal = refusalOf(error);
    if (refusal !== null) return { outcome: 'refused', refusal };
    const trouble = explain(errors, error, target);
    if (trouble.kind === 'refused') return refused(trouble.sentence);
    // Nothing was committed: COMMIT is sent last, and an unknown result of COMMIT has an error of its own.
    throw new ProviderUnavailableError(trouble.sentence, null, 'unsent');
  }
}

async function within<T>(
  target: Target,
  context: ConnectorContext,
  work: (connection: PerformingConnection, session: Session) => Promise<T>,
): Promise<T> {
  const connection = await lineTo('postgres', context);
  try {
    return await work(connection, {
      address: `${target.host}:${target.port}`,
      rows: (...asked) => connection.rows(...asked),
      run: (...asked) => connection.run(...asked),
    });
  } finally {
    await connection.close();
  }
}

async function inOneTransaction(
  connection: PerformingConnection,
  session: Session,
  context: ConnectorContext,
  pieceOf: () => Promise<Piece>,
): Promise<Performed> {
  await connection.begin('perform');
  const { capture: read, statement } = await pieceOf();
  const capture = await guarded(session, read);
  const answered = await connection.answer(statement.sql, statement.params);
  const response = responseOf(answered);
  const [[transaction = null] = []] = await session.rows('SELECT pg_catalog.txid_current_if_assigned()::text');
  await context.note?.({ key: { transaction, count: await countOf(session) }, response, capture });
  await commit(connection);
  return { outcome: 'done', response, capture };
}

/** The capture reads as the credential's own captures do; what fails in it leaves the transaction as it was. */
async function guarded(session: Session, read: () => Promise<Capture>): Promise<Capture> {
  await session.run('SAVEPOINT captured');
  try {
    await session.run('SET LOCAL row_security = off');
    const capture = await read();
    await session.run('SET LOCAL row_security TO DEFAULT');
    return capture;
  } catch (error) {
    if (CHANGED_MEANWHILE.includes(codeOf(error))) throw error;
    const answer = errors.answer(error);
    if (!(error instanceof NotCapturable) && answer === null) throw error;
    await session.run('ROLLBACK TO SAVEPOINT captured');
    const reason =
      error instanceof NotCapturable ? error.message : `the state could not be read (${answer?.code ?? 'no code'})`;
    return { captured: false, reason };
  }
}

async function commit(connection: PerformingConnection): Promise<void> {
  try {
    await connection.answer('COMMIT');
  } catch (error) {
    if (errors.answer(error) !== null && !errors.answer(error)?.isTransient) throw error;
    throw new ProviderUnavailableError('the answer to COMMIT was lost', null, 'open');
  }
}

async function rowPiece(
  session: Session,
  { apiName, payload }: PerformedCall,
  context: ConnectorContext,
): Promise<Piece> {
  const call = parseCall(apiName, payload);
  const { table } = await meantTable(dialect, session, call.table, undefined);
  return {
    statement: await rowStatement(table, call),
    capture: async () => captured(dialect, await snapshotOf(dialect, session, call, undefined, context), context),
  };
}
