import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useCommands } from '../../keyboard/use-commands';
import { PageHead } from '../../ui/page-head';
import { ProblemNote } from '../../ui/problem-note';
import { steadyList } from '../../ui/steady-list';
import { useUrlState } from '../../ui/url-state';
import { Loading } from '../../ui/view';
import { sessionsWords as words } from '../../words';
import type { Session } from './api';
import { type Filters, isFiltered, NO_FILTERS, readListState, toQuery } from './filters';
import { CompareBar } from './list/compare-bar';
import { ExportButton } from './list/export-button';
import { FilterBar } from './list/filter-bar';
import { NoSessions } from './list/no-sessions';
import { SavedViews } from './list/saved-views';
import { SearchedTo } from './list/searched-to';
import { SessionHeads, SessionRow } from './list/session-row';
import classes from './sessions-page.module.css';
import { useHeldSessions } from './use-held-sessions';

/** The sessions of all agents, the newest first. */
export default function SessionsPage() {
  const [{ filters, selected }, change] = useUrlState(readListState);
  const key = JSON.stringify(filters);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHead
          title={words.sessionsPage.title}
          actions={
            <>
              <ExportButton filters={filters} />
              <SavedViews />
            </>
          }
        >
          {words.lead}
        </PageHead>
        <FilterBar filters={filters} change={change} />
      </div>
      <List key={key} filters={filters} selected={selected} change={change} />
    </div>
  );
}

interface ListProps {
  readonly filters: Filters;
  readonly selected: string | undefined;
  readonly change: ReturnType<typeof useUrlState>[1];
}

const NONE: readonly Session[] = [];

function List({ filters, selected, change }: ListProps) {
  // A range of "the last hour" begins when it was chosen: a request cannot wait for a list that moves by itself.
  const [query] = useState(() => toQuery(filters, Date.now()));
  const { page, error, again } = useHeldSessions(query);
  const [shown, setShown] = useState<readonly Session[]>(NONE);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const pick = (id: string) =>
    setPicked((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id].slice(-2)));
  const list = useRef<HTMLUListElement>(null);
  const latest = page?.sessions ?? NONE;
  if (shown.length === 0 && latest.length > 0) setShown(latest);
  const { rows, unseen, gone } = steadyList(shown, latest);
  const navigate = useNavigate();

  const index = rows.findIndex(({ id }) => id === selected);
  const step = (by: number) => {
    const next = rows[index < 0 ? 0 : Math.min(Math.max(index + by, 0), rows.length - 1)];
    if (!next) return;
    change({ selected: next.id });
    list.current?.querySelector<HTMLElement>(`[data-session="${next.id}"]`)?.focus();
  };
  const showUnseen = () => {
    setShown(latest);
    list.current?.parentElement?.scrollTo({ top: 0 });
  };
  useCommands(words.sessionsPage.title, [
    { keys: 'j', label: words.sessionsPage.next, run: () => step(1) },
    { keys: 'k', label: words.sessionsPage.previous, run: () => step(-1) },
    index >= 0 && {
      keys: 'Enter',
      label: words.sessionsPage.open,
      run: () => void navigate({ to: `/sessions/${selected}` } as never),
    },
    unseen.length > 0 && { keys: 'n', label: words.sessionsPage.showNew(unseen.length), run: showUnseen },
    selected !== undefined && {
      keys: 'Escape',
      label: words.sessionsPage.selectNone,
      run: () => change({ selected: undefined }),
    },
  ]);

  if (!page)
    return error ? (
      <div className={classes.note}>
        <ProblemNote error={error} retry={again} />
      </div>
    ) : (
      <Loading label={words.sessionsPage.loading} />
    );
  return (
    <div className={classes.body}>
      <div className={classes.bar} role="status">
        {unseen.length + gone.size > 0 && (
          <Button size="compact-sm" radius="xl" onClick={showUnseen}>
            {unseen.length > 0 ? words.sessionsPage.newCount(unseen.length) : words.sessionsPage.refresh}
          </Button>
        )}
      </div>
      <CompareBar picked={picked} clear={() => setPicked([])} />
      <div className={classes.scroller}>
        {error && (
          <div className={classes.note}>
            <ProblemNote error={error} retry={again} />
          </div>
        )}
        {rows.length === 0 ? (
          <NoSessions
            isFiltered={isFiltered(filters)}
            isOlder={filters.page !== undefined}
            hasMore={page.next !== null}
            clear={() => change(NO_FILTERS)}
          />
        ) : (
          <>
            <SessionHeads />
            <ul className={classes.rows} ref={list} aria-label={words.sessionsPage.title}>
              {rows.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  isSelected={session.id === selected}
                  isGone={gone.has(session.id)}
                  isPicked={picked.includes(session.id)}
                  pick={() => pick(session.id)}
                />
              ))}
            </ul>
          </>
        )}
        {filters.text && <SearchedTo at={page.searchedTo} hasMore={page.next !== null} />}
        <div className={classes.pages}>
          {filters.page && (
            <Button variant="default" onClick={() => change({ page: undefined, selected: undefined }, { step: true })}>
              {words.sessionsPage.newest}
            </Button>
          )}
          {page.next && (
            <Button
              variant="default"
              onClick={() => change({ page: page.next ?? undefined, selected: undefined }, { step: true })}
            >
              {rows.length === 0 ? words.sessionsPage.searchFurther : words.sessionsPage.older}
            </Button>
          )}
          {filters.text && (
            <Button variant="subtle" onClick={again}>
              {words.sessionsPage.searchAgain}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
