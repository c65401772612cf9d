import type { JsonObject } from '../../connector.js';
import { isEmptyValue } from './equivalent.js';
import { compare, type FieldVerdict } from './three-way.js';

/**
 * A creation is compared as a whole: a present field that the call did not set comes from another client. `others` are
 * contents that other clients put into it; `volatile` fields the provider changes by itself.
 */
export function compareCreation(
  after: JsonObject,
  now: JsonObject | null,
  others: JsonObject,
  volatile: readonly string[] = [],
): FieldVerdict[] {
  const own = compare(null, after, now);
  const added = Object.entries({ ...now, ...others }).filter(
    ([field, value]) => !(field in after && after[field] !== null) && !volatile.includes(field) && !isEmptyValue(value),
  );
  const known = new Set(added.map(([field]) => field));
  return [
    ...own.filter(({ field }) => !known.has(field)),
    ...added.map(([field, value]) => ({ field, before: null, after: null, now: value, verdict: 'conflict' as const })),
  ];
}
