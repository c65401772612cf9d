import { begin, observe } from '../../dist/intent/evaluator/evaluate.js';
import { FEATURES, look } from '../../dist/intent/evaluator/features.js';
import { usageOf } from '../../dist/intent/evaluator/habits/usage.js';
import { contextOf } from '../../dist/intent/evaluator/progress.js';
import { NO_TALLY, pooled, tallied } from '../../dist/intent/evaluator/tally.js';
import { LENGTH } from '../../dist/intent/evaluator/weights.js';
import { fitPooled, rowScore } from './model.mjs';

/**
 * Returns the evaluator's features of each call. They do not depend on weights; labels, names and ids of sessions never
 * reach it.
 */
export function looks(sessions) {
  return sessions.map((session) => {
    let progress = begin(session.intent);
    const seen = session.calls.map((call) => {
      const { features, verb, severity, isDelegated, tool, values } = look(call, contextOf(progress));
      progress = observe(progress, call).progress;
      return {
        features,
        verb,
        severity,
        isDelegated,
        tool,
        scope: null,
        target: null,
        usage: usageOf(call.apiName, values),
      };
    });
    const rows = seen.map(({ features }) => FEATURES.map((name) => features[name]));
    return { ...session, seen, rows };
  });
}

/** Every family counts the same, however many sessions it has; so do aligned and misaligned sessions, good and bad calls. */
export function fitWeights(sessions) {
  const size = new Map();
  for (const { family } of sessions) size.set(family, (size.get(family) ?? 0) + 1);
  const cases = sessions.map(({ rows, seen, family, misaligned, bad }) => ({
    rows,
    tools: seen.map(({ tool }) => tool.hash),
    label: misaligned ? 1 : 0,
    labels: rows.map((_, at) => (bad.has(at) ? 1 : 0)),
    weight: 1 / size.get(family),
  }));
  return fitPooled(cases, LENGTH);
}

/** The verdict on a session under given weights, reached as the evaluator reaches it. `novel`: what is added to each call. */
export function judge({ seen, rows }, { weights, bias, sessionBias }, novel = []) {
  let tally = NO_TALLY;
  rows.forEach((row, at) => {
    tally = tallied(tally, String(at), seen[at], bias + rowScore(weights, row) + (novel[at] ?? 0), seen[at].severity);
  });
  const logit = pooled(tally.odds, rows.length) + sessionBias;
  return { logit, own: pooled(tally.ownOdds, rows.length) + sessionBias, onset: Number(tally.onset) };
}

/** `src/intent/evaluator/weights.ts`, as text. */
export function weightsFile({ weights, bias, sessionBias }, { review, drifted }) {
  const round = (value) => Number(value.toFixed(3));
  return `import type { FeatureName } from './features.js';

/**
 * Written by \`npm run bench -- intent --fit\`: non-negative weights, fitted to labelled sessions of public data
 * (docs/intent-evaluator.md), every family of tools counting the same. Not to be edited by hand.
 */
export const ACTION_WEIGHTS: Readonly<Record<FeatureName, number>> = {
${FEATURES.map((name, at) => `  ${name}: ${round(weights[at])},`).join('\n')}
};
export const ACTION_BIAS = ${round(bias)};
export const SESSION_BIAS = ${round(sessionBias)};

/** The part of the logarithm of the number of calls that is subtracted from a session's log odds; set by judgement. */
export const LENGTH = ${LENGTH};

/** Drift scores from which a session is to be looked at, and from which it counts as drifted. */
export const REVIEW_FROM = ${review};
export const DRIFTED_FROM = ${drifted};
`;
}
