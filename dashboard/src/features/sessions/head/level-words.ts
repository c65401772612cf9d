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
  if (verdict === 'INSUFFICIENT_EVIDENCE') return 'There is too little to judge the session by.';
  const { alarmBudget, sessions, driftedFrom, percentile, heldBack } = level;
  const score = `Drift ${driftScore.toFixed(2)}.`;
  if (driftedFrom === null) {
    return `${score} Backstop knows ${sessions} other sessions of this agent and needs 20 to call one drifted.`;
  }
  const rank = percentile === null ? '' : ` Higher than ${Math.floor(percentile)} of 100 sessions of this agent.`;
  const from = ` Drifted from ${driftedFrom.toFixed(2)}, learned from ${sessions} sessions for ${alarmBudget} alarms in 100.`;
  return `${score}${rank}${from}${heldBack ? ' The level rises slowly: many recent sessions were unusual.' : ''}`;
}
