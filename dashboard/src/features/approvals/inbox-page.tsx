import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useCommands } from '../../keyboard/use-commands';
import { usePreferences } from '../../preferences/preferences';
import { PageHead } from '../../ui/page-head';
import { ProblemNote } from '../../ui/problem-note';
import { steadyList } from '../../ui/steady-list';
import { useUrlState } from '../../ui/url-state';
import { useHeld } from '../../ui/use-held';
import { Empty, Loading } from '../../ui/view';
import { inboxWords as words } from '../../words';
import { type List, listApprovals } from './api';
import type { Approval } from './approval';
import { Card } from './card/card';
import { readInbox, type Status, toQuery } from './filters';
import classes from './inbox-page.module.css';
import { FilterBar } from './list/filter-bar';
import listClasses from './list/list.module.css';
import { ApprovalRow } from './list/row';
import { type Answers, Several } from './list/several';

const NONE: readonly Approval[] = [];
/** The number of calls that differ in their values alone from which they are offered together. */
const ALIKE = 3;

/** The pending approvals: the list, and the card of the open one. */
export default function InboxPage() {
  const [{ filters, selected }, change] = useUrlState(readInbox);
  const { timeZone } = usePreferences();
  const query = toQuery(filters, timeZone);
  const {
    page: list,
    error,
    again,
  } = useHeld<List>(JSON.stringify(query), (signal, known) => listApprovals(query, signal, known));
  const latest = list?.approvals ?? NONE;
  const [shown, setShown] = useState<readonly Approval[]>(NONE);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [answers, setAnswers] = useState<Answers>({});
  const { rows, unseen, gone } = useMemo(() => steadyList(shown, latest), [shown, latest]);
  useEffect(() => setShown((before) => steadyList(before, latest).rows), [latest]);

  const chosen = rows.filter(({ id }) => checked.has(id) && !gone.has(id));
  const kind = chosen[0]?.apiName;
  const open = (id: string) => change({ selected: id }, { step: selected === undefined });
  const check = (id: string) =>
    setChecked((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const checkAll = (ids: readonly string[]) => setChecked(new Set(ids));
  /** The pending calls of one operation in one session, where there are several; at its newest one. */
  const alikeOf = ({ id, sessionId, apiName }: Approval): readonly string[] => {
    const alike = rows.filter(
      (one) => one.sessionId === sessionId && one.apiName === apiName && one.status === 'PENDING' && !gone.has(one.id),
    );
    return alike.length >= ALIKE && alike[0]?.id === id ? alike.map((one) => one.id) : [];
  };
  const close = () => change({ selected: undefined });
  const at = rows.findIndex(({ id }) => id === selected);
  const move = (by: 1 | -1) => {
    const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by];
    if (!next) return;
    open(next.id);
    document.querySelector(`[data-id="${next.id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const showUnseen = () => setShown(latest);
  useCommands(words.inboxPage.title, [
    { keys: 'j', label: words.inboxPage.next, run: () => move(1) },
    { keys: 'k', label: words.inboxPage.previous, run: () => move(-1) },
    at < 0 && { keys: 'Enter', label: words.inboxPage.open, run: () => move(1) },
    selected !== undefined && { keys: 'Escape', label: words.inboxPage.closeCard, run: close },
    selected !== undefined && { keys: 'x', label: words.inboxPage.select, run: () => check(selected) },
    unseen.length > 0 && { keys: 'u', label: words.inboxPage.showNew, run: showUnseen },
    {
      keys: '/',
      label: words.inboxPage.filters,
      run: () => document.querySelector<HTMLElement>('search select')?.focus(),
    },
  ]);

  return (
    <div className={classes.page} data-open={selected !== undefined || undefined}>
      <section className={classes.list} aria-label={words.inboxPage.approvals}>
        <div className={classes.top}>
          <PageHead title={words.title}>
            {list && filters.status === 'PENDING' && words.pending(list.approvals.length, list.next !== null)}
            {filters.status === 'UNUSED' && words.unused.explained}
          </PageHead>
          <FilterBar filters={filters} approvals={latest} change={change} />
        </div>
        <div role="status" className={listClasses.freshPlace}>
          {unseen.length > 0 && (
            <button type="button" className={listClasses.fresh} onClick={showUnseen}>
              {unseen.length} {words.inboxPage.new}
            </button>
          )}
        </div>
        {error && <ProblemNote error={error} retry={again} />}
        {!list && !error && <Loading label={words.inboxPage.loadingList} />}
        {list && rows.length === 0 && <Nothing status={filters.status} />}
        <ol className={listClasses.rows}>
          {rows.map((approval) => (
            <ApprovalRow
              key={approval.id}
              approval={approval}
              isGone={gone.has(approval.id)}
              isSelected={approval.id === selected}
              isChecked={checked.has(approval.id) && !gone.has(approval.id)}
              canCheck={kind === undefined || kind === approval.apiName}
              alike={alikeOf(approval)}
              checkAll={checkAll}
              answer={answers[approval.id]}
              open={open}
              check={check}
            />
          ))}
        </ol>
        <nav className={classes.pages} aria-label={words.inboxPage.pages}>
          {filters.cursor && (
            <Button size="compact-xs" variant="default" onClick={() => change({ page: undefined }, { step: true })}>
              {words.inboxPage.newest}
            </Button>
          )}
          {list?.next && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => change({ page: list.next ?? undefined }, { step: true })}
            >
              {words.inboxPage.older}
            </Button>
          )}
        </nav>
        {chosen.length > 0 && <Several chosen={chosen} clear={() => setChecked(new Set())} onAnswers={setAnswers} />}
      </section>
      <section className={classes.peek} aria-label={words.inboxPage.loadingCard}>
        {selected ? (
          <>
            <button type="button" className={classes.close} onClick={close} aria-label={words.inboxPage.back}>
              <X size={16} aria-hidden />
              <span>{words.inboxPage.title}</span>
            </button>
            <h1 className={classes.title}>{words.inboxPage.title}</h1>
            <Card id={selected} />
          </>
        ) : (
          rows.length > 0 && (
            <Empty title={words.inboxPage.noCard}>
              <p>{words.inboxPage.noCardHelp}</p>
            </Empty>
          )
        )}
      </section>
    </div>
  );
}

function Nothing({ status }: { status: Status }) {
  if (status === 'UNUSED') return <Empty title={words.noneUnused} />;
  return status === 'PENDING' ? (
    <Empty title={words.nonePending}>
      <p>{words.inboxPage.noneHelp}</p>
      <p>
        {words.inboxPage.noAgents} <a href="/dashboard/first-run">{words.inboxPage.firstAgentLink}</a>{' '}
        {words.inboxPage.firstAgentNote}
      </p>
    </Empty>
  ) : (
    <Empty title={words.noneFound} />
  );
}
