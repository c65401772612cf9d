import { askedFor } from '../../policies/history/policy-events.js';
import { type PolicyAction, UNMATCHED_FINGERPRINT, type Verdict } from '../../policies/policy.js';
import type { ActionStatus } from './action.js';

/** A call whose code makes other calls, such as that of an agent's tool. */
export interface EnclosingCall {
  readonly sessionId: string;
  readonly status: ActionStatus;
  /** It waited for an approval, which was given and counts. */
  readonly isApproved: boolean;
  /** Its client said that it begins the call. */
  readonly hasBegun: boolean;
  readonly decision: PolicyAction;
  /** The enforced policies that matched it. */
  readonly policyIds: readonly string[];
  readonly askedAt: Date;
}

/** The verdict on a call that is made inside of another one. */
export interface Part {
  readonly sessionId: string;
  readonly verdict: Verdict;
  /** The time of the last change of a policy; undefined for one that does not exist. */
  changedAt(policyId: string): Date | undefined;
}

/**
 * True when the approval of the enclosing call stands for a call: the enclosing call runs, and each policy that asks for an
 * approval asked for that one too, and is unchanged since. A policy that blocks is not concerned.
 */
export function isApprovedWith(enclosing: EnclosingCall, { sessionId, verdict, changedAt }: Part): boolean {
  const { status, hasBegun, isApproved, decision, policyIds, askedAt } = enclosing;
  const runs = status === 'CLEARED' && hasBegun && enclosing.sessionId === sessionId;
  if (!runs || !isApproved || decision !== 'REQUIRE_APPROVAL' || verdict.decision !== 'REQUIRE_APPROVAL') return false;
  // The organization's default decides only where no policy matches.
  if (verdict.fingerprints.includes(UNMATCHED_FINGERPRINT) && policyIds.length > 0) return false;
  return askedFor(verdict).every((id) => {
    const changed = changedAt(id);
    return policyIds.includes(id) && changed !== undefined && changed <= askedAt;
  });
}
