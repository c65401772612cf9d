interface Level {
  readonly alarmBudget: number;
  readonly sessions: number;
  readonly driftedFrom: number | null;
  readonly reviewFrom: number;
  readonly heldBack: boolean;
}

/** Describes the score from which the agent's sessions are marked, and the reason for it. */
export function levelWords(level: Level | null): string {
  if (level === null) return 'This agent has no recent live session.';
  const { alarmBudget, sessions, driftedFrom, reviewFrom, heldBack } = level;
  if (driftedFrom === null) {
    return `No session is marked as drifted yet: Backstop knows ${sessions} other sessions and needs 20.`;
  }
  const from = `To review from ${reviewFrom.toFixed(2)}, drifted from ${driftedFrom.toFixed(2)}`;
  const why = `learned from ${sessions} sessions for ${alarmBudget} alarms in 100.`;
  return `${from}, ${why}${heldBack ? ' The level rises slowly: many recent sessions were unusual.' : ''}`;
}
