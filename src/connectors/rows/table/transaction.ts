import { type ConnectorContext, ProviderUnavailableError } from '../../connector.js';
import { transportOf } from '../../transport/transport-of.js';
import type { Dialect } from '../dialect.js';
import type { Connection, Mode, Session } from './session.js';
import { type Address, explain } from './trouble.js';

/**
 * Runs `work` in one transaction and commits its writes; any error rolls everything back.
 * @throws ProviderUnavailableError when the answer to COMMIT is lost, NoLongerHeld instead of COMMIT
 */
export async function transaction<T>(
  dialect: Dialect,
  context: ConnectorContext,
  mode: Mode,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const target = dialect.parseTarget(context.credentials.connectionString);
  const connection = await transportOf(dialect.transport, context);
  try {
    await connection.begin(mode);
    const result = await work({
      address: `${target.host}:${target.port}`,
      ...(mode === 'read' && { isOneMoment: true }),
      rows: (...asked) => connection.rows(...asked),
      run: (...asked) => connection.run(...asked),
    });
    // Closing the connection ends a transaction that has read, and holds no lock.
    if (mode === 'lock') await connection.end('ROLLBACK');
    if (mode === 'write') {
      assertHeld(context);
      await commit(dialect, connection, target);
    }
    return result;
  } finally {
    await connection.close();
  }
}

/** This process has lost the right to undo; another process may be undoing the same call. */
export class NoLongerHeld extends Error {}

function assertHeld(context: ConnectorContext): void {
  try {
    context.assertHeld?.();
  } catch (error) {
    throw new NoLongerHeld('the right to undo was lost before COMMIT', { cause: error });
  }
}

async function commit({ errors }: Dialect, connection: Connection, target: Address): Promise<void> {
  try {
    await connection.end('COMMIT');
  } catch (error) {
    const trouble = explain(errors, error, target);
    if (errors.answer(error) !== null && trouble.kind === 'refused') throw error;
    throw new ProviderUnavailableError(`the answer to COMMIT was lost: ${trouble.sentence}`);
  }
}
