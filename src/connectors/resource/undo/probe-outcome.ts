import type { ConnectorContext, Effect, ProbedOutcome } from '../../connector.js';
import { recordOf, type Touched } from '../items.js';
import { RefusedError, read } from '../read.js';
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
import { compare, holds, without } from './three-way.js';

/** Finds out by reading whether a call took effect. @throws ProviderUnavailableError */
export async function probeOutcome<C>(
  provider: ResourceProvider<C>,
  effect: Effect,
  context: ConnectorContext,
): Promise<ProbedOutcome> {
  const operation = provider.operations.find(({ apiName }) => apiName === effect.apiName);
  if (!isReversible(operation)) return 'unknown';
  const record = recordOf(operation, effect);
  if (!record.possible || record.items.length === 0) return 'unknown';
  const { items } = record;
  const { kind } = operation;
  const whereIs = async (address: Address) => (await context.memory?.whereIs(kind.name, address)) ?? address;
  try {
    assertSamePlace(provider, record.place, context);
    return await withClient(provider, context, async (client) => {
      const found: ProbedOutcome[] = [];
      for (const item of items)
        found.push(outcomeOf(kind, item, await read(provider, kind, client, (await whereIs(item.address)) as Address)));
      // A call over several resources that took effect on some did take effect: undoing restores those.
      if (found.includes('unknown')) return 'unknown';
      return found.includes('happened') ? 'happened' : 'not-happened';
    });
  } catch (error) {
    if (error instanceof RefusedError || error instanceof NotCapturable) return 'unknown';
    throw error;
  }
}

function outcomeOf<C>({ volatile }: ResourceKind<C>, { before, after }: Touched, now: Reading | null): ProbedOutcome {
  if (before === null && after === null) return 'not-happened';
  if (before === null) return now === null ? 'not-happened' : happenedIf(holds(now.fields, after ?? {}));
  if (after === null) {
    if (now === null) return 'happened';
    return holds(now.fields, without(before.fields, volatile)) ? 'not-happened' : 'unknown';
  }
  const verdicts = compare(before.fields, after, now?.fields ?? null).map(({ verdict }) => verdict);
  if (now === null || verdicts.includes('conflict')) return 'unknown';
  return verdicts.includes('restore') ? 'happened' : 'not-happened';
}

const happenedIf = (isSo: boolean): ProbedOutcome => (isSo ? 'happened' : 'unknown');
