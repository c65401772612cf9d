import { useQuery } from '@tanstack/react-query';
import { policyWords as words } from '../../../words';
import { type Policy, statisticsQuery } from '../api';
import { percent } from '../figures';
import classes from './uses.module.css';

const many = (count: number) => count.toLocaleString('en');

/**
 * Shows how often a policy matched, and the outcomes; for a policy in shadow mode, the outcomes it would have caused.
 */
export function Uses({ policy: { id, action, mode }, days }: { policy: Policy; days: number }) {
  const { data, error, isFetching, refetch } = useQuery(statisticsQuery(id, days));
  if (!data)
    return error && !isFetching ? (
      <button type="button" className={classes.again} title={error.message} onClick={() => void refetch()}>
        {words.uses.unknown}
      </button>
    ) : (
      <span className={classes.more}>…</span>
    );
  const { matches, approvals, shareApproved, laterUndone, shadow } = data;
  if (mode === 'shadow')
    return (
      <>
        <span className={classes.count}>{many(shadow.matches)}</span>
        <span className={classes.more}>{words.uses.wouldHoldUp(many(shadow.newlyHeldUp))}</span>
      </>
    );
  return (
    <>
      <span className={classes.count}>{many(matches)}</span>
      {action === 'REQUIRE_APPROVAL' && approvals > 0 && (
        <span className={classes.more}>
          {words.uses.asked(many(approvals))}
          {shareApproved !== null && words.uses.approved(percent(shareApproved))}
        </span>
      )}
      {laterUndone > 0 && <span className={classes.more}>{words.uses.laterUndone(many(laterUndone))}</span>}
    </>
  );
}
