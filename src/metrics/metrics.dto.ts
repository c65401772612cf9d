import { ACTION_STATUSES } from '../actions/rules/action.js';
import { VIOLATIONS } from '../contract/violations.js';
import { count, day, describe, eachOf, listOf, named, object, orNull, ratio, time } from '../platform/http/shape.js';

const OUTCOMES = ['ROLLED_BACK', 'ROLLBACK_FAILED', 'CONFLICT', 'IRREVERSIBLE', 'UNKNOWN', 'SKIPPED'] as const;

const summary = {
  actions: object({ total: count, byStatus: eachOf(ACTION_STATUSES, count) }),
  successRate: describe('Calls that took effect, of those whose outcome is known; null: there is none.', orNull(ratio)),
  blocked: count,
  violations: object({ total: count, byKind: eachOf(VIOLATIONS, count) }),
  approvals: object({
    pending: count,
    approved: count,
    rejected: count,
    expired: count,
    withdrawn: count,
    medianDecisionMs: orNull(count),
  }),
  rollbacks: object({ started: count, finished: count, outcomes: eachOf(OUTCOMES, count) }),
};

export const Metrics = named(
  'Metrics',
  'Figures of live sessions, the last 30 days, and simulated sessions by themselves.',
  object({
    ...summary,
    simulated: object(summary),
    days: listOf(
      object({
        day,
        actions: count,
        success: count,
        failed: count,
        blocked: count,
        approvalsRequested: count,
        approved: describe('Approvals decided so on that day.', count),
        rejected: count,
        expired: count,
        medianDecisionMs: describe('The median of the decisions of that day; null if there were none.', orNull(count)),
        rollbacks: describe('Rollbacks begun on that day.', count),
        rolledBack: count,
      }),
    ),
    since: time,
  }),
);
