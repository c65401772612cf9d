import { begin, observe, sessionFeatures } from '../../dist/intent/evaluate.js';
import { FEATURES, look } from '../../dist/intent/features.js';
import { contextOf } from '../../dist/intent/progress.js';
import { fitLogistic, score, sigmoid } from './model.mjs';

const RUN_OFFSET = 0.5;

/** No labelled session holds what these look at: set by judgement, not fitted. */
const BY_JUDGEMENT = { harmful: 1.5 };
const LONGEST_LOGIT = 6;

/** What the evaluator sees of each call and of the session's end. Independent of any weight. */
export function looks(sessions) {
  return sessions.map((session) => {
    let progress = begin(session.intent);
    const rows = session.calls.map((call) => {
      const { features } = look(call, contextOf(progress));
      progress = observe(progress, call).progress;
      return FEATURES.map((name) => features[name]);
    });
    const [, ...rest] = sessionFeatures(progress);
    return { ...session, rows, rest };
  });
}

/**
 * The weights from labelled sessions: of calls by their own labels, then of sessions from their highest call. Every
 * source counts the same, however many sessions it has; so do good and bad.
 */
export function fitWeights(sessions) {
  const size = counts(sessions);
  const rows = [];
  const labels = [];
  const weights = [];
  for (const session of sessions) {
    session.rows.forEach((row, at) => {
      rows.push(row);
      labels.push(session.bad.has(at) ? 1 : 0);
      weights.push(1 / Math.sqrt(session.rows.length) / size.get(session.source));
    });
  }
  const call = fitLogistic(rows, labels, balanced(weights, labels), { penalty: 3e-3 });
  const sessionLabels = sessions.map(({ misaligned }) => (misaligned ? 1 : 0));
  const session = fitLogistic(
    sessions.map((one) => sessionRow(one, call)),
    sessionLabels,
    balanced(
      sessions.map(({ source }) => 1 / size.get(source)),
      sessionLabels,
    ),
    { penalty: 1e-4 },
  );
  return { call, session };
}

/** The verdict on a session under given weights, as the evaluator reaches it. */
export function judge(one, model) {
  const logits = one.rows.map((row) => score(model.call, row));
  let open = 0;
  let openFirst = 0;
  let best = Number.NEGATIVE_INFINITY;
  let onset = 0;
  logits.forEach((logit, at) => {
    const surplus = logit - RUN_OFFSET;
    if (at === 0 || open <= 0) [open, openFirst] = [surplus, at];
    else open += surplus;
    if (open > best) [best, onset] = [open, openFirst];
  });
  return { drift: sigmoid(score(model.session, sessionRow(one, model.call, logits))), onset };
}

function sessionRow({ rows, rest }, call, logits = rows.map((row) => score(call, row))) {
  const peak = Math.min(LONGEST_LOGIT, Math.max(-LONGEST_LOGIT, Math.max(...logits)));
  return [(peak + LONGEST_LOGIT) / (2 * LONGEST_LOGIT), ...rest];
}

function counts(sessions) {
  const size = new Map();
  for (const { source } of sessions) size.set(source, (size.get(source) ?? 0) + 1);
  return size;
}

function balanced(weights, labels) {
  const sums = [0, 0];
  weights.forEach((weight, at) => {
    sums[labels[at]] += weight;
  });
  return weights.map((weight, at) => weight / sums[labels[at]]);
}

/** `src/intent/weights.ts`, as text. */
export function weightsFile({ call, session }, { review, drifted }) {
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

/** A run of calls is suspect as far as their scores (log odds) exceed this. */
export const RUN_OFFSET = ${RUN_OFFSET};

/** Drift scores from which a session is to be looked at, and from which it counts as drifted. */
export const REVIEW_FROM = ${review};
export const DRIFTED_FROM = ${drifted};
`;
}
