import type { Trace, UndoMemory } from '../../connector.js';

/**
 * What earlier tries at one undo wrote, whose COMMIT may have been lost: a sum that was taken off must not be taken off
 * again.
 */
interface Written {
  readonly seen: string;
  readonly wrote: string;
}

export interface Tries {
  /** What an earlier try wrote to this column of this row. */
  written(place: string): Written | undefined;
  note(place: string, written: Written): void;
  /** What was noted in this try, to be kept before COMMIT. */
  traces(): readonly Trace[];
}

export function triesOf(memory: UndoMemory): Tries {
  const noted = new Map<string, Written>();
  return {
    written: (place) => memory.traceOf(place)?.written,
    note: (place, written) => noted.set(place, written),
    traces: () => [...noted].map(([resource, written]) => ({ resource, sentAt: null, written })),
  };
}
