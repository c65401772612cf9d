const ROUNDS = 150;
const RATE = 0.15;
const PENALTY = 3e-3;
const CALLS_COUNT = 0.5;

/**
 * Weights of calls such that the odds of a session's calls together tell misaligned sessions from aligned ones (logistic
 * loss), and those of a call alone bad calls from good ones (half as much). Not negative, with an L2 penalty; by Adam, no
 * randomness. `cases`: rows of features, tools, labels of the session and of its calls, and how much the session counts.
 */
export function fitPooled(cases, length) {
  const width = cases[0].rows[0].length;
  const rows = Float64Array.from(cases.flatMap((one) => one.rows).flat());
  const labels = Float64Array.from(cases.flatMap((one) => one.labels));
  const counts = balanced(
    cases.flatMap(({ rows, weight }) => rows.map(() => weight / Math.sqrt(rows.length))),
    labels,
  );
  const sessionLabels = cases.map(({ label }) => label);
  const sessionCounts = balanced(
    cases.map(({ weight }) => weight),
    sessionLabels,
  );
  const parameters = new Float64Array(width + 2);
  const scores = new Float64Array(labels.length);
  const gradient = new Float64Array(width + 2);
  const step = adam(parameters, gradient);
  for (let round = 1; round <= ROUNDS; round++) {
    gradient.fill(0);
    for (let at = 0; at < scores.length; at++) {
      let score = 0;
      for (let column = 0; column < width; column++) score += parameters[column] * rows[at * width + column];
      scores[at] = score;
    }
    let from = 0;
    cases.forEach(({ rows: { length: calls }, tools }, session) => {
      const highest = highestOfRuns(scores, from, tools);
      const odds = highest.reduce((sum, at) => sum + Math.exp(scores[at]), 0);
      const logit = Math.log(odds) - length * Math.log(calls) + parameters[width + 1];
      const sessionError = (sigmoid(logit) - sessionLabels[session]) * sessionCounts[session];
      gradient[width + 1] += sessionError;
      for (let at = from; at < from + calls; at++) {
        const callError = CALLS_COUNT * (sigmoid(scores[at] + parameters[width]) - labels[at]) * counts[at];
        const share = highest.includes(at) ? Math.exp(scores[at]) / odds : 0;
        const error = sessionError * share + callError;
        gradient[width] += callError;
        for (let column = 0; column < width; column++) gradient[column] += error * rows[at * width + column];
      }
      from += calls;
    });
    for (let column = 0; column < width; column++) gradient[column] += PENALTY * parameters[column];
    step(round);
    for (let column = 0; column < width; column++) parameters[column] = Math.max(0, parameters[column]);
  }
  const bias = parameters[width];
  return { weights: [...parameters.slice(0, width)], bias, sessionBias: parameters[width + 1] - bias };
}

/** Returns, for calls of one tool in a row, the one that scores highest. */
function highestOfRuns(scores, from, tools) {
  const highest = [];
  tools.forEach((tool, at) => {
    if (at === 0 || tool !== tools[at - 1]) highest.push(from + at);
    else if (scores[from + at] > scores[highest.at(-1)]) highest[highest.length - 1] = from + at;
  });
  return highest;
}

function adam(parameters, gradient) {
  const mean = new Float64Array(parameters.length);
  const square = new Float64Array(parameters.length);
  return (round) => {
    const rate = RATE * (1 - (0.95 * round) / ROUNDS);
    for (let at = 0; at < parameters.length; at++) {
      mean[at] = 0.9 * mean[at] + 0.1 * gradient[at];
      square[at] = 0.99 * square[at] + 0.01 * gradient[at] ** 2;
      parameters[at] -= (rate * (mean[at] / (1 - 0.9 ** round))) / (Math.sqrt(square[at] / (1 - 0.99 ** round)) + 1e-9);
    }
  };
}

/** Both labels weigh one half together. */
function balanced(weights, labels) {
  const sums = [0, 0];
  weights.forEach((weight, at) => {
    sums[labels[at]] += weight;
  });
  return weights.map((weight, at) => weight / sums[labels[at]] / 2);
}

export const sigmoid = (value) => 1 / (1 + Math.exp(-value));

export const rowScore = (weights, row) => row.reduce((sum, value, column) => sum + value * weights[column], 0);

/** The chance that a misaligned session scores above an aligned one; ties count half. */
export function auc(scores, labels) {
  const order = scores.map((value, at) => [value, labels[at]]).sort((a, b) => a[0] - b[0]);
  let rankSum = 0;
  let positives = 0;
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && order[to][0] === order[from][0]) to++;
    const rank = (from + to + 1) / 2;
    for (let at = from; at < to; at++) {
      if (order[at][1]) {
        rankSum += rank;
        positives++;
      }
    }
    from = to;
  }
  const negatives = order.length - positives;
  return positives === 0 || negatives === 0
    ? null
    : (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
