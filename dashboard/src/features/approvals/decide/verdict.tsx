import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '../../../api/json';
import { ProblemNote } from '../../../ui/problem-note';
import { StrangerText } from '../../../ui/stranger-text';
import { previewQuery } from '../api/preview';
import classes from './decide.module.css';

/** Shows the policies' verdict on an approval with these arguments; the service decides by the same rules. */
export function Verdict({ id, payload }: { id: string; payload: JsonObject }) {
  const { data, error } = useQuery(previewQuery(id, payload));
  return (
    <div role="status" aria-label="Policy verdict">
      {error && <ProblemNote error={error} />}
      {!data && !error && <p>Checking policies…</p>}
      {data?.decision === 'BLOCK' && (
        <p className={classes.lost}>
          A policy blocks these arguments{data.reason && ': '}
          {data.reason && <StrangerText>{data.reason}</StrangerText>}
        </p>
      )}
      {data && data.decision !== 'BLOCK' && (
        <p className={classes.approved}>
          Policies allow these arguments with your approval
          {data.requiredApprovals > 1 && `, and ${data.requiredApprovals} operators have to approve these arguments`}.
        </p>
      )}
    </div>
  );
}
