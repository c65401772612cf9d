import { isProblem, Unreachable } from '../../../api/problem';
import { PerformanceNote } from '../../../ui/performance';
import { ProblemNote } from '../../../ui/problem-note';
import { UntrustedText } from '../../../ui/untrusted-text';
import { inboxWords as words } from '../../../words';
import { type ApprovalDetail, outcomeOf } from '../approval';
import classes from './decide.module.css';

interface ResultProps {
  readonly approval: ApprovalDetail;
  readonly error: Error | null;
  readonly isMine: boolean;
}

/** Shows the service's answer. The first decision is read from the approval itself, never guessed. */
export function Result({ approval, error, isMine }: ResultProps) {
  const outcome = <UntrustedText>{outcomeOf(approval)}</UntrustedText>;
  if (isProblem(error, 'already-decided') && approval.status !== 'PENDING')
    return (
      <p className={classes.lost}>
        {words.result.decidedByOther} {outcome}
        {words.result.notApplied}
      </p>
    );
  // If the answer was lost, the approval shows the result of the decision.
  const isDecided = error instanceof Unreachable && approval.status !== 'PENDING';
  if (error && !isDecided) return <ProblemNote error={error} />;
  return (
    <>
      <Decision approval={approval} isMine={isMine} />
      {approval.performance && (approval.status !== 'PENDING' || approval.performance.reason !== null) && (
        <PerformanceNote
          performance={approval.performance}
          status={approval.actionStatus}
          refusal={approval.providerRefusal}
        />
      )}
    </>
  );
}

function Decision({ approval, isMine }: Pick<ResultProps, 'approval' | 'isMine'>) {
  const outcome = <UntrustedText>{outcomeOf(approval)}</UntrustedText>;
  if (approval.status !== 'PENDING')
    return (
      <p className={approval.status === 'APPROVED' ? classes.approved : classes.rejected}>
        {isMine && !approval.performance ? words.result.done : ''}
        {outcome}
        {approval.unconfirmed && words.result.noOutcomeYet}
      </p>
    );
  if (isMine) return <p className={classes.approved}>{words.result.needsAnother}</p>;
  return null;
}
