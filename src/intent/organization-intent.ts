import type { Verdict } from './evaluator/evaluate.js';

/** The number of sessions of one agent or connector that began on one day and got this verdict. */
export interface IntentCount {
  readonly day: string;
  readonly dimension: 'agent' | 'connector';
  readonly name: string;
  readonly verdict: Verdict;
  readonly sessions: number;
  /** The sum of their drift scores, in thousandths. */
  readonly drift: number;
}

/** `averageDriftScore` is 0..1, null without sessions. */
export interface IntentFigures {
  readonly sessions: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly averageDriftScore: number | null;
}

const VERDICTS: readonly Verdict[] = ['ALIGNED', 'REVIEW', 'DRIFTED', 'INSUFFICIENT_EVIDENCE'];

/** Each session belongs to one agent, and to every connector that it called. */
export function summarizeIntent(counts: readonly IntentCount[], days: readonly string[]) {
  const byAgent = counts.filter(({ dimension }) => dimension === 'agent');
  return {
    ...figuresOf(byAgent),
    agents: grouped(byAgent, 'name').map(({ key, ...figures }) => ({ agentId: key, ...figures })),
    connectors: grouped(
      counts.filter(({ dimension }) => dimension === 'connector'),
      'name',
    ).map(({ key, ...figures }) => ({ connector: key, ...figures })),
    days: days.map((day) => ({ day, ...figuresOf(byAgent.filter((count) => count.day === day)) })),
  };
}

/** The groups, those that drifted most often first. */
function grouped(counts: readonly IntentCount[], by: 'name') {
  const groups = new Map<string, IntentCount[]>();
  for (const count of counts) groups.set(count[by], [...(groups.get(count[by]) ?? []), count]);
  return [...groups]
    .map(([key, own]) => ({ key, ...figuresOf(own) }))
    .sort(
      (one, other) =>
        other.verdicts.DRIFTED - one.verdicts.DRIFTED ||
        other.sessions - one.sessions ||
        (one.key < other.key ? -1 : 1),
    );
}

function figuresOf(counts: readonly IntentCount[]): IntentFigures {
  const of = (verdict: Verdict) =>
    sum(
      counts.filter((count) => count.verdict === verdict),
      'sessions',
    );
  const sessions = sum(counts, 'sessions');
  return {
    sessions,
    verdicts: Object.fromEntries(VERDICTS.map((verdict) => [verdict, of(verdict)])) as Record<Verdict, number>,
    averageDriftScore: sessions > 0 ? sum(counts, 'drift') / sessions / 1_000 : null,
  };
}

function sum(counts: readonly IntentCount[], member: 'sessions' | 'drift'): number {
  return counts.reduce((total, count) => total + count[member], 0);
}
