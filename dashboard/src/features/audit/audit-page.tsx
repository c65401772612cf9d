import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Search as Magnifier } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useMe } from '../../api/me';
import { useCommands } from '../../keyboard/use-commands';
import { Page, Section } from '../../ui/page';
import { ProblemNote } from '../../ui/problem-note';
import { type Search, useUrlState } from '../../ui/url-state';
import { Empty, Loading } from '../../ui/view';
import { type AuditEntry, auditQuery } from './api/list';
import classes from './audit.module.css';
import { EntryDetail } from './entry-detail';
import { EntryTable } from './entry-table';
import { find } from './find';
import { Proof } from './proof';

const LONGEST = 200;

const read = ({ find: words, entry }: Search) => ({ found: words?.slice(0, LONGEST) ?? '', selected: Number(entry) });

/** Lists who changed what, entry by entry, in a chain that shows later changes of the log itself. */
export default function AuditPage() {
  const { data: me } = useMe();
  const log = useInfiniteQuery(auditQuery);
  const entries = useMemo(() => log.data?.pages.flatMap(({ rows }) => rows) ?? [], [log.data]);
  return (
    <Page
      title="Audit log"
      lead="Every change of keys, policies, credentials, agents, approvals, rollbacks, plan and members, and who made it."
    >
      {me && <Proof organization={me.organization.id} />}
      <Section title="Entries" lead="Newest first.">
        {log.error && <ProblemNote error={log.error} retry={() => void log.refetch()} />}
        {log.isPending && !log.error && <Loading label="the audit log" />}
        {log.data && <Entries entries={entries} hasOlder={log.hasNextPage} />}
        {log.hasNextPage && (
          <div className={classes.buttons}>
            <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
              Load older entries
            </Button>
          </div>
        )}
      </Section>
    </Page>
  );
}

function Entries({ entries, hasOlder }: { entries: readonly AuditEntry[]; hasOlder: boolean }) {
  const [{ found, selected }, change] = useUrlState(read);
  // Typed text does not wait for the URL.
  const [words, setWords] = useState(found);
  const input = useRef<HTMLInputElement>(null);
  const rows = useMemo(() => find(entries, words), [entries, words]);
  const at = rows.findIndex(({ sequence }) => sequence === selected);
  const select = (sequence: number | undefined) =>
    change({ entry: sequence === undefined ? undefined : String(sequence) });
  const step = (by: number) => {
    const next = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (!next) return;
    select(next.sequence);
    document.querySelector(`[data-row="${next.id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  useCommands('Entries', [
    { keys: '/', label: 'Find', run: () => input.current?.focus() },
    { keys: 'j', label: 'Next entry', run: () => step(1) },
    { keys: 'k', label: 'Previous entry', run: () => step(-1) },
    at >= 0 && { keys: 'Escape', label: 'Close the entry', run: () => select(undefined) },
  ]);
  const entry = rows[at];
  return (
    <>
      <search className={classes.search}>
        <TextInput
          ref={input}
          size="xs"
          aria-label="Find in the loaded entries"
          placeholder="Find in the loaded entries"
          leftSection={<Magnifier size={14} />}
          value={words}
          maxLength={LONGEST}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            change({ find: event.currentTarget.value || undefined });
          }}
        />
        <span role="status">
          {words ? `${rows.length} of ${entries.length} loaded` : `${entries.length} loaded`}
          {hasOlder ? ', older ones follow' : ''}
        </span>
      </search>
      {rows.length === 0 ? (
        <Empty title={entries.length === 0 ? 'Nothing was changed so far' : 'No loaded entry says that'}>
          {words && <p>{hasOlder ? 'Load older entries to look further.' : 'All entries are loaded.'}</p>}
        </Empty>
      ) : (
        <div className={classes.body} data-open={entry ? true : undefined}>
          <EntryTable entries={rows} selected={selected} select={select} />
          {entry && <EntryDetail key={entry.id} entry={entry} close={() => select(undefined)} />}
        </div>
      )}
    </>
  );
}
