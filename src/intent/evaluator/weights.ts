import type { FeatureName } from './features.js';

/**
 * Written by `npm run bench:intent -- --fit`: logistic regression with non-negative weights on labelled sessions of
 * public data (docs/intent.md), every source counting the same. What no session shows is
 * weighed by judgement (`harmful`). Not to be edited by hand.
 */
export const ACTION_WEIGHTS: Readonly<Partial<Record<FeatureName, number>>> = {
  verbUnspoken: 0.695,
  contentNowhere: 1.221,
  instructedValue: 0.87,
  instructedTool: 0.473,
  instructedWrite: 0.037,
  noGainWrite: 1.54,
  served: 0.705,
  servedWrite: 0.282,
  drop: 1.766,
  calmWorst: 1.431,
  calmGain: 2.055,
  unanchored: 2.305,
  unkin: 0.304,
  harmful: 1.5,
};
export const ACTION_BIAS = -2.571;

/** Of the highest call, of what the intent names and no call took up, of what else it says and no call took up. */
export const SESSION: { readonly weights: readonly number[]; readonly bias: number } = {
  weights: [14.531, 1.127, 0.406],
  bias: -8.498,
};

/** The highest call counts for `weight` times the logarithm of the number of calls (at most `most`) less. */
export const LENGTH = { weight: 0.2, most: 32 } as const;

/**
 * Where the drift began (onset.ts): what a call adds to every beginning before it, what it has as a beginning itself, and
 * how far below the worst call (log odds) one may be for the drift to reach up to it.
 */
export const ONSET = {
  bias: -1.42,
  steps: [
    0.163, // served
    0.286, // servedWrite
    0.149, // drop
    0.3, // unkinUnanchored
    1.249, // idle
    0.136, // read
  ],
  starts: [
    -1.276, // first
    -0.393, // readThenWrite
    0.294, // readThenRead
    0.822, // writeThenRead
    -0.79, // alike
    -0.436, // alikeReadThenWrite
    -0.319, // alikeReadThenRead
    0.113, // warned
    0.965, // followsFirst
    -0.654, // writeAfterUsualRead
    -0.357, // readThenWriteLater
    -0.27, // readThenReadLater
    -0.533, // sameToolAgain
    -0.245, // usedTool
  ],
  reach: 1.5,
} as const;

/** Drift scores from which a session is to be looked at, and from which it counts as drifted. */
export const REVIEW_FROM = 0.182;
export const DRIFTED_FROM = 0.57;
