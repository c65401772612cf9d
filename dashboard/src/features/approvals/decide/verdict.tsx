import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '../../../api/json';
import { ProblemNote } from '../../../ui/problem-note';
import { StrangerText } from '../../../ui/stranger-text';
import { inboxWords as words } from '../../../words';
import { previewQuery } from '../api/preview';
import classes from './decide.module.css';

/** Shows the policies' verdict on an approval with these arguments; the service decides by the same rules. */
export function Verdict({ id, payload }: { id: string; payload: JsonObject }) {
  const { data, error } = useQuery(previewQuery(id, payload));
  return (
    <div role="status" aria-label={words.verdict.policyVerdict}>
      {error && <ProblemNote error={error} />}
      {!data && !error && <p>{words.verdict.checkingPolicies}</p>}
      {data?.decision === 'BLOCK' && (
        <p className={classes.lost}>
          {words.verdict.aPolicyBlocksTheseArguments}
          {data.reason && ': '}
          {data.reason && <StrangerText>{data.reason}</StrangerText>}
        </p>
      )}
      {data && data.decision !== 'BLOCK' && (
        <p className={classes.approved}>
          {words.verdict.policiesAllowTheseArgumentsWith}
          {data.requiredApprovals > 1 && words.verdict.andOperatorsHaveToApprove(data.requiredApprovals)}.
        </p>
      )}
    </div>
  );
}
