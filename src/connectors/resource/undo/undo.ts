import type { ConnectorContext, Effect, ItemReport, UndoReport } from '../../connector.js';
import { patternsIn } from '../../counters.js';
import { UNPROVED } from '../../proof/proof.js';
import { transientMemory } from '../../undo-memory.js';
import { recordOf } from '../items.js';
import { RefusedError } from '../read.js';
import { ProviderClock } from '../requests/clock.js';
import { assertSameIdentity } from '../requests/identity.js';
import { assertSamePlace } from '../requests/place.js';
import { withClient } from '../requests/with-client.js';
import { isReversible, NotCapturable, type ResourceProvider } from '../resource.js';
import { copiesOf } from './copies.js';
import { EarlierResultUnknown } from './recreate.js';
import { remainsOf } from './remains.js';
import { NotRestored, ResourceUndo } from './resource-undo.js';

/** Undoes one call, resource by resource, the last one first. @throws ProviderUnavailableError */
export async function undo<C>(
  provider: ResourceProvider<C>,
  effect: Effect,
  onConflict: 'skip' | 'force',
  context: ConnectorContext,
): Promise<UndoReport> {
  const operation = provider.operations.find(({ apiName }) => apiName === effect.apiName);
  if (!isReversible(operation)) return impossible(`Nothing undoes "${effect.apiName}".`);
  const record = recordOf(operation, effect);
  if (!record.possible) return impossible(record.reason);
  const items: ItemReport[] = [];
  const reasons = new Map<string, string>();
  const unchanged = new Set<string>();
  try {
    assertSamePlace(provider, record.place, context);
    const memory = context.memory ?? transientMemory();
    const counters = patternsIn(effect.counters);
    const clock = new ProviderClock();
    await withClient(provider, { ...context, onDate: clock.saw }, async (client) => {
      await assertSameIdentity(provider, client, record.identities);
      const { payload, response, answeredAt = null } = effect;
      const call = { payload, response, answeredAt, record, clock, reasons, unchanged };
      const one = new ResourceUndo(provider, operation, client, onConflict, call, { ...context, memory, counters });
      const { sent } = record;
      const copies = sent > 1 ? await copiesOf(provider, operation, client, { payload, record, sent }) : record.items;
      if (copies === null) throw new EarlierResultUnknown(`${UNPROVED} The client sent the call ${sent} times.`);
      for (const item of [...(copies.length > 0 ? copies : record.items)].reverse()) items.push(await one.undo(item));
    });
  } catch (error) {
    const outcome = outcomeOf(error);
    if (!outcome) throw error;
    return { outcome, detail: (error as Error).message, items };
  }
  const report = reportOf(items, remainsOf(operation, effect, record.items), reasons);
  return { ...report, ...(unchanged.size > 0 && { unchanged: [...unchanged] }) };
}

/** Null when the error is no outcome, and is thrown on. */
export function outcomeOf(error: unknown): UndoReport['outcome'] | null {
  if (error instanceof NotCapturable) return 'impossible';
  if (error instanceof EarlierResultUnknown) return 'unknown';
  return error instanceof RefusedError || error instanceof NotRestored ? 'failed' : null;
}

const impossible = (detail: string): UndoReport => ({ outcome: 'impossible', detail, items: [] });

export function reportOf(
  items: readonly ItemReport[],
  remains: readonly string[],
  reasons: ReadonlyMap<string, string>,
  changed = 'is no longer as this call left it',
): UndoReport {
  const failing = items.find(({ result }) => result === 'conflict' || result === 'impossible');
  if (failing?.result === 'conflict') {
    const what = failing.fields.filter(({ result }) => result === 'conflict').map(({ field }) => field);
    const why = reasons.get(failing.resource) ?? changed;
    return { outcome: 'conflict', detail: `${failing.resource} ${why}: ${what.join(', ')}`, items };
  }
  if (failing) return { outcome: 'impossible', detail: `${failing.resource} cannot be restored`, items };
  const isOld = items.every(({ result }) => result === 'already-restored');
  return {
    outcome: 'done',
    detail: [isOld ? 'It was as before already.' : 'Restored and read back.', ...remains].join(' '),
    items,
  };
}
