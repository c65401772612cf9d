import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '../../../api/json';
import { ProblemNote } from '../../../ui/problem-note';
import { UntrustedText } from '../../../ui/untrusted-text';
import { inboxWords as words } from '../../../words';
import { previewQuery } from '../api';
import classes from './decide.module.css';

/** Shows the policies' verdict on an approval with these arguments; the service decides by the same rules. */
export function Verdict({ id, payload }: { id: string; payload: JsonObject }) {
  const { data, error } = useQuery(previewQuery(id, payload));
  return (
    <div role="status" aria-label={words.verdict.title}>
      {error && <ProblemNote error={error} />}
      {!data && !error && <p>{words.verdict.pending}</p>}
      {data?.decision === 'BLOCK' && (
        <p className={classes.lost}>
          {words.verdict.blocked}
          {data.reason && ': '}
          {data.reason && <UntrustedText>{data.reason}</UntrustedText>}
        </p>
      )}
      {data && data.decision !== 'BLOCK' && (
        <p className={classes.approved}>
          {words.verdict.allowed}
          {data.requiredApprovals > 1 && words.verdict.needsOperators(data.requiredApprovals)}.
        </p>
      )}
    </div>
  );
}
