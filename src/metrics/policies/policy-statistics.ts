import type { ApprovalEnd, PolicyEvent } from '../../policies/history/policy-events.js';

/**
 * The count of an event of a policy: on a day, or, without a day, the number of decisions of operators that took so many
 * seconds.
 */
export interface Counted {
  readonly day: string | null;
  readonly event: PolicyEvent;
  readonly seconds: number | null;
  readonly times: number;
}

/**
 * The answer of `GET /policies/:id/statistics` about the calls that the policy matched; docs/metrics.md defines each
 * figure.
 */
export function statisticsOf(counted: readonly Counted[], days: readonly string[]) {
  const ofDays = counted.filter(({ day }) => day !== null);
  const { matches, approvals, laterUndone, ...decisions } = figuresOf(ofDays);
  const person = decisions.approved + decisions.rejected;
  return {
    matches,
    approvals,
    decisions: { ...decisions, expired: count(ofDays, 'expired'), withdrawn: count(ofDays, 'withdrawn') },
    shareApproved: person > 0 ? decisions.approved / person : null,
    medianSecondsToDecide: medianSeconds(counted),
    laterUndone,
    shadow: shadowOf(ofDays),
    days: days.map((day) => {
      const own = ofDays.filter((one) => one.day === day);
      return { day, ...figuresOf(own), shadowMatches: shadowOf(own).matches };
    }),
  };
}

/** The approvals that operators gave: the end of a hold window approves without one. */
export const approvedByOperators = (counted: readonly Counted[]): number =>
  count(
    counted.filter(({ day }) => day === null),
    'approved',
  );

function figuresOf(own: readonly Counted[]) {
  const ended = (end: ApprovalEnd) => count(own, end);
  return {
    matches: count(own, 'matched'),
    approvals: count(own, 'requested'),
    approved: ended('approved'),
    rejected: ended('rejected'),
    laterUndone: count(own, 'undone'),
  };
}

function shadowOf(own: readonly Counted[]) {
  const wouldHave = {
    allowed: count(own, 'would-allow'),
    gated: count(own, 'would-gate'),
    blocked: count(own, 'would-block'),
  };
  return {
    matches: wouldHave.allowed + wouldHave.gated + wouldHave.blocked,
    wouldHave,
    newlyHeldUp: count(own, 'would-hold-up'),
    laterUndone: count(own, 'shadow-undone'),
  };
}

/**
 * The exact median: for an even number, the mean of the two in the middle. Null when an operator has decided on none.
 */
function medianSeconds(counted: readonly Counted[]): number | null {
  const decided = counted.filter(
    (one): one is Counted & { seconds: number } => one.day === null && one.seconds !== null,
  );
  decided.sort((a, b) => a.seconds - b.seconds);
  const all = decided.reduce((sum, { times }) => sum + times, 0);
  let [seen, lower]: [number, number | null] = [0, null];
  for (const { seconds, times } of decided) {
    seen += times;
    if (lower === null && seen * 2 >= all) lower = seconds;
    if (lower !== null && seen * 2 > all) return (lower + seconds) / 2;
  }
  return null;
}

function count(own: readonly Counted[], event: PolicyEvent): number {
  return own.reduce((sum, one) => (one.event === event ? sum + one.times : sum), 0);
}
