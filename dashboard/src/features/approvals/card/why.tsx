import { PolicyLink } from '../../../ui/policy-link';
import { UntrustedText } from '../../../ui/untrusted-text';
import { inboxWords as words } from '../../../words';
import type { ApprovalDetail } from '../approval';
import classes from './card.module.css';

/** The policies that stopped the call, and the reason that their author gave. */
export function Why({ approval: { context } }: { approval: ApprovalDetail }) {
  const { ids, reason } = context.policy;
  return (
    <>
      <p>
        {reason ? <UntrustedText>{reason}</UntrustedText> : ids.length > 0 ? words.noReason : words.requestedByAgent}
      </p>
      {ids.length > 0 && (
        <p className={classes.dim}>
          {ids.length === 1 ? words.why.policy : words.why.policies}
          {ids.map((id, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <PolicyLink id={id} />
            </span>
          ))}
        </p>
      )}
    </>
  );
}
