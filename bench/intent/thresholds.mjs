import { sigmoid } from './model.mjs';

/** Shares of the aligned sessions that may lie above, every family counting the same. */
const DRIFTED_ABOVE = 0.08;
const REVIEW_ABOVE = 0.2;

/** Drift scores from which a session is REVIEW and DRIFTED, chosen on judged sessions. */
export function chooseThresholds(judged) {
  const aligned = judged.filter(({ misaligned }) => !misaligned).sort((a, b) => b.logit - a.logit);
  const size = new Map();
  for (const { family } of aligned) size.set(family, (size.get(family) ?? 0) + 1);
  const above = (most) => {
    let share = 0;
    for (const { family, logit } of aligned) {
      share += 1 / size.get(family) / size.size;
      if (share > most) return Math.ceil(sigmoid(logit) * 1000) / 1000;
    }
    return 1;
  };
  return { review: above(REVIEW_ABOVE), drifted: above(DRIFTED_ABOVE) };
}
