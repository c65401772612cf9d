import { TriangleAlert } from 'lucide-react';
import { StrangerText } from '../../../ui/stranger-text';
import type { ApprovalDetail } from '../approval';
import classes from './card.module.css';

/** The very arguments, with what a reader would not see. The service has made hidden characters visible already. */
export function Arguments({ approval: { payload, payloadShown, context } }: { approval: ApprovalDetail }) {
  return (
    <>
      {context.hidden.length > 0 && (
        <p className={classes.warning}>
          <TriangleAlert size={14} aria-hidden />
          <span>
            Hidden characters in {context.hidden.map(({ field, kinds }) => `${field} (${kinds.join(', ')})`).join('; ')}
          </span>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys */}
      <pre className={classes.json} tabIndex={0}>
        <StrangerText revealed>{JSON.stringify(payloadShown ?? payload, null, 2)}</StrangerText>
      </pre>
    </>
  );
}
