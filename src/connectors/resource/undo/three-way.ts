import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../connector.js';
import { isEmptyValue } from './equivalent.js';

type Fields = JsonObject | null;

/**
 * A field with its former value, the value that the call left, its present value, and the verdict. A missing field is
 * null.
 */
export interface FieldVerdict {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
  readonly now: Json;
  readonly verdict: 'restore' | 'already-restored' | 'conflict';
  /** For a number in conflict, the amount that the call added. */
  readonly added?: string;
  /** The number that is there less what the call added, which is written in place of what was captured. */
  readonly less?: Json;
}

const at = (fields: Fields, field: string): Json => fields?.[field] ?? null;

/** A field is the call's own when it sets it to something else than it was (docs/contract.md, "Rollback"). */
export function changedFields(before: Fields, after: Fields): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter((field) => !isDeepStrictEqual(at(before, field), at(after, field)));
}

/**
 * Compares the fields that the call changed. A field that has its former value stays; one that holds the call's value
 * is restored; one with any other value was changed by another client.
 */
export function compare(before: Fields, after: Fields, now: Fields): FieldVerdict[] {
  return changedFields(before, after).map((field) => {
    const values = { before: at(before, field), after: at(after, field), now: at(now, field) };
    return { field, ...values, verdict: verdictOf(values) };
  });
}

function verdictOf({ before, after, now }: Record<'before' | 'after' | 'now', Json>): FieldVerdict['verdict'] {
  if (isDeepStrictEqual(now, before)) return 'already-restored';
  return isDeepStrictEqual(now, after) ? 'restore' : 'conflict';
}

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

/** The fields without these. */
export function without(fields: JsonObject, names: readonly string[] = []): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !names.includes(field)));
}

/** True when every one of these fields holds these values; other fields may hold anything. */
export function holds(now: Fields, wanted: JsonObject): boolean {
  return now !== null && Object.keys(wanted).every((field) => isDeepStrictEqual(at(now, field), at(wanted, field)));
}
