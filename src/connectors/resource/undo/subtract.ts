/** This takes what a call added off the number that is there now, if an operator wants it; it imports no I/O. */

import type { Json, JsonObject, Trace } from '../../connector.js';
import { isCounter } from '../../counters.js';
import type { Address, Sums } from '../resource.js';
import type { FieldVerdict } from './three-way.js';

/** It holds the wishes of an operator for the sums of one call, and the notes of earlier tries. */
export interface Subtracting {
  readonly sums: Sums | undefined;
  readonly payload: JsonObject;
  /** An operator chose it for this undo, by name, in the report of a conflict. */
  readonly isChosen: boolean;
  /** These patterns name the fields that an operator declared as counters. */
  readonly counters: readonly string[];
  earlier(place: string): Trace | null;
}

/** Traces name a number so. */
export const placeOf = (resource: string, field: string) => `${resource} ${field}`;

/** The undo notes the numbers that it is about to write: the note tells a later try whether they were written. */
export function tracesOf(resource: string, fields: readonly FieldVerdict[]): Trace[] {
  return fields.flatMap(({ field, now, less }) =>
    less === undefined
      ? []
      : [
          {
            resource: placeOf(resource, field),
            sentAt: null,
            written: { seen: JSON.stringify(now), wrote: JSON.stringify(less) },
          },
        ],
  );
}

/**
 * Conflicts of numbers say what the call added, and those that an operator wants so are subtracted from what is there. A
 * subtraction is not repeated: what an earlier try saw and was to write tells whether it did.
 */
export function subtracted(
  fields: readonly FieldVerdict[],
  { address, resource }: { readonly address: Address; readonly resource: string },
  { sums, payload, isChosen, counters, earlier }: Subtracting,
): FieldVerdict[] {
  const amounts = sums?.added(payload) ?? {};
  return fields.map((one): FieldVerdict => {
    const amount = Object.hasOwn(amounts, one.field) ? amounts[one.field] : undefined;
    const less = amount === undefined ? null : (sums?.less(one.now, amount) ?? null);
    if (one.verdict !== 'conflict' || amount === undefined || less === null) return one;
    const noted = earlier(placeOf(resource, one.field))?.written;
    if (noted?.wrote === JSON.stringify(one.now)) return { ...one, verdict: 'already-restored', added: amount };
    const isUnseenChange = noted !== undefined && noted.seen !== JSON.stringify(one.now);
    const isDeclared = isCounter(sums?.declared(address, one.field) ?? '', counters);
    if (isUnseenChange || !(isChosen || isDeclared)) return { ...one, added: amount };
    return { ...one, verdict: 'restore', added: amount, less };
  });
}

/** Answers a sentence for each number of the call that an operator declared as a counter. */
export function declaredIn(
  sums: Sums | undefined,
  payload: JsonObject,
  addresses: readonly Address[],
  counters: readonly string[],
): string[] {
  if (!sums) return [];
  return addresses.flatMap((address) =>
    Object.entries(sums.added(payload))
      .map(([field, amount]) => [sums.declared(address, field), amount] as const)
      .filter(([name]) => isCounter(name, counters))
      .map(
        ([name, amount]) =>
          `${name} is declared as a counter: where another client changed it since, ${amount} is subtracted from what is there.`,
      ),
  );
}

/** True when the call's amount is subtracted from the present number, or was in an earlier try. */
export const isSubtracted = ({ added, verdict }: FieldVerdict) => added !== undefined && verdict !== 'conflict';

/** Answers the values to be written: numbers less what the call added. */
export const lessOf = (fields: readonly FieldVerdict[]): JsonObject =>
  Object.fromEntries(
    fields.flatMap(({ field, less }): [string, Json][] => (less === undefined ? [] : [[field, less]])),
  );
