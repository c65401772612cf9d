import { Link } from '@tanstack/react-router';
import { Counters } from '../../../ui/counters';
import { Moment } from '../../../ui/moment';
import { SessionStatusTag } from '../../../ui/session-status';
import { StrangerText } from '../../../ui/stranger-text';
import { Tag } from '../../../ui/tag';
import type { Session } from '../api/list';
import classes from './session-row.module.css';

const SHOWN_OF_INTENT = 200;

interface SessionRowProps {
  readonly session: Session;
  readonly isSelected: boolean;
  /** The list does not hold it any more; it is shown as it was. */
  readonly isGone: boolean;
}

export function SessionRow({ session, isSelected, isGone }: SessionRowProps) {
  const { id, agentId, intent, displayStatus, counters, simulated, lastActivityAt } = session;
  return (
    <li>
      <Link
        to={`/sessions/${id}` as string}
        data-session={id}
        className={`${classes.row} ${isSelected ? classes.selected : ''} ${isGone ? classes.gone : ''}`}
        title={isGone ? 'No longer on this page of the list' : undefined}
        aria-current={isSelected ? 'true' : undefined}
        preload={false}
      >
        <span className={classes.status}>
          <SessionStatusTag status={displayStatus} />
          {simulated && <Tag>Simulated</Tag>}
        </span>
        <span className={classes.agent}>
          <StrangerText>{agentId}</StrangerText>
        </span>
        <span className={classes.intent}>
          <StrangerText>
            {intent.length > SHOWN_OF_INTENT ? `${intent.slice(0, SHOWN_OF_INTENT)}…` : intent}
          </StrangerText>
        </span>
        <span className={classes.counters}>
          <Counters counters={counters} />
        </span>
        <span className={classes.time}>
          <Moment at={lastActivityAt} />
        </span>
      </Link>
    </li>
  );
}
