import { operationBeneath } from '../../../ui/call';
import { Sentence } from '../../../ui/sentence';
import { UntrustedText } from '../../../ui/untrusted-text';
import { inboxWords as words } from '../../../words';
import type { ApprovalDetail } from '../approval';
import classes from './card.module.css';

/** Lists the earlier calls in the session, the latest call last. */
export function Before({ approval: { context } }: { approval: ApprovalDetail }) {
  if (context.precedingActions.length === 0) return <p className={classes.dim}>{words.before.none}</p>;
  return (
    <ol className={classes.calls}>
      {context.precedingActions.map(({ sequence, apiName, status, summary }) => (
        <li key={sequence}>
          <span className={classes.sequence}>{sequence}</span>
          <span className={classes.sentence}>
            <Sentence call={{ apiName, summary }} />
          </span>
          <span className={classes.status}>{status.toLowerCase().replaceAll('_', ' ')}</span>
          {operationBeneath({ apiName, summary }) && (
            <code className={classes.summary}>
              <UntrustedText>{apiName}</UntrustedText>
            </code>
          )}
        </li>
      ))}
    </ol>
  );
}
