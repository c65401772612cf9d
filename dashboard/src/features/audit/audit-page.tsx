import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMe } from '../../api/me';
import { useCommands } from '../../keyboard/use-commands';
import { usePreferences } from '../../preferences/preferences';
import { Moment } from '../../ui/moment';
import { Page, Section } from '../../ui/page';
import { ProblemNote } from '../../ui/problem-note';
import { useUrlState } from '../../ui/url-state';
import { Empty, Loading } from '../../ui/view';
import { auditWords as words } from '../../words';
import { type AuditEntry, auditQuery } from './api';
import classes from './audit.module.css';
import { EntryDetail } from './entry-detail';
import { EntryTable } from './entry-table';
import { FilterBar } from './filter-bar';
import { readFilters, toQuery } from './filters';
import { Proof } from './proof';

/** Lists who changed what, entry by entry, in a chain that shows later changes of the log itself. */
export default function AuditPage() {
  const { data: me } = useMe();
  const { timeZone } = usePreferences();
  const [{ filters, selected }, change] = useUrlState(readFilters);
  const log = useInfiniteQuery(auditQuery(toQuery(filters, timeZone)));
  const entries = useMemo(() => log.data?.pages.flatMap(({ rows }) => rows) ?? [], [log.data]);
  const isFiltered = Object.values(filters).some(Boolean);
  const searchedTo = log.data?.pages.at(-1)?.searchedTo ?? null;
  return (
    <Page title={words.title} lead={words.lead}>
      {me && <Proof organization={me.organization.id} />}
      <Section title={words.auditPage.entries} lead={words.auditPage.newestFirst}>
        <FilterBar filters={filters} change={change} />
        {log.error && <ProblemNote error={log.error} retry={() => void log.refetch()} />}
        {log.isPending && !log.error && <Loading label={words.auditPage.loading} />}
        {log.data && (
          <p role="status" className={classes.count} data-busy={log.isPlaceholderData || undefined}>
            {isFiltered ? words.found(entries.length) : words.loaded(entries.length)}
            {log.hasNextPage && words.olderFollow}
            {searchedTo && log.hasNextPage && (
              <>
                {words.searchedTo} <Moment at={searchedTo} />
              </>
            )}
          </p>
        )}
        {log.data && <Entries entries={entries} selected={selected} isFiltered={isFiltered} change={change} />}
        {log.hasNextPage && (
          <div className={classes.buttons}>
            <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
              {words.loadOlder}
            </Button>
          </div>
        )}
      </Section>
    </Page>
  );
}

interface EntriesProps {
  readonly entries: readonly AuditEntry[];
  /** A sequence. */
  readonly selected: number;
  readonly isFiltered: boolean;
  readonly change: ReturnType<typeof useUrlState>[1];
}

function Entries({ entries, selected, isFiltered, change }: EntriesProps) {
  const at = entries.findIndex(({ sequence }) => sequence === selected);
  const select = (sequence: number | undefined) =>
    change({ entry: sequence === undefined ? undefined : String(sequence) });
  const step = (by: number) => {
    const next = entries[at < 0 ? 0 : Math.min(Math.max(at + by, 0), entries.length - 1)];
    if (!next) return;
    select(next.sequence);
    document.querySelector(`[data-row="${next.id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  useCommands(words.auditPage.entries, [
    { keys: 'j', label: words.auditPage.nextEntry, run: () => step(1) },
    { keys: 'k', label: words.auditPage.previousEntry, run: () => step(-1) },
    at >= 0 && { keys: 'Escape', label: words.auditPage.closeEntry, run: () => select(undefined) },
  ]);
  const entry = entries[at];
  if (entries.length === 0) return <Empty title={isFiltered ? words.noneFound : words.none} />;
  return (
    <div className={classes.body} data-open={entry ? true : undefined}>
      <EntryTable entries={entries} selected={selected} select={select} />
      {entry && <EntryDetail key={entry.id} entry={entry} close={() => select(undefined)} />}
    </div>
  );
}
