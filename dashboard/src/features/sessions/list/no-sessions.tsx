import { Button } from '@mantine/core';
import { Empty } from '../../../ui/view';
import classes from './no-sessions.module.css';

interface NoSessionsProps {
  readonly isFiltered: boolean;
  readonly isOlder: boolean;
  /** A search ended before it had seen every session. */
  readonly hasMore: boolean;
  readonly clear: () => void;
}

export function NoSessions({ isFiltered, isOlder, hasMore, clear }: NoSessionsProps) {
  if (isFiltered)
    return (
      <Empty title={hasMore ? 'Nothing found so far' : 'No session fits these filters'}>
        {hasMore && <p>The search has not seen every session yet.</p>}
        <Button variant="default" onClick={clear}>
          Clear the filters
        </Button>
      </Empty>
    );
  if (isOlder) return <Empty title="No older session" />;
  return (
    <Empty title="No session so far">
      <p>
        A session appears here by itself when an agent opens its first one.{' '}
        <a href="/dashboard/first-run">Your first agent</a> makes a key and a program of ten lines; then run it:
      </p>
      <pre className={classes.command}>BACKSTOP_API_KEY=bks_live_… node agent.mjs</pre>
    </Empty>
  );
}
