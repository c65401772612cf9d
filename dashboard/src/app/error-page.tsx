import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { probe, whenBack } from '../api/connection';
import { ProblemNote } from '../ui/problem-note';
import { shellWords as words } from '../words';
import classes from './error-page.module.css';

/** The browser could not load a file of the page. */
const NOT_LOADED = /dynamically imported module|Importing a module script|Unable to preload CSS/;

/** Shows that a page itself failed; the rest of the dashboard still works. */
export function ErrorPage({ error: thrown, reset }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return (
    <div className={classes.page}>
      {NOT_LOADED.test(error.message) ? <NotLoaded /> : <ProblemNote error={error} retry={reset} />}
    </div>
  );
}

/** The service is away, and the page opens when it is back; or a newer build has replaced the files that this page would load. */
function NotLoaded() {
  const [isAway, setIsAway] = useState<boolean | null>(null);
  useEffect(() => void probe().then((isThere) => setIsAway(!isThere)), []);
  useEffect(() => (isAway ? whenBack(() => location.reload()) : undefined), [isAway]);
  if (isAway === null) return null;
  return <ProblemNote error={new Error(isAway ? words.away : words.outdated)} retry={() => location.reload()} />;
}
