import { Link } from '@tanstack/react-router';
import { ActionStatusTag } from '../../../ui/action-status';
import { CallName } from '../../../ui/call-name';
import { Moment } from '../../../ui/moment';
import { useNow } from '../../../ui/now';
import { Tag, type Tone } from '../../../ui/tag';
import { UntrustedText } from '../../../ui/untrusted-text';
import { rollbackWords as words } from '../../../words';
import type { PlanItem } from '../shown';
import classes from './plan.module.css';

const KINDS: Readonly<Record<PlanItem['class'], readonly [string, Tone]>> = {
  exact: [words.planCall.exact, 'good'],
  compensating: [words.planCall.compensating, 'warning'],
  impossible: [words.planCall.impossible, 'danger'],
};

const KINDS_OF_REVERT: typeof KINDS = {
  exact: [words.planCall.revertExact, 'good'],
  compensating: [words.planCall.revertCompensating, 'accent'],
  impossible: [words.planCall.revertImpossible, 'danger'],
};

interface PlanCallProps {
  readonly item: Omit<PlanItem, 'until' | 'newerActionId' | 'summary'> & Partial<Pick<PlanItem, 'until' | 'summary'>>;
  readonly sessionId: string;
  /** It is about taking an undo back. */
  readonly isRevert?: boolean;
}

/** One call of the agent, and the calls that would undo it, or take its undo back. */
export function PlanCall({ item, sessionId, isRevert = false }: PlanCallProps) {
  const [kind, tone] = (isRevert ? KINDS_OF_REVERT : KINDS)[item.class];
  return (
    <li className={classes.call}>
      <div className={classes.callHead}>
        <Link
          to={`/sessions/${sessionId}` as string}
          search={{ action: item.actionId } as never}
          className={classes.name}
        >
          <CallName call={item} />
        </Link>
        <Tag tone={tone}>{kind}</Tag>
        {!isRevert && item.status !== 'SUCCESS' && <ActionStatusTag status={item.status} />}
        {item.until && <Until at={item.until} />}
      </div>
      {item.reason && (
        <p className={classes.why}>
          <UntrustedText>{item.reason}</UntrustedText>
        </p>
      )}
      {item.warning && <p className={classes.why}>{item.warning}</p>}
      {item.calls.length > 0 && (
        <ul className={classes.exact} aria-label={words.planCall.calls}>
          {item.calls.map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the calls of one undo never change places
            <li key={index}>
              <code>
                <UntrustedText>{call}</UntrustedText>
              </code>
            </li>
          ))}
        </ul>
      )}
      {item.remains.length > 0 && (
        <ul className={classes.remains} aria-label={words.planCall.remainsTitle}>
          {item.remains.map((text) => (
            <li key={text}>
              {words.planCall.remains} <UntrustedText>{text}</UntrustedText>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Shows how long the provider allows the undo. */
function Until({ at }: { at: string }) {
  const isOver = useNow() > Date.parse(at);
  return (
    <span className={isOver ? classes.over : classes.until}>
      {isOver ? words.planCall.deadlineOver : words.planCall.deadline} <Moment at={at} isEnd />
    </span>
  );
}
