import { isDeepStrictEqual } from 'node:util';
import type { Trace, UndoMemory } from '../../connector.js';
import { fieldName, idOf, type Part } from '../part.js';
import type { Now } from '../server/now.js';
import type { Judged } from './verdicts.js';
import type { Change } from './world.js';

/** True when the part would change again if it were undone again. */
const isMoving = ({ part, isSubtracted = false }: Judged) => part.kind === 'list' || isSubtracted;
/** The name in traces and reports. */
export const resourceOf = ({ key }: Part) => `key ${JSON.stringify(key)}`;
const placeOf = (part: Part) => `${resourceOf(part)} ${fieldName(part)}`;

/**
 * Finds out, from the notes it made before it wrote, whether an earlier try at the same undo has written although its
 * answer was lost. `untold`: the key holds neither what that try found nor what it wrote.
 */
export function earlierTry(changes: readonly Change[], now: Now, memory: UndoMemory): 'none' | 'written' | 'untold' {
  const noted = changes.flatMap(({ part }) => {
    const written = memory.traceOf(placeOf(part))?.written;
    return written ? [{ written, now: now.states.get(idOf(part)) ?? null }] : [];
  });
  if (noted.length === 0) return 'none';
  const isNow = (name: 'seen' | 'wrote') =>
    noted.every((one) => isDeepStrictEqual(one.now, JSON.parse(one.written[name])));
  if (isNow('wrote')) return 'written';
  return isNow('seen') ? 'none' : 'untold';
}

/** The states that this try saw, and those that it is about to write. */
export function tracesOf(wanted: readonly Judged[]): Trace[] {
  const seen = [...new Set(wanted.map(({ part }) => resourceOf(part)))];
  const written = wanted.filter(isMoving).flatMap(({ part, now, verdict }) =>
    verdict.is === 'restore'
      ? [
          {
            resource: placeOf(part),
            written: { seen: JSON.stringify(now), wrote: JSON.stringify(verdict.to?.value ?? null) },
          },
        ]
      : [],
  );
  return [...seen.map((resource) => ({ resource })), ...written].map((one) => ({ ...one, sentAt: null }));
}

/** The traces of a try that is known to have written nothing. */
export const withoutWriting = (traces: readonly Trace[]): Trace[] =>
  traces.map(({ resource, sentAt }) => ({ resource, sentAt }));
