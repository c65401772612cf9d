import { STARTS, STEPS } from '../../dist/intent/evaluator/onset.js';

const ROUNDS = 800;
const RATE = 0.05;
const PENALTY = 0.03;
/** The first steps' weights are features that look more foreign when higher: they cannot speak for a call. */
const NOT_NEGATIVE = ['served', 'servedWrite', 'drop', 'unkinUnanchored'].map((name) => STEPS.indexOf(name));

/**
 * Which call of a hijacked session is the first bad one: the chance of each is the softmax of what the calls since then
 * add up to and of what it has as a beginning. Every family counts the same. By Adam; no randomness.
 */
export function fitOnset(sessions) {
  const hijacked = sessions.filter(({ kind }) => kind.includes('hijack'));
  const size = new Map();
  for (const { family } of hijacked) size.set(family, (size.get(family) ?? 0) + 1);
  const cases = hijacked.map(({ family, bad, steps }) => ({
    candidates: candidatesOf(steps),
    first: Math.min(...bad),
    weight: 1 / size.get(family) / size.size,
  }));
  const width = 1 + STEPS.length + STARTS.length;
  const weights = new Float64Array(width);
  const mean = new Float64Array(width);
  const square = new Float64Array(width);
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = gradientOf(cases, weights);
    const rate = RATE * (1 - (0.9 * round) / ROUNDS);
    for (let at = 0; at < width; at++) {
      const slope = gradient[at] + PENALTY * weights[at];
      mean[at] = 0.9 * mean[at] + 0.1 * slope;
      square[at] = 0.999 * square[at] + 0.001 * slope * slope;
      const step = mean[at] / (1 - 0.9 ** round) / (Math.sqrt(square[at] / (1 - 0.999 ** round)) + 1e-9);
      weights[at] -= rate * step;
    }
    for (const at of NOT_NEGATIVE) weights[1 + at] = Math.max(0, weights[1 + at]);
  }
  return {
    bias: weights[0],
    steps: [...weights.slice(1, 1 + STEPS.length)],
    starts: [...weights.slice(1 + STEPS.length)],
  };
}

function candidatesOf(steps) {
  const sums = new Float64Array(1 + STEPS.length);
  const rows = [];
  for (let at = steps.length - 1; at >= 0; at--) {
    sums[0]++;
    steps[at].steps.forEach((value, column) => {
      sums[1 + column] += value;
    });
    rows[at] = [...sums, ...steps[at].starts];
  }
  return rows;
}

function gradientOf(cases, weights) {
  const gradient = new Float64Array(weights.length);
  for (const { candidates, first, weight } of cases) {
    const scores = candidates.map((row) => row.reduce((sum, value, at) => sum + value * weights[at], 0));
    const highest = Math.max(...scores);
    const chances = scores.map((score) => Math.exp(score - highest));
    const total = chances.reduce((sum, chance) => sum + chance, 0);
    candidates.forEach((row, candidate) => {
      const error = weight * (chances[candidate] / total - (candidate === first ? 1 : 0));
      for (let at = 0; at < row.length; at++) gradient[at] += error * row[at];
    });
  }
  return gradient;
}

/** As the evaluator finds it (evaluate.ts), under given weights. */
export function findOnset(steps, logits, { bias, steps: stepWeights, starts: startWeights }, reach) {
  let sum = 0;
  let best = Number.NEGATIVE_INFINITY;
  let start = 0;
  let peak = Number.NEGATIVE_INFINITY;
  let onset = 0;
  steps.forEach((step, at) => {
    const surplus = dot(step.starts, startWeights) - sum;
    if (surplus > best) [best, start] = [surplus, at];
    if (logits[at] >= peak - reach) onset = start;
    peak = Math.max(peak, logits[at]);
    sum += bias + dot(step.steps, stepWeights);
  });
  return onset;
}

const dot = (values, weights) => values.reduce((sum, value, at) => sum + value * weights[at], 0);
