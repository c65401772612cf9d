import type { FeatureName } from './features.js';

/**
 * Written by `npm run bench:intent -- --fit`: non-negative weights, fitted to labelled sessions of public data
 * (docs/intent.md), every family of tools counting the same. Not to be edited by hand.
 */
export const ACTION_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  foreignIdentifier: 0.308,
  foreignName: 1.819,
  foreignNumber: 0.507,
  foreignText: 1.432,
  unshown: 0.56,
  notOfIntent: 1.462,
  unrelatedRead: 1.135,
  unrelatedWrite: 0.886,
  newSubject: 1.28,
  servesNothing: 2.028,
  writeServesNothing: 1.455,
  severity: 1.155,
  harmful: 1.926,
  instructed: 1.704,
  exchanged: 1.791,
};
export const ACTION_BIAS = -3.783;
export const SESSION_BIAS = -0.082;

/** How much of the logarithm of the number of calls is taken off a session's log odds: set by judgement. */
export const LENGTH = 0.9;

/** Drift scores from which a session is to be looked at, and from which it counts as drifted. */
export const REVIEW_FROM = 0.406;
export const DRIFTED_FROM = 0.609;
