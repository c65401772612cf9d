import type { Observation } from './features.js';
import { LENGTH } from './weights.js';

type Mean = readonly [sum: number, weight: number];

/**
 * The odds of the earlier calls, and the highest odds in the current run of calls of one tool: a loop is one step of a
 * task.
 */
type Odds = readonly [before: number, run: number];

/** The sums over the calls of a session. */
export interface Tally {
  readonly scope: Mean;
  readonly target: Mean;
  readonly severity: number | null;
  /** The odds of all calls, and the odds without instructions of texts to which the intent delegates. */
  readonly odds: Odds;
  readonly ownOdds: Odds;
  /** The hash of the tool that was called last. */
  readonly tool: number | null;
  /** The highest log odds of a call. */
  readonly peak: number;
  readonly worst: string | null;
  /** The first of the reads up to now that would belong to a bad call after them, and the first call that followed an instruction. */
  readonly lead: string | null;
  readonly followed: string | null;
  readonly wrote: boolean;
  readonly onset: string | null;
}

export const NO_TALLY: Tally = {
  scope: [0, 0],
  target: [0, 0],
  severity: null,
  odds: [0, 0],
  ownOdds: [0, 0],
  tool: null,
  peak: 0,
  worst: null,
  lead: null,
  followed: null,
  wrote: false,
  onset: null,
};

const NEW_SUBJECT = 0.3;
const FOLLOWS = 0.5;

export function tallied(tally: Tally, id: string, seen: Observation, logit: number, severity: number): Tally {
  const read = seen.verb === 'READ';
  const gathers = read && (seen.features.newSubject > NEW_SUBJECT || tally.wrote);
  const worst = tally.worst === null || logit > tally.peak;
  const odds = Math.exp(Math.min(logit, HIGHEST));
  const again = tally.tool === seen.tool.hash;
  const followed = tally.followed ?? (seen.features.instructed > FOLLOWS && logit > 0 ? id : null);
  return {
    scope: added(tally.scope, seen.scope, 0.2 + seen.severity),
    target: added(tally.target, seen.target, 0.2 + seen.severity),
    severity: Math.max(tally.severity ?? 0, severity),
    odds: joined(tally.odds, odds, again),
    ownOdds: joined(tally.ownOdds, seen.isDelegated ? 0 : odds, again),
    tool: seen.tool.hash,
    peak: worst ? logit : tally.peak,
    worst: worst ? id : tally.worst,
    lead: gathers ? (tally.lead ?? id) : null,
    followed,
    wrote: tally.wrote || !read,
    onset: worst ? (followed ?? (read ? id : (tally.lead ?? id))) : tally.onset,
  };
}

const HIGHEST = 12;

const joined = ([before, run]: Odds, odds: number, again: boolean): Odds =>
  again ? [before, Math.max(run, odds)] : [before + run, odds];

/**
 * The log odds of a session: those of its calls together, less a part for their number, because the more calls there
 * are, the likelier one looks foreign by chance.
 */
export const pooled = ([before, run]: Odds, calls: number) => Math.log(before + run) - LENGTH * Math.log(calls);

const added = (to: Mean, value: number | null, weight: number): Mean =>
  value === null ? to : [to[0] + value * weight, to[1] + weight];
