/** Tells by whom the present state was put, from the provider's name and time of the put; imports no I/O. */
import { PRECISION_MS, type ProviderClock } from '../requests/clock.js';
import type { AnsweredPut, LastChange } from '../resource.js';

export type Origin = 'call' | 'another' | 'unclear';

export const NOTHING_ANSWERED: AnsweredPut = { id: null, version: null, at: null };

/** @param version the version that is there now */
export function originOf(
  { at: putAt, id: putId, times = 1 }: LastChange,
  own: AnsweredPut,
  { answeredAt, clock }: { readonly answeredAt: number; readonly clock: ProviderClock },
  version?: string,
): Origin {
  const isOther = (a?: string | null, b?: string | null) => Boolean(a && b && a !== b);
  const at = own.at ?? Number.POSITIVE_INFINITY;
  if (isOther(own.id, putId) || isOther(own.version, version)) return 'another';
  if (putAt !== undefined && (clock.ours(putAt) > answeredAt + PRECISION_MS || putAt > at + PRECISION_MS))
    return 'another';
  if (own.id && putId) return 'call';
  if (times > 1) return 'unclear';
  if (putAt === undefined) return 'call';
  // The date of an answer is of a whole second.
  const second = Math.floor(putAt / 1_000) * 1_000;
  return second <= at && clock.earliest(second) <= answeredAt ? 'call' : 'unclear';
}
