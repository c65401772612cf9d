import { setTimeout as sleep } from 'node:timers/promises';
import { type CallOutcome, type ConnectorContext, type Noted, ProviderUnavailableError } from '../../connector.js';
import type { Session } from '../../rows/table/session.js';
import { transaction } from '../../rows/table/transaction.js';
import { codeOf, explain } from '../../rows/table/trouble.js';
import { dialect } from '../dialect.js';
import { marksOf } from './proof.js';

const LOOK_EVERY_MS = 200;

/**
 * MySQL has no record of a transaction's outcome. The connection of the attempt is ended first; afterwards the
 * attempt's mark is there, or it took no effect. Without marks only a read of the rows shows the outcome.
 * @throws ProviderUnavailableError
 */
export async function outcomeOf({ key, response, capture }: Noted, context: ConnectorContext): Promise<CallOutcome> {
  try {
    const until = performance.now() + 3 * context.timeoutMs;
    while (typeof key.lock === 'string' && !(await isEnded(key.lock, context))) {
      if (performance.now() > until)
        throw new ProviderUnavailableError('the transaction of the call has not ended yet');
      await sleep(LOOK_EVERY_MS);
    }
    if (typeof key.mark !== 'string' || marksOf(context) === null) return { outcome: 'lost' };
    if (!(await isMarked(key.mark, context))) return { outcome: 'never' };
    return { outcome: 'done', response: response ?? null, capture: capture ?? null };
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw error;
    const trouble = explain(dialect.errors, error, null);
    if (trouble.kind === 'unavailable') throw new ProviderUnavailableError(trouble.sentence);
    return { outcome: 'lost' };
  }
}

/** Ends the connection that holds the lock, which is the attempt's own; a server that was started again holds none. */
function isEnded(lock: string, context: ConnectorContext): Promise<boolean> {
  return transaction(dialect, context, 'read', async (session) => {
    const [[thread = null] = []] = await session.rows('SELECT CAST(IS_USED_LOCK(?) AS CHAR)', [lock]);
    if (thread === null) return true;
    await end(session, Number(thread));
    return false;
  });
}

async function end(session: Session, thread: number): Promise<void> {
  try {
    await session.run(`KILL CONNECTION ${thread}`);
  } catch (error) {
    // It has ended meanwhile, or belongs to another user: then it is waited for.
    if (!['ER_NO_SUCH_THREAD', 'ER_KILL_DENIED_ERROR'].includes(codeOf(error))) throw error;
  }
}

function isMarked(mark: string, context: ConnectorContext): Promise<boolean> {
  return transaction(dialect, context, 'read', async (session) => {
    const found = await session.rows(`SELECT 1 FROM ${marksOf(context)} WHERE id = ?`, [mark]);
    return found.length > 0;
  });
}
