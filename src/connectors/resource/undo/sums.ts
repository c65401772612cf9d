import { isDeepStrictEqual } from 'node:util';
import type { Json, Trace, UndoMemory } from '../../connector.js';
import type { Touched } from '../items.js';
import type { Sums } from '../resource.js';
import type { FieldVerdict } from './three-way.js';

const placeOf = (resource: string, field: string) => `${resource} ${field}`;

/** Takes off what the call added, whatever other clients have added since; and never twice. */
export function takenOff(
  { added }: Pick<Touched, 'added'>,
  verdict: FieldVerdict,
  sums: Sums | undefined,
  memory: UndoMemory,
  resource: string,
): FieldVerdict {
  const by = added[verdict.field];
  if (by === undefined || !sums || verdict.verdict === 'already-restored') return verdict;
  const earlier = memory.traceOf(placeOf(resource, verdict.field))?.written;
  if (earlier && !isDeepStrictEqual(verdict.now, JSON.parse(earlier.seen))) {
    const wrote: Json = JSON.parse(earlier.wrote);
    return {
      ...verdict,
      before: wrote,
      verdict: isDeepStrictEqual(verdict.now, wrote) ? 'already-restored' : 'conflict',
    };
  }
  if (verdict.verdict === 'restore') return verdict;
  const rest = sums.minus(verdict.now, by);
  return rest === null ? verdict : { ...verdict, before: rest, verdict: 'restore' };
}

/** What a try found in such fields, and is about to write there. */
export function tracesOfSums(
  { added }: Pick<Touched, 'added'>,
  written: readonly FieldVerdict[],
  resource: string,
): Trace[] {
  return written
    .filter(({ field }) => field in added)
    .map(({ field, before, now }) => ({
      resource: placeOf(resource, field),
      sentAt: null,
      written: { seen: JSON.stringify(now), wrote: JSON.stringify(before) },
    }));
}
