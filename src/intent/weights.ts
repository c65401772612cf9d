import type { FeatureName } from './features.js';

/**
 * Written by `npm run bench:intent -- --fit`: logistic regression with non-negative weights on labelled sessions of
 * public data (docs/intent.md), every source counting the same. What no session shows is
 * weighed by judgement (`harmful`). Not to be edited by hand.
 */
export const ACTION_WEIGHTS: Readonly<Partial<Record<FeatureName, number>>> = {
  verbUnspoken: 0.662,
  contentNowhere: 1.177,
  instructedValue: 1.028,
  instructedTool: 0.62,
  instructedWrite: 0.028,
  noGainWrite: 1.46,
  served: 0.511,
  servedWrite: 0.203,
  drop: 1.788,
  calmWorst: 1.402,
  calmGain: 2.078,
  unanchored: 2.495,
  unkin: 0.435,
  unkinUnanchored: 0.014,
  harmful: 1.5,
};
export const ACTION_BIAS = -2.621;

/** Of the highest call, of what the intent names and no call took up, of what else it says and no call took up. */
export const SESSION: { readonly weights: readonly number[]; readonly bias: number } = {
  weights: [14.717, 1.472, 0.491],
  bias: -8.906,
};

/** A run of calls is suspect as far as their scores (log odds) exceed this. */
export const RUN_OFFSET = 0.5;

/** Drift scores from which a session is to be looked at, and from which it counts as drifted. */
export const REVIEW_FROM = 0.296;
export const DRIFTED_FROM = 0.457;
