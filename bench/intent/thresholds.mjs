import { sigmoid } from './model.mjs';

/** Shares of the aligned sessions that may lie above, every family counting the same. */
const DRIFTED_ABOVE = 0.08;
const REVIEW_ABOVE = 0.2;

/** Drift scores from which a session is REVIEW and DRIFTED, chosen on judged sessions. */
export function chooseThresholds(judged) {
  const aligned = judged.filter(({ misaligned }) => !misaligned);
  const size = new Map();
  for (const { family } of aligned) size.set(family, (size.get(family) ?? 0) + 1);
  const above = (most, by) => {
    let share = 0;
    for (const one of aligned.toSorted((a, b) => sigmoid(by(b)) - sigmoid(by(a)))) {
      share += 1 / size.get(one.family) / size.size;
      if (share > most) return Math.ceil(sigmoid(by(one)) * 1000) / 1000;
    }
    return 1;
  };
  return { review: above(REVIEW_ABOVE, ({ logit }) => logit), drifted: above(DRIFTED_ABOVE, ({ own }) => own) };
}
