import type { ErrorComponentProps } from '@tanstack/react-router';
import { ProblemNote } from '../ui/problem-note';
import classes from './error-page.module.css';

/** What a page shows when it failed itself: the rest of the dashboard goes on. */
export function ErrorPage({ error: thrown, reset }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  // A newer build has replaced the files that this page would load.
  const isOutdated = /dynamically imported module|Importing a module script/.test(error.message);
  return (
    <div className={classes.page}>
      <ProblemNote
        error={isOutdated ? new Error('The service was updated while this page was open.') : error}
        retry={isOutdated ? () => location.reload() : reset}
      />
    </div>
  );
}
