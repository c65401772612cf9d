import { sessionsWords as words } from '../../../words';

interface Judged {
  readonly driftScore: number;
  readonly verdict: string;
  readonly level: {
    readonly alarmBudget: number;
    readonly sessions: number;
    readonly driftedFrom: number | null;
    readonly percentile: number | null;
    readonly heldBack: boolean;
  };
}

/** The score of the session beside the level of its agent, in a sentence or three. */
export function levelWords({ driftScore, verdict, level }: Judged): string {
  if (verdict === 'INSUFFICIENT_EVIDENCE') return words.levelWords.insufficient;
  const { alarmBudget, sessions, driftedFrom, percentile, heldBack } = level;
  const score = words.levelWords.drift(driftScore.toFixed(2));
  if (driftedFrom === null) {
    return words.levelWords.learning(score, sessions);
  }
  const rank = percentile === null ? '' : words.levelWords.rank(Math.floor(percentile));
  const from = words.levelWords.threshold(driftedFrom.toFixed(2), sessions, alarmBudget);
  return `${score}${rank}${from}${heldBack ? words.levelWords.rising : ''}`;
}
