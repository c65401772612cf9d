import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOutcome, ConnectorContext, Noted } from '../../connector.js';
import { asked, connected } from '../server/client.js';

/**
 * Redis stores no author of a write. Once the connection of the attempt is ended, nothing of it can arrive any more,
 * and a read of the keys shows whether they hold the captured states.
 * @throws ProviderUnavailableError
 */
export async function outcomeOf({ key }: Noted, context: ConnectorContext): Promise<CallOutcome> {
  const isEnded = await connected(context, async (client, place) => {
    // All connections of a server that was started again have ended.
    if (place.server !== null && place.server !== key.server) return true;
    if (typeof key.client !== 'number') return false;
    const [[error] = [null]] = await asked(() => client.pipeline([['client', 'KILL', 'ID', Number(key.client)]]));
    return error === null;
  });
  // A user without the right to end it: what was sent arrives within the time of a call, or never.
  if (!isEnded) await sleep(2 * context.timeoutMs);
  return { outcome: 'lost' };
}
