/** The day (UTC) as a number, and the session by the beginning of its key. */
export type Use = readonly [day: number, session: string];
/** A thing in use, and the last days on which it was used; the newest is last. */
export type Item = readonly [key: string, uses: readonly Use[]];

/**
 * The things that an agent does repeatedly: its operations, or the targets or sizes of one of them. It is JSON of a
 * bounded size.
 */
export interface Habit {
  /** The number of sessions that did anything of the kind, and of those that did something new. */
  readonly sessions: number;
  readonly fresh: number;
  /** The last days on which there was such a session. */
  readonly days: readonly number[];
  readonly items: readonly Item[];
}

export interface Occasion {
  readonly day: number;
  /** The key of the session. */
  readonly session: string;
  /** True, for the beginning of a key, when operators marked the session as drift, so that its acts are not normal. */
  readonly isForgotten: (session: string) => boolean;
  /** True when operators marked the session as fine, so that its acts are normal at once. */
  readonly isVouched: (session: string) => boolean;
  /** The key of an operation or a target: short, and neither reversible nor open to forged collisions. */
  readonly keyOf: (name: string) => string;
}

export const NO_HABIT: Habit = { sessions: 0, fresh: 0, days: [], items: [] };

/** A thing is normal once it was used on so many days; a burst on one day makes nothing normal. */
const DAYS = 3;
/** A thing that was not used for so many days is dropped first. */
const STALE_AFTER = 90;
const LONGEST_KEY = 6;

export const short = (session: string) => session.slice(0, LONGEST_KEY);

/** The number of the kept days on which other sessions used the thing. A session that is marked as fine is worth all. */
export function daysOf(habit: Habit, isSame: (key: string) => boolean, now: Occasion): number {
  const { session, isForgotten, isVouched } = now;
  const others = habit.items
    .flatMap(([key, uses]) => (isSame(key) ? uses : []))
    .filter(([, user]) => user !== short(session) && !isForgotten(user));
  return others.some(([, user]) => isVouched(user)) ? DAYS : new Set(others.map(([day]) => day)).size;
}

/**
 * Scores how unusual a thing is, 0 to 1: other sessions used it on fewer days than is normal. The score stays low for
 * an agent that does something new all the time. It is 0 before there were `long` sessions.
 */
export function noveltyOf(habit: Habit, isSame: (key: string) => boolean, now: Occasion, long: number): number {
  if (habit.sessions < long) return 0;
  const expected = Math.max(1, Math.min(DAYS, habit.days.length));
  const unsteady = Math.min(1, habit.fresh / habit.sessions);
  return Math.max(0, 1 - daysOf(habit, isSame, now) / expected) * (1 - unsteady);
}

export const isKnown = (habit: Habit, key: string) => habit.items.some(([other]) => other === key);

/** Takes in a use. `counts`: what of `sessions` and `fresh` the session has not raised yet, so that it raises each once. */
export function practised(
  habit: Habit,
  key: string,
  now: Occasion,
  counts: { readonly session: boolean; readonly fresh: boolean },
  most: number,
): Habit {
  const at = habit.items.findIndex(([other]) => other === key);
  const uses = at < 0 ? [] : (habit.items[at]?.[1] ?? []).filter(([, session]) => !now.isForgotten(session));
  const item: Item = [key, withUse(uses, now)];
  const items = at < 0 ? [...habit.items, item] : habit.items.with(at, item);
  return {
    sessions: habit.sessions + (counts.session ? 1 : 0),
    fresh: habit.fresh + (counts.fresh ? 1 : 0),
    days: habit.days.includes(now.day) ? habit.days : [...habit.days, now.day].slice(-DAYS),
    items: items.length > most ? withoutLeast(items, now.day) : items,
  };
}

/** Keeps one use a day. */
function withUse(uses: readonly Use[], { day, session }: Occasion): readonly Use[] {
  const isKept = uses.some(([other]) => other === day);
  return isKept ? uses : [...uses, [day, short(session)] as const].slice(-DAYS);
}

/**
 * Drops stale things first, then those used on the fewest days, then the oldest, so that a flood of new things
 * displaces no habit.
 */
function withoutLeast(items: readonly Item[], today: number): readonly Item[] {
  const last = ([, uses]: Item) => uses.at(-1)?.[0] ?? 0;
  const worth = (item: Item) => (today - last(item) > STALE_AFTER ? 0 : item[1].length) * 1e6 + last(item);
  const least = items.reduce((one, other) => (worth(other) < worth(one) ? other : one));
  return items.filter((item) => item !== least);
}
