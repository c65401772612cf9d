import type { Approval } from '../approval';

/** A row of the list on the screen. */
export interface Row {
  readonly approval: Approval;
  /** The list does not hold it any more: it was decided, or it expired. */
  readonly isGone: boolean;
}

/** What is on the screen, and what waits to be shown. */
export interface Steady {
  readonly rows: readonly Row[];
  readonly unseen: readonly Approval[];
}

/**
 * A list that does not move under the cursor: what is shown keeps its place, also once the service has taken it off the
 * list, and what is new waits until the operator asks for it. Without a row to be moved, everything is shown at once.
 */
export function steady(shown: readonly Approval[], latest: readonly Approval[]): Steady {
  const now = new Map(latest.map((approval) => [approval.id, approval]));
  const rows = shown.map((before) => ({ approval: now.get(before.id) ?? before, isGone: !now.has(before.id) }));
  if (rows.every(({ isGone }) => isGone))
    return { rows: latest.map((approval) => ({ approval, isGone: false })), unseen: [] };
  const known = new Set(shown.map(({ id }) => id));
  return { rows, unseen: latest.filter(({ id }) => !known.has(id)) };
}
