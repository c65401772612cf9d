/** Logistic regression with non-negative weights and an L2 penalty, by accelerated projected gradient: no randomness. */
export function fitLogistic(rows, labels, weights, { penalty = 1e-3, steps = 600 } = {}) {
  const width = rows[0].length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const rate = 4 / Math.max(...rows.map((row) => row.reduce((sum, value) => sum + value * value, 1)));
  let coefficients = new Float64Array(width + 1);
  let ahead = coefficients.slice();
  let momentum = 1;
  for (let step = 0; step < steps; step++) {
    const gradient = new Float64Array(width + 1);
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at];
      const error = ((sigmoid(linear(ahead, row)) - labels[at]) * weights[at]) / total;
      for (let column = 0; column < width; column++) gradient[column] += error * row[column];
      gradient[width] += error;
    }
    const next = new Float64Array(width + 1);
    for (let column = 0; column <= width; column++) {
      const shrink = column < width ? penalty * ahead[column] : 0;
      const moved = ahead[column] - rate * (gradient[column] + shrink);
      next[column] = column < width ? Math.max(0, moved) : moved;
    }
    const nextMomentum = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    ahead = next.map((value, column) => value + ((momentum - 1) / nextMomentum) * (value - coefficients[column]));
    coefficients = next;
    momentum = nextMomentum;
  }
  return { weights: [...coefficients.slice(0, width)], bias: coefficients[width] };
}

export const sigmoid = (value) => 1 / (1 + Math.exp(-value));

function linear(coefficients, row) {
  let sum = coefficients[row.length];
  for (let column = 0; column < row.length; column++) sum += coefficients[column] * row[column];
  return sum;
}

export const score = ({ weights, bias }, row) =>
  row.reduce((sum, value, column) => sum + value * weights[column], bias);

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
