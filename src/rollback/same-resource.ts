/** A call among those of its session. */
export interface Touching {
  readonly sequence: number;
  readonly effectSequence: number | null;
  /** The names of what it touches, each with its connector. */
  readonly touches: readonly string[];
}

/** What both calls touch, where the first took effect after the second, or may have; null otherwise. */
export function sharedWithNewer(newer: Touching, older: Touching): string | null {
  if (!isNewer(newer, older)) return null;
  return newer.touches.find((resource) => older.touches.includes(resource)) ?? null;
}

function isNewer(one: Touching, other: Touching): boolean {
  if (one.effectSequence === null || other.effectSequence === null) return one.sequence > other.sequence;
  return one.effectSequence > other.effectSequence;
}
