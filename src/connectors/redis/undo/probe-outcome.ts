import { isDeepStrictEqual } from 'node:util';
import type { ConnectorContext, Effect, ProbedOutcome } from '../../connector.js';
import { RefusedError } from '../../resource/read.js';
import type { RedisOperation } from '../operations.js';
import { idOf } from '../part.js';
import { recordOf } from '../record.js';
import { asked, connected } from '../server/client.js';
import { readNow } from '../server/now.js';
import { isSamePlace } from '../server/place.js';
import { changesAt, isAsCallLeft } from './merge.js';

/**
 * Finds out by reading whether a call took effect. That it did not is known only where the client told which database it
 * sent the call to. @throws ProviderUnavailableError
 */
export async function probeOutcome(
  operation: RedisOperation,
  effect: Effect,
  context: ConnectorContext,
): Promise<ProbedOutcome> {
  const record = recordOf(operation, effect);
  if (!record.possible) return 'unknown';
  try {
    return await connected(context, async (client, place) => {
      if (!isSamePlace(place, record.snapshot.place)) return 'unknown';
      const { states, at } = await asked(() =>
        readNow(
          client,
          record.parts.map(({ part }) => part),
        ),
      );
      const found = changesAt(record.parts, at).map(({ part, before, after }): ProbedOutcome => {
        const now = states.get(idOf(part)) ?? null;
        if (isAsCallLeft(after, now)) return 'happened';
        return isDeepStrictEqual(now, before) ? 'not-happened' : 'unknown';
      });
      if (found.length === 0 || found.includes('unknown')) return 'unknown';
      // A call over several parts that took effect on some did take effect: undoing restores those.
      if (found.includes('happened')) return 'happened';
      return record.isPlaceProven ? 'not-happened' : 'unknown';
    });
  } catch (error) {
    if (error instanceof RefusedError) return 'unknown';
    throw error;
  }
}
