import type { Random } from './random.js';

/** `before`: the request never reaches the provider. `after`: it has, and took effect there. */
type When = 'before' | 'after';

const KINDS = {
  '429 with seconds': ['before'],
  '429 with a date': ['before'],
  '429 with garbage': ['before'],
  '500': ['before', 'after'],
  '502': ['before', 'after'],
  '503': ['before', 'after'],
  'no answer': ['after'],
  'cut connection': ['before', 'after'],
  'cut in the middle of the answer': ['after'],
  'wrong JSON': ['before', 'after'],
  '200 with an error body': ['before', 'after'],
  'a 1 GB answer': ['after'],
  'slow bytes': ['after'],
} as const satisfies Record<string, readonly When[]>;

export type Kind = keyof typeof KINDS;
export const ALL_KINDS = Object.keys(KINDS) as Kind[];

export interface Fault {
  readonly kind: Kind;
  readonly when: When;
}

/** Which of the requests of one rollback meets which fault, the same for the same generator. */
export function scheduleOf(random: Random): (ordinal: number) => Fault | null {
  const chance = random.pick([0.1, 0.2, 0.35]);
  // One at least, where every rollback comes by.
  const sure = random.integer(2);
  return (ordinal) => {
    const isFaulted = random.chance(chance) || ordinal === sure;
    const kind = random.pick(ALL_KINDS);
    const when = random.pick<When>(KINDS[kind]);
    return isFaulted ? { kind, when } : null;
  };
}
