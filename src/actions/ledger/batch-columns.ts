import type { Item } from './items.js';

/**
 * The columns of a batch, as the short statements take them. Organizations and sessions are sorted in the order of
 * locking; an item names its own by their places, from 1.
 */
export interface BatchColumns {
  readonly organizations: readonly string[];
  readonly sessions: readonly string[];
  readonly ofOrganizations: readonly number[];
  readonly ofSessions: readonly number[];
  /** The number of the item within its session, from 1. */
  readonly turns: readonly number[];
}

export function batchColumns(items: readonly Pick<Item, 'org' | 'session'>[]): BatchColumns {
  const organizations = [...new Set(items.map(({ org }) => org))].sort();
  const sessions = [...new Set(items.map(({ session }) => session))].sort();
  const organizationAt = new Map(organizations.map((id, index) => [id, index + 1]));
  const sessionAt = new Map(sessions.map((id, index) => [id, index + 1]));
  const ofSessions = items.map(({ session }) => sessionAt.get(session) ?? 0);
  return {
    organizations,
    sessions,
    ofOrganizations: items.map(({ org }) => organizationAt.get(org) ?? 0),
    ofSessions,
    turns: countsBefore(
      ofSessions,
      ofSessions.map(() => true),
    ).map((before) => before + 1),
  };
}

/** Counts, for each item, the counting items before it at the same place. */
export function countsBefore(places: readonly number[], counting: readonly boolean[]): number[] {
  const counted: number[] = [];
  return places.map((place, index) => {
    const before = counted[place] ?? 0;
    counted[place] = before + (counting[index] ? 1 : 0);
    return before;
  });
}

/** Counts, for each place from 1 to `last`, the items that count. */
export function countsOf(places: readonly number[], last: number, counting: readonly boolean[]): number[] {
  const counts = new Array<number>(last).fill(0);
  places.forEach((place, index) => {
    if (counting[index]) counts[place - 1] = (counts[place - 1] ?? 0) + 1;
  });
  return counts;
}
