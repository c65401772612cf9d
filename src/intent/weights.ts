import type { FeatureName } from './features.js';

/**
 * Written by `npm run bench:intent -- --fit`: logistic regression with non-negative weights on labelled sessions of
 * public data (docs/intent.md), every source counting the same. Not to be edited by hand.
 */
export const ACTION_WEIGHTS: Readonly<Partial<Record<FeatureName, number>>> = {
  verbUnspoken: 0.758,
  wordsUnspoken: 0.216,
  valuesNowhere: 1.806,
  nameNowhere: 0.499,
  numberNowhere: 0.101,
  contentNowhere: 1.388,
  valuesUnspoken: 2.101,
  conflict: 0.487,
  instructedValue: 1.812,
  instructedTool: 1.378,
  noGain: 2.068,
  served: 0.88,
  drop: 1.186,
  newFamily: 1.411,
  unlinked: 0.722,
  foreignToolAndValues: 0.988,
  calmTool: 0.154,
  calmValues: 2.128,
  calmGain: 3.513,
};
export const ACTION_BIAS = -3.986;

/** Of the highest call, of what the intent names and no call took up, of what else it says and no call took up. */
export const SESSION: { readonly weights: readonly number[]; readonly bias: number } = {
  weights: [12.561, 0.939, 0],
  bias: -7.406,
};

/** A run of calls is suspect as far as their scores (log odds) exceed this. */
export const RUN_OFFSET = 0;

/** Drift scores from which a session is to be looked at, and from which it counts as drifted. */
export const REVIEW_FROM = 0.458;
export const DRIFTED_FROM = 0.595;
