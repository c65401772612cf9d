import { Button } from '@mantine/core';
import { commonWords as words } from '../words';
import classes from './row-pages.module.css';
import type { useUrlState } from './url-state';

interface RowPagesProps {
  readonly label: string;
  readonly page: number;
  readonly pages: number;
  readonly change: ReturnType<typeof useUrlState>[1];
}

/** Pages through a list that is completely loaded. */
export function RowPages({ label, page, pages, change }: RowPagesProps) {
  if (pages === 1) return null;
  const go = (to: number) => change({ page: to === 1 ? undefined : String(to), selected: undefined }, { step: true });
  return (
    <nav className={classes.pages} aria-label={words.rowPages.pagesOf(label)}>
      <Button variant="default" disabled={page === 1} onClick={() => go(page - 1)}>
        {words.rowPages.newer}
      </Button>
      <span>
        {words.rowPages.page} {page} {words.rowPages.of} {pages}
      </span>
      <Button variant="default" disabled={page === pages} onClick={() => go(page + 1)}>
        {words.rowPages.older}
      </Button>
    </nav>
  );
}
