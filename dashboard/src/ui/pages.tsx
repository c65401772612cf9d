import { Button } from '@mantine/core';
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
    <nav className={classes.pages} aria-label={`Older and newer ${label}`}>
      {page && (
        <Button variant="default" onClick={() => change({ page: undefined }, { step: true })}>
          Newest
        </Button>
      )}
      {next && (
        <Button variant="default" onClick={() => change({ page: next }, { step: true })}>
          Older
        </Button>
      )}
    </nav>
  );
}
