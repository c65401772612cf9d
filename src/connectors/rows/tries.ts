/**
 * What earlier tries at one undo wrote, whose COMMIT may have been lost: a sum that was taken off must not be taken off
 * again. It is kept in this process alone.
 */
interface Written {
  readonly seen: string;
  readonly wrote: string;
}

export interface Tries {
  /** What an earlier try wrote to this column of this row. */
  written(place: string): Written | undefined;
  note(place: string, written: Written): void;
}

const KEPT = 1000;
const byKey = new Map<string, Map<string, Written>>();

/** @param idempotencyKey the same for every try at one undo; without one nothing is remembered */
export function triesOf(idempotencyKey: string | undefined): Tries {
  const known = idempotencyKey === undefined ? undefined : byKey.get(idempotencyKey);
  const noted = new Map<string, Written>();
  return {
    written: (place) => known?.get(place),
    note: (place, written) => {
      noted.set(place, written);
      if (idempotencyKey === undefined) return;
      byKey.delete(idempotencyKey);
      byKey.set(idempotencyKey, new Map([...(known ?? []), ...noted]));
      const [oldest] = byKey.keys();
      if (byKey.size > KEPT && oldest !== undefined) byKey.delete(oldest);
    },
  };
}
