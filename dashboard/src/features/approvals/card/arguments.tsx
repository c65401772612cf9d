import { TriangleAlert } from 'lucide-react';
import { EndMark } from '../../../ui/end-mark';
import { UntrustedText } from '../../../ui/untrusted-text';
import { inboxWords as words } from '../../../words';
import type { ApprovalDetail } from '../approval';
import classes from './card.module.css';

interface ArgumentsProps {
  readonly approval: ApprovalDetail;
  /** True to show them without a box that scrolls. */
  readonly isWhole?: boolean;
  /** Called when the end of the arguments was on the screen. */
  readonly onSeen?: () => void;
}

/** The exact arguments. The service has marked hidden and look-alike characters already. */
export function Arguments({ approval, isWhole = false, onSeen }: ArgumentsProps) {
  const { payload, payloadShown, payloadHash, context } = approval;
  return (
    <>
      {context.hidden.length > 0 && (
        <p className={classes.warning}>
          <TriangleAlert size={14} aria-hidden />
          <span>
            {words.arguments.hiddenCharacters}{' '}
            {context.hidden.map(({ field, kinds }) => `${field} (${kinds.join(', ')})`).join('; ')}
          </span>
        </p>
      )}
      <pre className={isWhole ? classes.whole : classes.json} tabIndex={isWhole ? undefined : 0}>
        <UntrustedText revealed>{JSON.stringify(payloadShown ?? payload, null, 2)}</UntrustedText>
        {onSeen && <EndMark key={payloadHash} onSeen={onSeen} />}
      </pre>
    </>
  );
}
