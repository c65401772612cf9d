/** The number of an agent's sessions whose scores are stored. */
export const MOST_SESSIONS = 500;
/** Until so many other sessions of the agent are scored, a session is REVIEW at most and has no percentile. */
export const FEWEST_SESSIONS = 20;
/** The prior counts as well until the agent has so many sessions. */
const PRIOR_SESSIONS = 50;
/**
 * The level of an agent about which nothing is known, in log odds: at a budget of 1 %, and by how much it is lower when the
 * budget is e times as high. It is higher than most agents need: a level falls at once and hardly rises.
 */
const PRIOR = { atOne: 3.4, slope: 1.35 };
/** The amount by which the scores of one agent fall, in log odds, when e times as many sessions lie above them. */
const TAIL_SLOPE = 0.7;
/** The most that the level may rise in a day, in log odds, whatever the agent does. */
const RISE_A_DAY = 0.1;
/**
 * The budgets, in alarms per hundred sessions, for which levels are kept, so that a change of the budget finds a
 * learned level.
 */
const SHARES = [0.5, 1, 2, 3, 5, 10, 20, 30, 60];
/** REVIEW is for so many times the sessions that the alarm budget is for. */
const REVIEW_BUDGETS = 3;
/** The weight of a session under a mark. Operators err too, so a mark of drift leaves some. */
const WEIGHTS: Readonly<Record<Mark, number>> = { fine: 1, weak: 0.5, drift: 0.1 };
/** Every score from the ceiling on is an alarm, whatever the level. */
const CEILING = 0.995;

/** A session by its key, and its drift score; the newest is last. */
export type SessionScore = readonly [key: string, score: number];

/** `weak` marks follow from acts of operators; they count less than an operator's explicit mark. */
export type Mark = 'fine' | 'drift' | 'weak';

export interface Learned {
  readonly scores: readonly SessionScore[];
  /** The day (UTC) on which the level was last learned. */
  readonly day: string;
  /** Levels in log odds, one for each of `SHARES`: as they were when that day began, and as they are now. */
  readonly anchors: readonly number[];
  readonly levels: readonly number[];
}

export interface Circumstances {
  readonly marks: ReadonlyMap<string, Mark>;
  /** The number of alarms in a hundred sessions. */
  readonly budget: number;
  /** The score below which nothing is an alarm. */
  readonly floor: number;
  readonly today: string;
}

/** Scores from which a session is REVIEW and DRIFTED. */
export interface Level {
  readonly reviewFrom: number;
  /** Null while the agent has too few sessions: no session is DRIFTED. */
  readonly driftedFrom: number | null;
  /** Sessions that the level was learned from. */
  readonly sessions: number;
  /** The level would be higher if it might rise faster. */
  readonly heldBack: boolean;
}

export const nothingLearned = (today: string): Learned => {
  const prior = SHARES.map(priorOf);
  return { scores: [], day: today, anchors: prior, levels: prior };
};

/** Takes in the score of a session, or its new score. */
export function withScore(learned: Learned, key: string, score: number, now: Circumstances): Learned {
  const at = learned.scores.findIndex(([other]) => other === key);
  const own: SessionScore = [key, score];
  const scores = at < 0 ? [...learned.scores, own].slice(-MOST_SESSIONS) : learned.scores.with(at, own);
  return learnedAnew({ ...learned, scores }, now);
}

/** Learns again from the same sessions, after marks, the budget or the day have changed. */
export function learnedAnew(learned: Learned, now: Circumstances): Learned {
  const anchors = anchorsOf(learned, now);
  const sessions = weighted(learned, now);
  const levels = SHARES.map((share) => levelAt(share, sessions, anchors, now).value);
  return { ...learned, day: now.today, anchors, levels };
}

/** The level by which a session is judged, computed without the session itself. */
export function levelWithout(learned: Learned, key: string, now: Circumstances): Level {
  const others = weighted(learned, now).filter((one) => one.key !== key);
  const sessions = normalOf(others);
  if (sessions < FEWEST_SESSIONS) return { reviewFrom: now.floor, driftedFrom: null, sessions, heldBack: false };
  const anchors = anchorsOf(learned, now);
  const drifted = levelAt(now.budget, others, anchors, now);
  const review = levelAt(now.budget * REVIEW_BUDGETS, others, anchors, now);
  const driftedFrom = justAbove(drifted.value);
  return {
    reviewFrom: Math.min(driftedFrom, review.value <= logit(now.floor) ? now.floor : justAbove(review.value)),
    driftedFrom,
    sessions,
    heldBack: drifted.heldBack,
  };
}

/**
 * The number of other sessions of the agent, in a hundred, that have a lower score; null while there are too few. An
 * agent cannot lower the rank of a DRIFTED session by making more of them: it is at least 100 less the budget.
 */
export function percentileOf(learned: Learned, key: string, score: number, now: Circumstances): number | null {
  const { driftedFrom } = levelWithout(learned, key, now);
  if (driftedFrom === null) return null;
  const others = weighted(learned, now).filter((one) => one.key !== key);
  const lower = others.filter((one) => one.score < score);
  const rank = (100 * total(lower)) / total(others);
  return Math.round((score >= driftedFrom ? Math.max(rank, 100 - now.budget) : rank) * 10) / 10;
}

interface Weighted {
  readonly key: string;
  readonly score: number;
  /** The score in log odds. */
  readonly odds: number;
  readonly weight: number;
}

/** The highest score first. */
function weighted({ scores }: Learned, { marks }: Circumstances): Weighted[] {
  const counted = scores.map(([key, score]) => {
    const mark = marks.get(key) ?? 'fine';
    return { key, score, odds: logit(score), weight: WEIGHTS[mark] };
  });
  return counted.sort((one, other) => other.score - one.score);
}

const normalOf = (sessions: readonly Weighted[]) => sessions.filter(({ weight }) => weight > WEIGHTS.drift).length;

const anchorsOf = ({ day, anchors, levels }: Learned, { today }: Circumstances) => (today > day ? levels : anchors);

/** Interpolates between two of `SHARES` on a straight line over the logarithm of the share. */
function anchorAt(budget: number, anchors: readonly number[]): number {
  const above = SHARES.findIndex((share) => share >= budget);
  const [low, high] = [SHARES[above - 1], SHARES[above]];
  const [from, to] = [anchors[above - 1], anchors[above]];
  if (high === undefined) return anchors.at(-1) ?? priorOf(budget);
  if (low === undefined || from === undefined) return to ?? priorOf(budget);
  return from + ((to ?? from) - from) * (Math.log(budget / low) / Math.log(high / low));
}

/**
 * Computes a level in log odds: from the prior at first, later from the sessions' scores, and never much higher than
 * the day before.
 */
function levelAt(
  budget: number,
  sessions: readonly Weighted[],
  anchors: readonly number[],
  { marks, floor }: Circumstances,
) {
  const prior = priorOf(budget);
  const trust = Math.min(1, normalOf(sessions) / PRIOR_SESSIONS);
  const found = (1 - trust) * prior + trust * quantile(sessions, budget / 100);
  // An operator vouches for the session.
  const vouched = sessions.filter(({ key }) => marks.get(key) === 'fine').map(({ odds }) => odds);
  const highest = Math.max(anchorAt(budget, anchors) + RISE_A_DAY, ...vouched);
  const value = Math.min(logit(CEILING), Math.max(logit(floor), Math.min(found, highest)));
  return { value, heldBack: found > highest };
}

const priorOf = (budget: number) => PRIOR.atOne - PRIOR.slope * Math.log(budget);

/**
 * The level, in log odds, that one more session like these exceeds with this chance. One more session is as likely to come
 * before all of n others as between any two of them, so its chance to exceed the k-th highest is k / (n + 1). A chance
 * between two of these lies between two scores, and one that n sessions are too few for lies above them by the slope of a tail.
 */
function quantile(sessions: readonly Weighted[], chance: number): number {
  const rank = chance * (total(sessions) + 1);
  let before = 0;
  let higher: number | null = null;
  for (const { odds: value, weight } of sessions) {
    const reached = before + weight;
    if (rank <= reached) {
      if (higher === null) return value + TAIL_SLOPE * Math.log(reached / rank);
      return higher + (value - higher) * ((rank - before) / weight);
    }
    [before, higher] = [reached, value];
  }
  return higher ?? priorOf(100 * chance);
}

const total = (sessions: readonly Weighted[]) => sessions.reduce((sum, { weight }) => sum + weight, 0);

function logit(score: number): number {
  const inside = Math.min(0.9999, Math.max(0.0001, score));
  return Math.log(inside / (1 - inside));
}

/** Scores have four decimals. */
const justAbove = (value: number) => Math.min(CEILING, Math.floor(10_000 / (1 + Math.exp(-value)) + 1 + 1e-6) / 10_000);
