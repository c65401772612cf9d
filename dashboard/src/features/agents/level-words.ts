import { agentWords as words } from '../../words';

interface Level {
  readonly alarmBudget: number;
  readonly sessions: number;
  readonly driftedFrom: number | null;
  readonly reviewFrom: number;
  readonly heldBack: boolean;
}

/** Describes the score from which the agent's sessions are marked, and the reason for it. */
export function levelWords(level: Level | null): string {
  if (level === null) return words.levelWords.none;
  const { alarmBudget, sessions, driftedFrom, reviewFrom, heldBack } = level;
  if (driftedFrom === null) {
    return words.levelWords.learning(sessions);
  }
  const from = words.levelWords.thresholds(reviewFrom.toFixed(2), driftedFrom.toFixed(2));
  const why = words.levelWords.learnedFrom(sessions, alarmBudget);
  return `${from}, ${why}${heldBack ? words.levelWords.rising : ''}`;
}
