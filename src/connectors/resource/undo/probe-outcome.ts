import type { ConnectorContext, Effect } from '../../connector.js';
import { AS_LEFT, NOT_HAPPENED, outcomeOfSome, type ProbedOutcome, proved, UNKNOWN } from '../../proof/proof.js';
import { recordOf, type Touched } from '../items.js';
import { RefusedError, read } from '../read.js';
import { assertSameIdentity } from '../requests/identity.js';
import { assertSamePlace } from '../requests/place.js';
import { withClient } from '../requests/with-client.js';
import {
  type Address,
  isReversible,
  NotCapturable,
  type Reading,
  type ResourceKind,
  type ResourceProvider,
} from '../resource.js';
import { copiesOf } from './copies.js';
import { compare, holds, without } from './three-way.js';

/**
 * Finds out by reading whether a call took effect. A call over several resources that took effect on some did take effect:
 * undoing restores those. @throws ProviderUnavailableError
 */
export async function probeOutcome<C>(
  provider: ResourceProvider<C>,
  effect: Effect,
  context: ConnectorContext,
): Promise<ProbedOutcome> {
  const operation = provider.operations.find(({ apiName }) => apiName === effect.apiName);
  if (!isReversible(operation)) return UNKNOWN;
  const record = recordOf(operation, effect);
  if (!record.possible || record.items.length === 0) return UNKNOWN;
  const { items } = record;
  const { kind } = operation;
  const whereIs = async (address: Address) => (await context.memory?.whereIs(kind.name, address)) ?? address;
  try {
    assertSamePlace(provider, record.place, context);
    return await withClient(provider, context, async (client) => {
      await assertSameIdentity(provider, client, record.identities);
      if (record.sent > 1) {
        const copies = await copiesOf(provider, operation, client, {
          payload: effect.payload,
          record,
          sent: record.sent,
        });
        if (!copies?.length) return UNKNOWN;
        // A single copy has the key that the provider answered: no other try took effect, or its copy is gone.
        return copies.length === 1 ? proved('answer') : AS_LEFT;
      }
      const found: ProbedOutcome[] = [];
      for (const item of items)
        found.push(outcomeOf(kind, item, await read(provider, kind, client, (await whereIs(item.address)) as Address)));
      return outcomeOfSome(found);
    });
  } catch (error) {
    if (error instanceof RefusedError || error instanceof NotCapturable) return UNKNOWN;
    throw error;
  }
}

function outcomeOf<C>(kind: ResourceKind<C>, item: Touched, now: Reading | null): ProbedOutcome {
  const { before, after } = item;
  if (before === null && after === null) return NOT_HAPPENED;
  if (before === null) {
    if (now === null) return NOT_HAPPENED;
    return holds(now.fields, after ?? {}) ? madeBy(kind, item) : UNKNOWN;
  }
  if (after === null) {
    if (now === null) return AS_LEFT;
    return holds(now.fields, without(before.fields, kind.volatile)) ? NOT_HAPPENED : UNKNOWN;
  }
  const verdicts = compare(before.fields, after, now?.fields ?? null).map(({ verdict }) => verdict);
  if (now === null || verdicts.includes('conflict')) return UNKNOWN;
  return verdicts.includes('restore') ? AS_LEFT : NOT_HAPPENED;
}

/**
 * Judges a resource that was absent and exists now: its address is from the provider's answer, or the call chose it.
 */
function madeBy<C>({ isDrawn }: ResourceKind<C>, { isCaptured, address }: Touched): ProbedOutcome {
  if (!isCaptured) return proved('answer');
  return isDrawn?.(address) ? proved('key') : AS_LEFT;
}
