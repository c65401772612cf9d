import type { ConnectorContext, ItemReport, Kept, UndoPlan, UndoReport } from '../../connector.js';
import { transientMemory } from '../../undo-memory.js';
import { ProviderClock } from '../requests/clock.js';
import { assertSameIdentity } from '../requests/identity.js';
import { assertSamePlace } from '../requests/place.js';
import { withClient } from '../requests/with-client.js';
import { isReversible, type ResourceOperation, type ResourceProvider } from '../resource.js';
import { recordOfKept } from './kept.js';
import { describeCall } from './plan.js';
import { leftBy } from './remains.js';
import { ResourceUndo } from './resource-undo.js';
import { outcomeOf, reportOf } from './undo.js';

/** The plan of reapplying on the assumption that no other client has changed anything since; it reaches no provider. */
export function planReapply<C>(provider: ResourceProvider<C>, kept: Kept): UndoPlan {
  const found = foundIn(provider, kept);
  if (typeof found === 'string') return { class: 'impossible', calls: [], remains: [], reason: found };
  const { operation, record } = found;
  const calls = record.items.map((item) => describeCall(operation, item));
  if (calls.includes(null)) return { class: 'impossible', calls: [], remains: [], reason: NOTHING };
  const remains = record.items.flatMap((item) => leftBy(operation.kind, item));
  const isAnew = record.items.some(({ after }) => after === null);
  return {
    class: remains.length > 0 || isAnew ? 'compensating' : 'exact',
    calls: calls.flatMap((call) => call || []),
    remains: [...remains, ...(isAnew ? [ANEW] : [])],
    reason: null,
  };
}

/**
 * Restores the state that the undo of one call replaced.
 * @throws ProviderUnavailableError
 */
export async function reapply<C>(
  provider: ResourceProvider<C>,
  kept: Kept,
  onConflict: 'skip' | 'force',
  context: ConnectorContext,
): Promise<UndoReport> {
  const found = foundIn(provider, kept);
  if (typeof found === 'string') return { outcome: 'impossible', detail: found, items: [] };
  const { operation, record } = found;
  const items: ItemReport[] = [];
  const reasons = new Map<string, string>();
  try {
    assertSamePlace(provider, record.place, context);
    const memory = context.memory ?? transientMemory();
    const clock = new ProviderClock();
    await withClient(provider, { ...context, onDate: clock.saw }, async (client) => {
      await assertSameIdentity(provider, client, record.identities);
      const known = { takenAt: 0, there: null, place: record.place, identities: record.identities };
      const call = {
        payload: {},
        response: undefined,
        answeredAt: null,
        record: known,
        clock,
        reasons,
        unchanged: new Set<string>(),
      };
      const one = new ResourceUndo(provider, operation, client, onConflict, call, { ...context, memory });
      for (const item of [...record.items].reverse()) items.push(await one.undo(item));
    });
  } catch (error) {
    const outcome = outcomeOf(error);
    if (!outcome) throw error;
    return { outcome, detail: (error as Error).message, items };
  }
  return reportOf(items, [], reasons, 'is no longer as the undo left it');
}

const NOTHING = 'No call of this provider restores what the undo replaced.';
const ANEW = 'The resource is recreated: the provider may give it another address and another time.';

/** A resource that was ended, and not removed, is changed back like every other field. */
function foundIn<C>(provider: ResourceProvider<C>, kept: Kept) {
  const operation = provider.operations.find(({ apiName }) => apiName === kept.apiName);
  const record = recordOfKept(kept);
  if (!isReversible(operation) || !record) return NOTHING;
  const { ends: _, ...whole } = operation;
  return { operation: whole as ResourceOperation<C>, record };
}
