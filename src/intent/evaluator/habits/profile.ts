import { daysOf, type Habit, isKnown, NO_HABIT, noveltyOf, type Occasion, practised } from './habit.js';
import type { Usage } from './usage.js';

/** The habits of an agent, learned from its own sessions. It stores names as hashes and has a bounded size. */
export interface AgentProfile {
  readonly operations: Habit;
  /** The habits of targets, by the key of an operation. */
  readonly targets: Readonly<Record<string, Habit>>;
  readonly sizes: Readonly<Record<string, Habit>>;
}

/**
 * The novelty of a call for its agent: of its operation, target and size, each 0 to 1, after so many sessions of the
 * agent.
 */
export interface Novelty {
  readonly operation: number;
  readonly target: number;
  readonly size: number;
  readonly isFirstUse: boolean;
  readonly sessions: number;
}

export const NO_PROFILE: AgentProfile = { operations: NO_HABIT, targets: {}, sizes: {} };
export const NO_NOVELTY: Novelty = { operation: 0, target: 0, size: 0, isFirstUse: false, sessions: 0 };

/** Sessions before which the agent, or an operation of it, is too young to have habits. */
const LONG_HISTORY = 50;
const LONG_USE = 20;
const MOST_OPERATIONS = 48;
const MOST_TARGETS = 6;
const MOST_SIZES = 4;
/** A session teaches no more: it cannot fill the profile alone. */
const MOST_TAUGHT = 64;

export function noveltyIn(profile: AgentProfile, { operation, target, size }: Usage, now: Occasion): Novelty {
  const key = now.keyOf(operation);
  const { operations, targets, sizes } = profile;
  const isSame = (other: string) => other === key;
  const unusual = (habit: Habit | undefined, isAlike: (key: string) => boolean) =>
    noveltyOf(habit ?? NO_HABIT, isAlike, now, LONG_USE);
  return {
    operation: noveltyOf(operations, isSame, now, LONG_HISTORY),
    target: target === null ? 0 : unusual(targets[key], (other) => other === now.keyOf(target.name)),
    // A larger one was used before.
    size: size === null ? 0 : unusual(sizes[key], (other) => Number(other) >= size.magnitude),
    isFirstUse: daysOf(operations, isSame, now) === 0,
    sessions: operations.sessions,
  };
}

/** The keys that a session has taught the profile, so that it teaches each thing once. */
export type Taught = readonly string[];

/** Takes in calls of a session, each thing once. */
export function taughtBy(
  profile: AgentProfile,
  taught: Taught,
  usages: readonly Usage[],
  now: Occasion,
): { profile: AgentProfile; taught: Taught } {
  const done = new Set(taught);
  const isNew = (mark: string) => {
    if (done.has(mark) || done.size >= MOST_TAUGHT) return false;
    done.add(mark);
    return true;
  };
  const learn = (habit: Habit, of: string, key: string, most: number) => {
    if (!isNew(`${of} ${key}`)) return habit;
    const counts = { session: isNew(of), fresh: !isKnown(habit, key) && isNew(`${of} new`) };
    return practised(habit, key, now, counts, most);
  };
  let { operations, targets, sizes } = profile;
  for (const { operation, target, size } of usages) {
    const key = now.keyOf(operation);
    operations = learn(operations, 'o', key, MOST_OPERATIONS);
    if (target !== null) {
      targets = { ...targets, [key]: learn(targets[key] ?? NO_HABIT, `t${key}`, now.keyOf(target.name), MOST_TARGETS) };
    }
    if (size !== null) {
      sizes = { ...sizes, [key]: learn(sizes[key] ?? NO_HABIT, `s${key}`, String(size.magnitude), MOST_SIZES) };
    }
  }
  const held = new Set(operations.items.map(([key]) => key));
  return { profile: { operations, targets: only(targets, held), sizes: only(sizes, held) }, taught: [...done] };
}

const only = (habits: Readonly<Record<string, Habit>>, held: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(habits).filter(([key]) => held.has(key)));
