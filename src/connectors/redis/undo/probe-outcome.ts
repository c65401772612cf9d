import { isDeepStrictEqual } from 'node:util';
import type { ConnectorContext, Effect } from '../../connector.js';
import { AS_LEFT, NOT_HAPPENED, outcomeOfSome, type ProbedOutcome, UNKNOWN } from '../../proof/proof.js';
import { RefusedError } from '../../resource/read.js';
import type { RedisOperation } from '../operations.js';
import { idOf } from '../part.js';
import { recordOf } from '../record.js';
import { asked, connected } from '../server/client.js';
import { readNow } from '../server/now.js';
import { isSamePlace, isSwapped } from '../server/place.js';
import { changesAt, isAsCallLeft } from './merge.js';

/**
 * Finds out by reading whether a call took effect. Redis stores no author of a write, so no read proves that it did.
 * That it did not is known only if the client reported the database to which it sent the call.
 * @throws ProviderUnavailableError
 */
export async function probeOutcome(
  operation: RedisOperation,
  effect: Effect,
  context: ConnectorContext,
): Promise<ProbedOutcome> {
  const record = recordOf(operation, effect);
  if (!record.possible) return UNKNOWN;
  try {
    return await connected(context, async (client, place) => {
      const { place: captured } = record.snapshot;
      if (!isSamePlace(place, captured) || isSwapped(place, captured)) return UNKNOWN;
      const { states, at } = await asked(() =>
        readNow(
          client,
          record.parts.map(({ part }) => part),
        ),
      );
      const found = changesAt(record.parts, at).map(({ part, before, after }): ProbedOutcome => {
        const now = states.get(idOf(part)) ?? null;
        if (isAsCallLeft(after, now)) return AS_LEFT;
        return isDeepStrictEqual(now, before) ? NOT_HAPPENED : UNKNOWN;
      });
      const outcome = outcomeOfSome(found);
      return outcome.happened === false && !record.isPlaceProven ? UNKNOWN : outcome;
    });
  } catch (error) {
    if (error instanceof RefusedError) return UNKNOWN;
    throw error;
  }
}
