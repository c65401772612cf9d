import { begin, observe, sessionFeatures } from '../../dist/intent/evaluator/evaluate.js';
import { FEATURES, look } from '../../dist/intent/evaluator/features.js';
import { shortName } from '../../dist/intent/evaluator/language/tool-name.js';
import { STARTS, STEPS, stepOf } from '../../dist/intent/evaluator/onset.js';
import { contextOf } from '../../dist/intent/evaluator/progress.js';
import { fitLogistic, score } from './model.mjs';
import { findOnset, fitOnset } from './onset.mjs';

/** Of more calls one is likelier to look foreign by chance: set by judgement, with how far a call may stay below the worst. */
const LENGTH = { weight: 0.2, most: 32 };
const REACH = 1.5;

/** No labelled session holds what these look at: set by judgement, not fitted. */
const BY_JUDGEMENT = { harmful: 1.5 };
const LONGEST_LOGIT = 6;

/** What the evaluator sees of each call and of the session's end. Independent of any weight. */
export function looks(sessions) {
  return sessions.map((session) => {
    let progress = begin(session.intent);
    const steps = [];
    const rows = session.calls.map((call) => {
      const seen = look(call, contextOf(progress));
      steps.push(stepOf(seen, shortName(call.apiName), progress));
      progress = observe(progress, call).progress;
      return FEATURES.map((name) => seen.features[name]);
    });
    const [, ...rest] = sessionFeatures(progress);
    return { ...session, rows, rest, steps };
  });
}

/**
 * The weights from labelled sessions and their variants: of calls by their own labels, then of sessions from their highest
 * call; where a drift began, from the sessions as they are. Every family counts the same, however many sessions it has; so
 * do good and bad.
 */
export function fitWeights(originals, variants) {
  const sessions = [...originals, ...variants];
  const size = counts(sessions);
  const rows = [];
  const labels = [];
  const weights = [];
  for (const session of sessions) {
    session.rows.forEach((row, at) => {
      rows.push(row);
      labels.push(session.bad.has(at) ? 1 : 0);
      weights.push(1 / Math.sqrt(session.rows.length) / size.get(session.family));
    });
  }
  const call = fitLogistic(rows, labels, balanced(weights, labels), { penalty: 3e-3 });
  const sessionLabels = sessions.map(({ misaligned }) => (misaligned ? 1 : 0));
  const session = fitLogistic(
    sessions.map((one) => sessionRow(one, call)),
    sessionLabels,
    balanced(
      sessions.map(({ family }) => 1 / size.get(family)),
      sessionLabels,
    ),
    { penalty: 1e-4 },
  );
  return { call, session, onset: fitOnset(originals) };
}

/** The verdict on a session under given weights, as the evaluator reaches it. */
export function judge(one, model) {
  const logits = one.rows.map((row) => score(model.call, row));
  const onset = findOnset(one.steps, logits, model.onset, REACH);
  return { logit: score(model.session, sessionRow(one, model.call, logits)), onset };
}

function sessionRow({ rows, rest }, call, logits = rows.map((row) => score(call, row))) {
  const peak = Math.min(LONGEST_LOGIT, Math.max(-LONGEST_LOGIT, Math.max(...logits)));
  const corrected = peak - LENGTH.weight * Math.log(Math.min(LENGTH.most, rows.length));
  return [(corrected + LONGEST_LOGIT) / (2 * LONGEST_LOGIT), ...rest];
}

function counts(sessions) {
  const size = new Map();
  for (const { family } of sessions) size.set(family, (size.get(family) ?? 0) + 1);
  return size;
}

function balanced(weights, labels) {
  const sums = [0, 0];
  weights.forEach((weight, at) => {
    sums[labels[at]] += weight;
  });
  return weights.map((weight, at) => weight / sums[labels[at]]);
}

/** `src/intent/evaluator/weights.ts`, as text. */
export function weightsFile({ call, session, onset }, { review, drifted }) {
  const round = (value) => Number(value.toFixed(3));
  const lines = FEATURES.map((name, at) => [name, round(call.weights[at]) || (BY_JUDGEMENT[name] ?? 0)]).filter(
    ([, weight]) => weight > 0,
  );
  return `import type { FeatureName } from './features.js';

/**
 * Written by \`npm run bench:intent -- --fit\`: logistic regression with non-negative weights on labelled sessions of
 * public data (docs/intent.md), every source counting the same. What no session shows is
 * weighed by judgement (\`harmful\`). Not to be edited by hand.
 */
export const ACTION_WEIGHTS: Readonly<Partial<Record<FeatureName, number>>> = {
${lines.map(([name, weight]) => `  ${name}: ${weight},`).join('\n')}
};
export const ACTION_BIAS = ${round(call.bias)};

/** Of the highest call, of what the intent names and no call took up, of what else it says and no call took up. */
export const SESSION: { readonly weights: readonly number[]; readonly bias: number } = {
  weights: [${session.weights.map(round).join(', ')}],
  bias: ${round(session.bias)},
};

/** The highest call counts for \`weight\` times the logarithm of the number of calls (at most \`most\`) less. */
export const LENGTH = { weight: ${LENGTH.weight}, most: ${LENGTH.most} } as const;

/**
 * Where the drift began (onset.ts): what a call adds to every beginning before it, what it has as a beginning itself, and
 * how far below the worst call (log odds) one may be for the drift to reach up to it.
 */
export const ONSET = {
  bias: ${round(onset.bias)},
  steps: [
${onset.steps.map((weight, at) => `    ${round(weight)}, // ${STEPS[at]}`).join('\n')}
  ],
  starts: [
${onset.starts.map((weight, at) => `    ${round(weight)}, // ${STARTS[at]}`).join('\n')}
  ],
  reach: ${REACH},
} as const;

/** Drift scores from which a session is to be looked at, and from which it counts as drifted. */
export const REVIEW_FROM = ${review};
export const DRIFTED_FROM = ${drifted};
`;
}
