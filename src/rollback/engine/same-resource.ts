/** A call with its place among the calls of its session. */
export interface Touching {
  readonly sequence: number;
  readonly effectSequence: number | null;
  /** The names of what it touches, each with its connector. */
  readonly touches: readonly string[];
}

/** The resource that both calls touch, if the first took effect after the second, or may have; null otherwise. */
export function sharedWithNewer(newer: Touching, older: Touching): string | null {
  if (!isNewer(newer, older)) return null;
  return newer.touches.find((resource) => older.touches.includes(resource)) ?? null;
}

function isNewer(one: Touching, other: Touching): boolean {
  if (one.effectSequence === null || other.effectSequence === null) return one.sequence > other.sequence;
  return one.effectSequence > other.effectSequence;
}

/** The members of a call's record that show whether it has changed. */
export interface Recorded {
  readonly id: string;
  readonly status: string;
  readonly updated_at: Date;
}

/** The resources that calls touch, computed once for each state of their record: a session may have thousands. */
export class TouchingMemory {
  private readonly known = new Map<string, { readonly state: string; readonly touching: Touching }>();

  /** Null when it is not known, or the record has changed since. */
  of(call: Recorded): Touching | null {
    const known = this.known.get(call.id);
    return known?.state === stateOf(call) ? known.touching : null;
  }

  keep(call: Recorded, touching: Touching): void {
    this.known.set(call.id, { state: stateOf(call), touching });
  }
}

const stateOf = ({ status, updated_at: at }: Recorded) => `${status} ${at.getTime()}`;
