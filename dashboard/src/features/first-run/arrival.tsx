import { Loader } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../ui/moment';
import { ProblemNote } from '../../ui/problem-note';
import { SessionStatusTag } from '../../ui/session-status';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { Loading } from '../../ui/view';
import { firstRunWords as words } from '../../words';
import classes from './first-run.module.css';
import { useNewest } from './use-newest';

/** Sessions as they are opened. */
export function Arrival() {
  const { sessions, error } = useNewest();
  if (!sessions) return error ? <ProblemNote error={error} /> : <Loading label={words.arrival.loading} />;
  return (
    <div role="status" aria-live="polite">
      {sessions.length === 0 ? (
        <p className={classes.waiting}>
          <Loader size="xs" /> {words.arrival.waiting}
        </p>
      ) : (
        <ul className={classes.sessions} aria-label={words.arrival.label}>
          {sessions.map(({ id, agentId, intent, displayStatus, simulated, createdAt }) => (
            <li key={id}>
              <SessionStatusTag status={displayStatus} />
              {simulated && <Tag>{words.arrival.simulated}</Tag>}
              <Link to={`/sessions/${id}` as string}>
                <UntrustedText>{agentId}</UntrustedText>
              </Link>
              <span className={classes.intent}>
                <UntrustedText>{intent.slice(0, 200)}</UntrustedText>
              </span>
              <Moment at={createdAt} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
