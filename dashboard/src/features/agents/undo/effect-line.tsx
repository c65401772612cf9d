import { Link } from '@tanstack/react-router';
import type { Operation } from '../../../api/registry';
import { ActionStatusTag } from '../../../ui/action-status';
import { CallName } from '../../../ui/call-name';
import { Moment } from '../../../ui/moment';
import { ReversibilityTag } from '../../../ui/reversibility';
import { agentWords as words } from '../../../words';
import type { Effect } from '../api';
import classes from './undo.module.css';

interface EffectLineProps {
  readonly effect: Effect;
  readonly number: number;
  readonly operation: Operation | undefined;
  /** The registry is here: an operation that it does not hold cannot be undone. */
  readonly isKnown: boolean;
}

/** One call that would be undone, and how completely its connector can undo it. */
export function EffectLine({ effect, number, operation, isKnown }: EffectLineProps) {
  const { sessionId, actionId, status, at, captured } = effect;
  const isLost = operation?.precapture === 'required' && !captured;
  return (
    <li>
      <span className={classes.number}>{number}</span>
      <div className={classes.call}>
        <Link to={`/sessions/${sessionId}` as string} search={{ action: actionId } as never} preload={false}>
          <CallName call={effect} />
        </Link>
        <Link to={`/sessions/${sessionId}` as string} preload={false}>
          {words.effectLine.session} {sessionId.slice(-8)}
        </Link>
      </div>
      <span className={classes.tags}>
        {status !== 'SUCCESS' && <ActionStatusTag status={status} />}
        {isKnown && <ReversibilityTag reversibility={isLost ? 'none' : (operation?.reversibility ?? 'none')} />}
      </span>
      <span className={classes.at}>
        <Moment at={at} />
      </span>
    </li>
  );
}
