import { Loader } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Moment } from '../../ui/moment';
import { ProblemNote } from '../../ui/problem-note';
import { SessionStatusTag } from '../../ui/session-status';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { Loading } from '../../ui/view';
import { firstRunWords as words } from '../../words';
import { type Newest, newestSessions } from './api';
import classes from './first-run.module.css';

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

const AGAIN_MS = 2_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The newest sessions as the service has them: one request is always held there. */
function useNewest() {
  const [newest, setNewest] = useState<Newest | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    const { signal, stop } = stoppable();
    const follow = async () => {
      let known: string | null = null;
      while (!signal.aborted) {
        try {
          const next: Newest | null = await newestSessions(known, signal);
          if (signal.aborted) return;
          setError(null);
          if (!next) continue;
          known = next.etag;
          setNewest(next);
          if (known === null) await pause(AGAIN_MS);
        } catch (cause) {
          if (signal.aborted) return;
          setError(cause as Error);
          await pause(AGAIN_MS);
        }
      }
    };
    void follow();
    return stop;
  }, []);
  return { sessions: newest?.sessions ?? null, error };
}

function stoppable() {
  const controller = new AbortController();
  return { signal: controller.signal, stop: () => controller.abort() };
}
