import { Button } from '@mantine/core';
import { commonWords as words } from '../words';
import classes from './pages.module.css';
import type { useUrlState } from './url-state';

interface PagesProps {
  /** The name of the list. */
  readonly label: string;
  readonly page: string | undefined;
  readonly next: string | null;
  readonly change: ReturnType<typeof useUrlState>[1];
}

/** Links from one page of a list to the older one, and back to the newest. */
export function Pages({ label, page, next, change }: PagesProps) {
  if (!page && !next) return null;
  return (
    <nav className={classes.pages} aria-label={words.pages.label(label)}>
      {page && (
        <Button variant="default" onClick={() => change({ page: undefined }, { step: true })}>
          {words.pages.newest}
        </Button>
      )}
      {next && (
        <Button variant="default" onClick={() => change({ page: next }, { step: true })}>
          {words.pages.older}
        </Button>
      )}
    </nav>
  );
}
