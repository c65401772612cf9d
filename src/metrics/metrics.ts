import { ACTION_STATUSES, type ActionStatus, TOOK_EFFECT } from '../actions/rules/action.js';
import { VIOLATIONS, type Violation } from '../contract/violations.js';
import { type Outcome, outcomeOf, type StepState } from '../rollback/rollback.js';

/** The number of times that a subject went from one state to another: in all, or, with `day`, on that day in UTC. */
export interface Transition {
  readonly day: string | null;
  readonly simulated: boolean;
  readonly subject: 'action' | 'approval' | 'rollback' | 'step';
  /** Null when the subject was created. */
  readonly was: string | null;
  /** Null when the subject was purged. */
  readonly became: string | null;
  /** The violation with which an action was recorded (not by day), or the bucket of a person's decision. */
  readonly detail: string | null;
  readonly times: number;
}

/** The answer of `GET /metrics` for live or for simulated sessions; docs/metrics.md defines each figure. */
export interface Summary {
  readonly actions: { readonly total: number; readonly byStatus: Record<ActionStatus, number> };
  /** The share of calls that took effect among those with a known outcome: 0..1, null while there is none. */
  readonly successRate: number | null;
  readonly blocked: number;
  readonly violations: { readonly total: number; readonly byKind: Record<Violation, number> };
  readonly approvals: {
    readonly pending: number;
    readonly approved: number;
    readonly rejected: number;
    readonly expired: number;
    readonly withdrawn: number;
    readonly medianDecisionMs: number | null;
  };
  readonly rollbacks: {
    readonly started: number;
    readonly finished: number;
    readonly outcomes: Record<Outcome, number>;
  };
}

export interface Day {
  readonly day: string;
  readonly actions: number;
  readonly success: number;
  readonly failed: number;
  readonly blocked: number;
  readonly approvalsRequested: number;
  readonly approved: number;
  readonly rejected: number;
  readonly expired: number;
  readonly medianDecisionMs: number | null;
  readonly rollbacks: number;
  readonly rolledBack: number;
}

const STEP_ENDS: readonly StepState[] = ['done', 'failed', 'conflict', 'impossible', 'unknown', 'skipped'];
/** The base of the function `decision_bucket`: bucket n ends at this to the power of n, in milliseconds. */
const BUCKET_GROWTH = 1.1;

/** The totals among `transitions`, of live or of simulated sessions. */
export function summarizeTransitions(transitions: readonly Transition[], simulated: boolean): Summary {
  const own = transitions.filter((one) => one.day === null && one.simulated === simulated);
  const byStatus = record(ACTION_STATUSES, (status) => standing(own, 'action', status));
  const took = TOOK_EFFECT.reduce((sum, status) => sum + byStatus[status], 0);
  const byKind = record(VIOLATIONS, (kind) => count(own, 'action', (one) => one.detail === kind));
  const outcomes = STEP_ENDS.map((state) => [outcomeOf(state), count(own, 'step', (one) => one.became === state)]);
  return {
    actions: { total: total(byStatus), byStatus },
    successRate: took + byStatus.FAILED > 0 ? took / (took + byStatus.FAILED) : null,
    blocked: count(own, 'action', (one) => one.was === null && one.became === 'BLOCKED'),
    violations: { total: total(byKind), byKind },
    approvals: {
      pending: standing(own, 'approval', 'PENDING'),
      approved: count(own, 'approval', (one) => one.became === 'APPROVED'),
      rejected: count(own, 'approval', (one) => one.became === 'REJECTED'),
      expired: count(own, 'approval', (one) => one.became === 'EXPIRED'),
      withdrawn: count(own, 'approval', (one) => one.became === 'WITHDRAWN'),
      medianDecisionMs: medianDecisionMs(own),
    },
    rollbacks: {
      started: count(own, 'rollback', (one) => one.became === 'RUNNING'),
      finished: count(own, 'rollback', (one) => one.became === 'FINISHED'),
      outcomes: Object.fromEntries(outcomes),
    },
  };
}

/** Lists each of the days, also those without events. */
export const toDays = (days: readonly string[], transitions: readonly Transition[]): Day[] =>
  days.map((day) =>
    toDay(
      day,
      transitions.filter((one) => one.day === day),
    ),
  );

function toDay(day: string, own: readonly Transition[]): Day {
  const became = (status: ActionStatus) => count(own, 'action', (one) => one.became === status);
  const decided = (end: string) => count(own, 'approval', (one) => one.became === end);
  return {
    day,
    actions: count(own, 'action', (one) => one.was === null),
    success: became('SUCCESS'),
    failed: became('FAILED'),
    blocked: became('BLOCKED'),
    approvalsRequested: count(own, 'approval', (one) => one.was === null),
    approved: decided('APPROVED'),
    rejected: decided('REJECTED'),
    expired: decided('EXPIRED'),
    medianDecisionMs: medianDecisionMs(own),
    rollbacks: count(own, 'rollback', (one) => one.was === null),
    rolledBack: became('ROLLED_BACK'),
  };
}

/**
 * The middle, by ratio, of the bucket that holds the median: at most 5 % away from it. Null when there is no decision.
 */
function medianDecisionMs(own: readonly Transition[]): number | null {
  const decided = own
    .filter(({ subject, detail }) => subject === 'approval' && detail !== null)
    .map(({ detail, times }) => ({ bucket: Number(detail), times }))
    .sort((a, b) => a.bucket - b.bucket);
  const half = decided.reduce((sum, { times }) => sum + times, 0) / 2;
  let seen = 0;
  for (const { bucket, times } of decided) {
    seen += times;
    if (seen >= half) return Math.round(BUCKET_GROWTH ** (bucket - 0.5));
  }
  return null;
}

function count(own: readonly Transition[], subject: Transition['subject'], that: (one: Transition) => boolean): number {
  return own.reduce((sum, one) => (one.subject === subject && that(one) ? sum + one.times : sum), 0);
}

/** The number of subjects in a state now: those that entered it, less those that left it. */
function standing(own: readonly Transition[], subject: Transition['subject'], state: string): number {
  return count(own, subject, ({ became }) => became === state) - count(own, subject, ({ was }) => was === state);
}

function record<K extends string>(keys: readonly K[], value: (key: K) => number): Record<K, number> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, number>;
}

const total = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, one) => sum + one, 0);
