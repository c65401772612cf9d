import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { sessionsWords as words } from '../../../words';
import classes from './compare-bar.module.css';

interface CompareBarProps {
  /** Ids of sessions, at most two. */
  readonly picked: readonly string[];
  readonly clear: () => void;
}

/** Leads to the two sessions that were chosen. */
export function CompareBar({ picked: [a, b], clear }: CompareBarProps) {
  if (!a) return null;
  return (
    <div className={classes.bar} role="status">
      {b ? (
        <Link to={'/compare-sessions' as string} search={{ a, b } as never} className={classes.link}>
          {words.compare}
        </Link>
      ) : (
        <span>{words.pickAnother}</span>
      )}
      <Button variant="subtle" onClick={clear}>
        {words.compareBar.clear}
      </Button>
    </div>
  );
}
