import { Button } from '@mantine/core';
import { Empty } from '../../../ui/view';
import { sessionsWords as words } from '../../../words';
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
      <Empty title={hasMore ? words.foundNothingYet : words.foundNothing}>
        <Button variant="default" onClick={clear}>
          {words.noSessions.clearFilters}
        </Button>
      </Empty>
    );
  if (isOlder) return <Empty title={words.noneOlder} />;
  return (
    <Empty title={words.none}>
      <p>
        {words.noSessions.help} <a href="/dashboard/first-run">{words.noSessions.firstAgentLink}</a>{' '}
        {words.noSessions.firstAgentNote}
      </p>
      <pre className={classes.command}>BACKSTOP_API_KEY=bks_live_… node agent.mjs</pre>
    </Empty>
  );
}
