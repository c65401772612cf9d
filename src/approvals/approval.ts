import type { DecidedAs } from '../actions/rules/refusal.js';
import type { ApproverRule, Verdict } from '../policies/policy.js';
import { rulesTogether } from './approvers/approvers.js';

export type { DecidedAs };

export type ApprovalStatus = 'PENDING' | 'APPROVED' | 'REJECTED';

/** The channel on which NOTIFY announces a decision, with the approval's id and nothing else. */
export const DECIDED = 'approval_decided';

export interface ApprovalState {
  readonly status: ApprovalStatus;
  readonly payloadHash: string;
  readonly expiresAt: Date;
  /** An approval that was given counts until then; null when it was not, or its call has begun. */
  readonly usableUntil: Date | null;
}

/** An operator who approved, and when. */
export interface Vote {
  readonly user: string;
  readonly by: string;
  readonly at: string;
}

/** The object of an approval: these arguments, the approvals they need, and the operators who gave one. */
export interface ToApprove {
  readonly payloadHash: string;
  readonly required: number;
  /** The rules of its policies on approvers. */
  readonly rules: readonly ApproverRule[];
  readonly votes: readonly Vote[];
}

/**
 * The object of the approval after an edit. Earlier approvals were for other arguments and do not count. The new
 * arguments may need more approvals and further approvers, never fewer.
 */
export function afterEditing(asked: ToApprove, payloadHash: string, verdict: ApprovalNeeds): ToApprove {
  if (payloadHash === asked.payloadHash) return asked;
  return { payloadHash, ...needsTogether(asked, verdict), votes: [] };
}

/** The part of a verdict that states the needed approvals. */
export type ApprovalNeeds = Pick<Verdict, 'requiredApprovals' | 'approvers'>;

/** An open approval keeps its needs; the present policies can only add to them. */
export const needsTogether = (
  { required, rules }: Pick<ToApprove, 'required' | 'rules'>,
  { requiredApprovals, approvers }: ApprovalNeeds,
): Pick<ToApprove, 'required' | 'rules'> => ({
  required: Math.max(required, requiredApprovals),
  rules: rulesTogether(rules, approvers),
});

/**
 * Decides a held call that no operator stopped, by the present policies: the end of a hold permits no call that a policy
 * blocks, or that needs a person's approval.
 */
export function afterHold({ decision, hold }: Pick<Verdict, 'decision' | 'hold'>): 'refused' | 'asked' | 'permitted' {
  if (decision === 'BLOCK') return 'refused';
  return decision === 'REQUIRE_APPROVAL' && hold?.onExpiry !== 'approve' ? 'asked' : 'permitted';
}

/** Expiry and lapse are rejections, whether or not a job has recorded them. */
export function effectiveStatus(approval: ApprovalState, now: Date): ApprovalStatus {
  return overdueAs(approval, now) ? 'REJECTED' : approval.status;
}

/** The end of an approval that no job has recorded yet; null when its time is not over. */
export function overdueAs({ status, expiresAt, usableUntil }: ApprovalState, now: Date): 'EXPIRED' | 'LAPSED' | null {
  if (status === 'PENDING' && expiresAt <= now) return 'EXPIRED';
  return status === 'APPROVED' && usableUntil !== null && usableUntil <= now ? 'LAPSED' : null;
}

/** Milliseconds until it expires; 0 once it is decided. */
export function timeRemaining(approval: ApprovalState, now: Date): number {
  return approval.status === 'PENDING' ? Math.max(0, approval.expiresAt.getTime() - now.getTime()) : 0;
}
