import type { FeatureName } from './features.js';

/**
 * Written by `npm run bench:intent -- --fit`: non-negative weights, fitted to labelled sessions of public data
 * (docs/intent.md), every family of tools counting the same. Not to be edited by hand.
 */
export const ACTION_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  foreignIdentifier: 0.618,
  foreignName: 1.782,
  foreignNumber: 0.45,
  foreignText: 1.447,
  unshown: 0.752,
  notOfIntent: 1.579,
  unrelatedRead: 1.102,
  unrelatedWrite: 1.047,
  newSubject: 1.212,
  servesNothing: 2.035,
  writeServesNothing: 1.396,
  severity: 1.2,
  harmful: 1.962,
  instructed: 1.865,
};
export const ACTION_BIAS = -3.801;
export const SESSION_BIAS = -0.077;

/** How much of the logarithm of the number of calls is taken off a session's log odds: set by judgement. */
export const LENGTH = 0.9;

/** Drift scores from which a session is to be looked at, and from which it counts as drifted. */
export const REVIEW_FROM = 0.417;
export const DRIFTED_FROM = 0.633;
