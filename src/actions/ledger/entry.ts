import type { Violation } from '../rules/action.js';
import { type Ask, type NewCall, type Outcome, type Refusal, type Report, refuse } from '../rules/action-state.js';

/** Decides a call that has not run (docs/contract.md, "Actions"). */
export function asked(call: NewCall, ask: Ask): Outcome {
  if (ask.isPaused) return refuse('agent-paused');
  const verdict = ask.wantsApproval && ask.verdict === 'ALLOW' ? 'REQUIRE_APPROVAL' : ask.verdict;
  if (verdict === 'REQUIRE_APPROVAL' && !ask.hasApprovals) return refuse('plan-required');
  const closed = closedBy(call);
  if (closed) return refuse(closed.refusal);
  // A blocked call never runs, so it needs no snapshot.
  if (verdict !== 'BLOCK' && call.snapshot === 'does-not-fit') return refuse('precapture-mismatch');
  if (!call.isQuotaLeft) return refuse('quota-exceeded');
  switch (verdict) {
    case 'ALLOW':
      return { status: 'CLEARED', violation: null, refusal: null };
    case 'REQUIRE_APPROVAL':
      return { status: usesGrant(call, ask) ? 'CLEARED' : 'PENDING_APPROVAL', violation: null, refusal: null };
    case 'BLOCK':
      return { status: 'BLOCKED', violation: null, refusal: 'policy-blocked' };
    default:
      return verdict satisfies never;
  }
}

/** Decides a report. A call that ran is recorded, even against the rules; it is refused only over the quota. */
export function reported(call: NewCall, report: Report): Outcome {
  if (!call.isQuotaLeft) return refuse('quota-exceeded');
  const skipped = skippedBy(report);
  const closed = closedBy(call);
  return {
    status: report.outcome,
    violation: skipped?.violation ?? (report.isUngated ? 'ungated' : (closed?.violation ?? null)),
    refusal: skipped?.refusal ?? closed?.refusal ?? (call.snapshot === 'does-not-fit' ? 'precapture-mismatch' : null),
  };
}

/** A policy wants an operator to decide about it, before or after it ran. */
export function opensApproval(call: NewCall, command: Ask | Report): boolean {
  if (!command.hasApprovals) return false;
  return command.type === 'report'
    ? command.verdict === 'REQUIRE_APPROVAL'
    : (command.verdict === 'REQUIRE_APPROVAL' || (command.verdict === 'ALLOW' && command.wantsApproval)) &&
        !usesGrant(call, command);
}

/**
 * True when the call uses a grant. A call for which the client itself wants an approval waits for an operator, whatever
 * was granted.
 */
export function usesGrant(call: NewCall, command: Ask | Report): boolean {
  return command.type === 'ask' && command.verdict === 'REQUIRE_APPROVAL' && !command.wantsApproval && call.isGranted;
}

interface Wrong {
  readonly violation: Violation;
  readonly refusal: Refusal | null;
}

/** The rule that a call which ran should have waited for or obeyed. */
function skippedBy({ verdict, hasApprovals, isPaused }: Report): Wrong | null {
  switch (verdict) {
    case 'ALLOW':
      return isPaused ? { violation: 'paused', refusal: null } : null;
    case 'REQUIRE_APPROVAL':
      return { violation: 'unapproved', refusal: hasApprovals ? null : 'plan-required' };
    case 'BLOCK':
      return { violation: 'blocked', refusal: 'policy-blocked' };
    default:
      return verdict satisfies never;
  }
}

function closedBy({ session }: NewCall) {
  if (session.isRolled) return { violation: 'after-rollback', refusal: 'session-rolled-back' } as const;
  return session.status === 'COMPLETED'
    ? ({ violation: 'after-completion', refusal: 'session-closed' } as const)
    : null;
}
