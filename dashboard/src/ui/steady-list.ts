interface Named {
  readonly id: string;
}

/** The rows on the screen, and those that wait to be shown. */
export interface SteadyList<T> {
  readonly rows: readonly T[];
  readonly unseen: readonly T[];
  /** Rows that the latest list does not hold: they are shown as they were. */
  readonly gone: ReadonlySet<string>;
}

/**
 * Keeps a list from moving under the cursor: each row keeps its place and shows its newest state, and new rows wait
 * until the operator asks for them. A list without rows shows everything immediately.
 */
export function steadyList<T extends Named>(shown: readonly T[], latest: readonly T[]): SteadyList<T> {
  const now = new Map(latest.map((one) => [one.id, one]));
  if (!shown.some(({ id }) => now.has(id))) return { rows: latest, unseen: [], gone: new Set() };
  const known = new Set(shown.map(({ id }) => id));
  return {
    rows: shown.map((before) => now.get(before.id) ?? before),
    unseen: latest.filter(({ id }) => !known.has(id)),
    gone: new Set([...known].filter((id) => !now.has(id))),
  };
}
