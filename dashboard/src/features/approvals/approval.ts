import type { Schemas } from '../../api/wire';

/** When it ends, by the clock of this browser: the service says how long it still lives, and clocks differ. */
interface Deadline {
  readonly deadline: number;
}

export type Approval = Schemas['Approval'] & Deadline;
/** An approval as operators read it: with its context. */
export type ApprovalDetail = Schemas['ApprovalDetail'] & Deadline & { readonly context: Schemas['ApprovalContext'] };

export const withDeadline = <A extends { readonly timeRemaining: number }>(approval: A): A & Deadline => ({
  ...approval,
  deadline: Date.now() + approval.timeRemaining,
});

/** The words of the two decisions: a held call runs by itself, so a person stops it or lets it run at once. */
export const decisionWords = ({ onExpiry }: Pick<Approval, 'onExpiry'>) =>
  onExpiry === 'approve'
    ? ({ approve: 'Run now', reject: 'Stop' } as const)
    : ({ approve: 'Approve', reject: 'Reject' } as const);

/** Returns the outcome in words. */
export function outcomeOf({ status, decidedBy, reason }: Pick<Approval, 'status' | 'decidedBy' | 'reason'>): string {
  if (status === 'APPROVED')
    return decidedBy ? `approved by ${decidedBy}` : reason === 'not-stopped' ? 'ran: not stopped in time' : 'approved';
  if (decidedBy) return `rejected by ${decidedBy}`;
  return reason === 'expired' ? 'expired' : `rejected${reason ? `: ${reason}` : ''}`;
}
