import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CallOutcome,
  type ConnectorContext,
  type Noted,
  type PerformedCall,
  ProviderUnavailableError,
} from '../../connector.js';
import { transaction } from '../../rows/table/transaction.js';
import { explain } from '../../rows/table/trouble.js';
import { dialect } from '../dialect.js';
import { countOf } from '../server/place.js';

const LOOK_EVERY_MS = 200;

/**
 * Asks PostgreSQL for the outcome of a transaction whose COMMIT was not answered.
 * @throws ProviderUnavailableError
 */
export async function outcomeOf(
  { key, response, capture }: Noted,
  _: PerformedCall,
  context: ConnectorContext,
): Promise<CallOutcome> {
  const done: CallOutcome = { outcome: 'done', response: response ?? null, capture: capture ?? null };
  // It wrote nothing, so there is nothing that could have been lost.
  if (key.transaction === null) return done;
  // A server notices late that its client is gone; then it ends the transaction by its own limits.
  const until = performance.now() + 3 * context.timeoutMs;
  for (;;) {
    const status = await statusOf(String(key.transaction), key.count, context);
    if (status === 'committed') return done;
    if (status === 'aborted') return { outcome: 'never' };
    if (status !== 'in progress') return { outcome: 'lost' };
    if (performance.now() > until) throw new ProviderUnavailableError('the transaction of the call has not ended yet');
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Null when the server counts its transactions in another way than the one that was asked, or has forgotten this one.
 * @throws ProviderUnavailableError
 */
async function statusOf(id: string, count: unknown, context: ConnectorContext): Promise<string | null> {
  try {
    return await statusAt(id, count, context);
  } catch (error) {
    const trouble = explain(dialect.errors, error, null);
    if (trouble.kind === 'unavailable') throw new ProviderUnavailableError(trouble.sentence);
    return null;
  }
}

function statusAt(id: string, count: unknown, context: ConnectorContext): Promise<string | null> {
  return transaction(dialect, context, 'read', async (session) => {
    const here = await countOf(session);
    if (here === null || here !== count) return null;
    const [found] = await session.rows('SELECT pg_catalog.txid_status($1::bigint)', [id]);
    return found?.[0] ?? null;
  });
}
