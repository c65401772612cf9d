import type { Schemas } from '../../api/wire';
import { inboxWords as words } from '../../words';

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
    ? { approve: words.hold.runNow, reject: words.hold.stop }
    : { approve: words.decide.approve, reject: words.decide.reject };

/** Returns the outcome in words. */
export function outcomeOf({
  status,
  decidedBy,
  reason,
  code,
}: Pick<Approval, 'status' | 'decidedBy' | 'reason' | 'code'>): string {
  if (status === 'APPROVED' && reason === 'not-stopped' && !decidedBy) return words.hold.notStopped;
  if (status === 'APPROVED') return decidedBy ? words.approval.approvedBy(decidedBy) : words.approval.approved;
  if (code === 'revoked') return words.unused.revokedBy(decidedBy ?? '');
  if (code === 'lapsed') return words.unused.lapsed;
  if (code === 'withdrawn') return words.unused.withdrawn;
  if (decidedBy) return words.approval.rejectedBy(decidedBy);
  if (reason === 'expired') return words.approval.expired;
  return reason ? words.approval.rejectedFor(reason) : words.approval.rejected;
}
