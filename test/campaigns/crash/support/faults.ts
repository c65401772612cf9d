import type { Random } from '../../../support/random.mjs';

/** The target of a kill or a stop: one of two processes of the service, or their PostgreSQL with all its sessions. */
export type Target = 'first' | 'second' | 'database';

export interface Fault {
  readonly target: Target;
  /** `kill`: SIGKILL, and started again. `stop`: SIGSTOP, and SIGCONT. */
  readonly kind: 'kill' | 'stop';
  /** The milliseconds after the beginning of the seed. */
  readonly atMs: number;
  /** The milliseconds until it is started again, or continues. */
  readonly lastsMs: number;
}

const WITHIN_MS = 2_500;
/** Longer than a lease of a rollback. */
const PAST_A_LEASE_MS = 5_000;

/** Draws the faults of one seed: one to three, and of each target one at a time. */
export function faultsOf(random: Random): Fault[] {
  const targets: Target[] = ['first', 'second', 'database'];
  const faults: Fault[] = [];
  for (let count = 1 + random.integer(3); count > 0; count--) {
    const target = random.pick(targets.filter((one) => !faults.some((fault) => fault.target === one)));
    const kind = random.pick(['kill', 'kill', 'stop'] as const);
    const isLong = kind === 'stop' && random.chance(0.25);
    const lastsMs = isLong ? PAST_A_LEASE_MS : random.integer(kind === 'stop' ? 1_500 : 500);
    faults.push({ target, kind, atMs: random.integer(WITHIN_MS), lastsMs });
  }
  return faults;
}

export const told = (faults: readonly Fault[]) =>
  faults.map(({ target, kind, atMs, lastsMs }) => `${kind} ${target} at ${atMs} ms for ${lastsMs} ms`).join(', ');
