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
  weights: [15.226, 1.377, 0.176],
  bias: -8.681,
};

/** The highest call counts for `weight` times the logarithm of the number of calls (at most `most`) less. */
export const LENGTH = { weight: 0.2, most: 32 } as const;

/**
 * Where the drift began (onset.ts): what a call adds to every beginning before it, what it has as a beginning itself, and
 * how far below the worst call (log odds) one may be for the drift to reach up to it.
 */
export const ONSET = {
  bias: -1.423,
  steps: [
    0.137, // served
    0.251, // servedWrite
    0.163, // drop
    0.3, // unkinUnanchored
    1.252, // idle
    0.135, // read
  ],
  starts: [
    -1.282, // first
    -0.398, // readThenWrite
    0.307, // readThenRead
    0.827, // writeThenRead
    -0.803, // alike
    -0.444, // alikeReadThenWrite
    -0.319, // alikeReadThenRead
    0.107, // warned
    0.953, // followsFirst
    -0.651, // writeAfterUsualRead
    -0.358, // readThenWriteLater
    -0.27, // readThenReadLater
    -0.534, // sameToolAgain
    -0.247, // usedTool
  ],
  reach: 1.5,
} as const;

/** Drift scores from which a session is to be looked at, and from which it counts as drifted. */
export const REVIEW_FROM = 0.301;
export const DRIFTED_FROM = 0.539;
