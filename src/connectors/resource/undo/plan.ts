import type { Effect, JsonObject, UndoPlan } from '../../connector.js';
import { patternsIn } from '../../counters.js';
import { recordOf, type Touched } from '../items.js';
import { isReversible, type ResourceOperation, type ResourceProvider } from '../resource.js';
import { leftBy, remainsOf, unprovedOf } from './remains.js';
import { declaredIn } from './subtract.js';
import { changedFields } from './three-way.js';

const impossible = (reason: string): UndoPlan => ({ class: 'impossible', calls: [], remains: [], reason });

/** The plan of an undo from the record alone, on the assumption that no other client has changed anything since. */
export function plan<C>(provider: ResourceProvider<C>, effect: Effect): UndoPlan {
  const operation = provider.operations.find(({ apiName }) => apiName === effect.apiName);
  if (!isReversible(operation)) return impossible(operation?.notes ?? `Nothing undoes "${effect.apiName}".`);
  const record = recordOf(operation, effect);
  if (!record.possible) return impossible(record.reason);
  const calls = record.items.map((item) => describeCall(operation, item));
  const missing = calls.includes(null);
  if (missing) return impossible(`Nothing undoes "${effect.apiName}" on what was there.`);
  const leaves = record.items.some((item) => leftBy(operation.kind, item).length > 0);
  const isExact = operation.reversibility === 'exact' && !leaves;
  const shown = calls.filter((call) => call !== null && call !== '') as string[];
  return {
    class: isExact ? 'exact' : 'compensating',
    calls: shown,
    remains: [
      ...remainsOf(operation, effect, record.items),
      ...unprovedOf(operation, record),
      ...declaredIn(
        operation.sums,
        effect.payload,
        record.items.map(({ address }) => address),
        patternsIn(effect.counters),
      ),
    ],
    reason: null,
  };
}

/** The resources of a recorded call, as reports name them first. */
export function touches<C>(provider: ResourceProvider<C>, effect: Effect): string[] {
  const operation = provider.operations.find(({ apiName }) => apiName === effect.apiName);
  if (!isReversible(operation)) return [];
  const record = recordOf(operation, effect);
  return record.possible ? record.items.map(({ address }) => operation.kind.label(address)) : [];
}

/** Empty when there is nothing to do. Null when no call does it. */
export function describeCall<C>(
  { kind, ends }: ResourceOperation<C>,
  { address, before, after }: Touched,
): string | null {
  if (before === null && after === null) return '';
  if (before === null)
    return ends ? (kind.write?.describe(address, ends) ?? null) : (kind.remove?.describe(address, {}) ?? null);
  if (after === null) return kind.recreate?.describe(address, before.fields) ?? null;
  const fields = valuesOf(before.fields, changedFields(before.fields, after));
  if (Object.keys(fields).length === 0) return '';
  return kind.write?.describe(address, fields) ?? null;
}

/** Null stands for an absent field. */
export function valuesOf(fields: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}
