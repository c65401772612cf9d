import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Counters } from '../../../ui/counters';
import { duration } from '../../../ui/duration';
import { Moment } from '../../../ui/moment';
import { reveal } from '../../../ui/reveal';
import { SessionStatusTag } from '../../../ui/session-status';
import { Tag } from '../../../ui/tag';
import { UntrustedText } from '../../../ui/untrusted-text';
import { sessionsWords as words } from '../../../words';
import type { Session } from '../api';
import { driftTone, driftWord } from '../drift';
import { lengthMs } from '../facts';
import classes from './session-row.module.css';

const SHOWN_OF_INTENT = 200;

interface SessionRowProps {
  readonly session: Session;
  readonly isSelected: boolean;
  /** The list does not hold it any more; it is shown as it was. */
  readonly isGone: boolean;
  /** Chosen to be compared with another. */
  readonly isPicked: boolean;
  readonly pick: () => void;
}

export function SessionRow({ session, isSelected, isGone, isPicked, pick }: SessionRowProps) {
  const { id, agentId, onBehalfOf, intent, displayStatus, counters, simulated, lastActivityAt, connectors } = session;
  return (
    <li className={classes.item}>
      <Checkbox
        size="xs"
        className={classes.pick}
        aria-label={words.pick(agentId)}
        checked={isPicked}
        onChange={pick}
      />
      <Link
        to={`/sessions/${id}` as string}
        data-session={id}
        className={`${classes.row} ${isSelected ? classes.selected : ''} ${isGone ? classes.gone : ''}`}
        title={isGone ? words.sessionRow.gone : undefined}
        aria-current={isSelected ? 'true' : undefined}
        preload={false}
      >
        <span className={classes.status}>
          <SessionStatusTag status={displayStatus} />
          {simulated && <Tag>{words.sessionRow.simulated}</Tag>}
        </span>
        <span className={classes.agent}>
          <UntrustedText>{agentId}</UntrustedText>
        </span>
        {onBehalfOf !== null && (
          <span className={classes.user} title={`${words.onBehalfOf} ${reveal(onBehalfOf)}`}>
            <UntrustedText>{onBehalfOf}</UntrustedText>
          </span>
        )}
        <span className={classes.intent}>
          <UntrustedText>
            {intent.length > SHOWN_OF_INTENT ? `${intent.slice(0, SHOWN_OF_INTENT)}…` : intent}
          </UntrustedText>
        </span>
        <span className={classes.calls}>
          {connectors.length > 0 && <span className={classes.connectors}>{connectors.join(', ')}</span>}
          <Counters counters={counters} />
        </span>
        <span className={classes.findings}>
          <Findings session={session} />
        </span>
        <span className={classes.duration} title={words.duration}>
          {duration(lengthMs(session))}
        </span>
        <span className={classes.time}>
          <Moment at={lastActivityAt} />
        </span>
      </Link>
    </li>
  );
}

function Findings({ session: { dirty, drift } }: { session: Session }) {
  return (
    <>
      {dirty && <Tag tone="danger">{words.needsAttention}</Tag>}
      {(drift === 'DRIFTED' || drift === 'REVIEW') && <Tag tone={driftTone(drift)}>{driftWord(drift)}</Tag>}
    </>
  );
}

/** The names of the columns; each row says them by its own contents, so that only eyes need them. */
export function SessionHeads() {
  const { status, agent, intent, findings, duration: length, last } = words.head;
  return (
    <div className={classes.heads} aria-hidden>
      {[status, agent, intent, findings, length, last].map((head) => (
        <span key={head}>{head}</span>
      ))}
    </div>
  );
}
