export type ApprovalStatus = 'PENDING' | 'APPROVED' | 'REJECTED';

/** What NOTIFY says of a decision, with the approval's id and nothing else. */
export const DECIDED = 'approval_decided';

export interface ApprovalState {
  readonly status: ApprovalStatus;
  readonly payloadHash: string;
  readonly expiresAt: Date;
}

/** An operator who approved, and when. */
export interface Vote {
  readonly user: string;
  readonly by: string;
  readonly at: string;
}

/**
 * What one more approval makes of it: the last one that was missing, one of several, or nothing, as every operator
 * counts once.
 */
export function afterApproving(
  userId: string,
  votes: readonly Pick<Vote, 'user'>[],
  required: number,
): 'approved' | 'pending' | 'approved-already' {
  if (votes.some(({ user }) => user === userId)) return 'approved-already';
  return votes.length + 1 >= required ? 'approved' : 'pending';
}

/** What operators approve: these arguments, so many of them, and who has. */
export interface ToApprove {
  readonly payloadHash: string;
  readonly required: number;
  readonly votes: readonly Vote[];
}

/**
 * What there is to approve once the arguments are edited: who approved before approved other arguments, and the new ones may need
 * more approvals, never fewer.
 */
export function afterEditing(asked: ToApprove, payloadHash: string, required: number): ToApprove {
  if (payloadHash === asked.payloadHash) return asked;
  return { payloadHash, required: Math.max(asked.required, required), votes: [] };
}

/** Expiry is a rejection, whatever a job has or has not done yet. */
export function effectiveStatus(approval: ApprovalState, now: Date): ApprovalStatus {
  return approval.status === 'PENDING' && approval.expiresAt <= now ? 'REJECTED' : approval.status;
}

/** Milliseconds until it expires; 0 once it is decided. */
export function timeRemaining(approval: ApprovalState, now: Date): number {
  return approval.status === 'PENDING' ? Math.max(0, approval.expiresAt.getTime() - now.getTime()) : 0;
}
