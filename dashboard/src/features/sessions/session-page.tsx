import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { includes, useMe } from '../../api/me';
import { summaryQuery } from '../../api/session-summary';
import { useCommands } from '../../keyboard/use-commands';
import { isFinal } from '../../ui/action-status';
import { ProblemNote } from '../../ui/problem-note';
import { type Search, useUrlState } from '../../ui/url-state';
import { Empty, Loading, View } from '../../ui/view';
import { sessionsWords } from '../../words';
import { type Action, type ActionPage, actionsKey, actionsQuery, intentQuery } from './api';
import { ActionCard } from './card/action-card';
import { canBeUndone } from './card/action-facts';
import { SessionHead } from './head/session-head';
import classes from './session-page.module.css';
import { fold, idOf, type Line, lineOf } from './timeline/fold';
import { Timeline } from './timeline/timeline';
import { useHeldSessions } from './use-held-sessions';

const WIDE = '(min-width: 1024px)';

const read = ({ action }: Search) => ({ selected: action });

/** One session and the calls of its agent, one after another, as they happen. */
export default function SessionPage() {
  const { sessionId = '' } = useParams({ strict: false }) as { sessionId?: string };
  const { data: me } = useMe();
  const { summary, session } = useSession(sessionId);
  const intent = useQuery({
    ...intentQuery(sessionId),
    enabled: Boolean(summary.data && me && includes(me.organization.plan, 'TEAM')),
  });
  return (
    <View query={summary} label={sessionsWords.sessionPage.loading}>
      {(data) => (
        <div className={classes.page}>
          <SessionHead summary={data} session={session} intent={intent.data} />
          <Actions key={sessionId} sessionId={sessionId} intent={intent.data} />
        </div>
      )}
    </View>
  );
}

function Actions({ sessionId, intent }: { sessionId: string; intent: Parameters<typeof Timeline>[0]['intent'] }) {
  const [{ selected: chosen }, change] = useUrlState(read);
  const navigate = useNavigate();
  /** On a wide screen the first blocked call is open until the operator chooses another one, or none. */
  const [isOffered, setIsOffered] = useState(() => matchMedia(WIDE).matches);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  /** A fold has no action of its own that the URL could name. */
  const [currentFold, setCurrentFold] = useState<string | null>(null);
  const { actions, isLoading, hasNext, error, again, loadNext } = useActions(sessionId);
  const lines = useMemo(() => fold(actions, open), [actions, open]);
  const blocked = isOffered ? actions.find(({ status }) => status === 'BLOCKED')?.id : undefined;
  const selected = chosen ?? blocked;
  const foldIndex = lines.findIndex((line) => line.kind === 'reads' && line.id === currentFold);
  const current = foldIndex >= 0 ? foldIndex : lineOf(lines, selected);
  const action = actions.find(({ id }) => id === selected);
  // A link may lead to an action of a later page.
  const isSought = selected !== undefined && action === undefined && hasNext && !isLoading;
  useEffect(() => {
    if (isSought) loadNext();
  }, [isSought, loadNext]);

  const select = useCallback(
    (line: Line) => {
      setIsOffered(false);
      setCurrentFold(line.kind === 'reads' ? line.id : null);
      change({ action: line.kind === 'action' ? line.action.id : undefined });
    },
    [change],
  );
  const toggle = (id: string) =>
    setOpen((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])));
  const activate = (line: Line) => {
    select(line);
    if (line.kind === 'reads') toggle(idOf(line));
  };
  const step = (by: number) => {
    const next = lines[current < 0 ? 0 : Math.min(Math.max(current + by, 0), lines.length - 1)];
    if (next) select(next);
  };
  const close = () => {
    setIsOffered(false);
    setCurrentFold(null);
    change({ action: undefined });
  };
  const undo = () => void navigate({ to: `/sessions/${sessionId}/rollback`, search: { action: selected } } as never);
  const undoFrom = () => void navigate({ to: `/sessions/${sessionId}/rollback`, search: { from: selected } } as never);
  const currentLine = lines[current];

  useCommands(sessionsWords.sessionPage.timeline, [
    { keys: 'j', label: sessionsWords.sessionPage.nextAction, run: () => step(1) },
    { keys: 'k', label: sessionsWords.sessionPage.previousAction, run: () => step(-1) },
    currentLine !== undefined &&
      currentLine.kind === 'reads' && {
        keys: 'Enter',
        label: currentLine.isOpen ? sessionsWords.sessionPage.foldReads : sessionsWords.sessionPage.showReads,
        run: () => toggle(currentLine.id),
      },
    action !== undefined &&
      canBeUndone(action) && { keys: 'u', label: sessionsWords.sessionPage.undoAction, run: undo },
    action !== undefined &&
      canBeUndone(action) && { keys: 'f', label: sessionsWords.sessionPage.undoFrom, run: undoFrom },
    {
      keys: 'Escape',
      label: action ? sessionsWords.sessionPage.closeAction : sessionsWords.sessionPage.back,
      run: () => (selected || currentFold ? close() : void navigate({ to: '/sessions' } as never)),
    },
  ]);

  if (error && actions.length === 0)
    return (
      <div className={classes.note}>
        <ProblemNote error={error} retry={again} />
      </div>
    );
  if (actions.length === 0)
    return isLoading ? (
      <Loading label={sessionsWords.sessionPage.loadingActions} />
    ) : (
      <Empty title={sessionsWords.sessionPage.none}>
        <p>{sessionsWords.sessionPage.noneHelp}</p>
      </Empty>
    );
  return (
    <div className={classes.body}>
      <div className={classes.timeline}>
        {error && <ProblemNote error={error} retry={again} />}
        <Timeline lines={lines} current={current} intent={intent} select={activate} onEnd={loadNext} />
        {isLoading && <p className={classes.loading}>{sessionsWords.sessionPage.loadingMore}</p>}
      </div>
      {action && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys
        <aside className={classes.peek} aria-label={sessionsWords.sessionPage.selected} tabIndex={0}>
          <ActionCard key={action.id} action={action} undo={undo} undoFrom={undoFrom} close={close} />
        </aside>
      )}
    </div>
  );
}

/** A session's actions in the order they were logged, as many pages of them as were asked for. */
function useActions(sessionId: string) {
  const [pages, setPages] = useState(1);
  const found = useQueries({
    queries: Array.from({ length: pages }, (_, page) => actionsQuery(sessionId, page)),
    combine: (results) => ({
      actions: results.flatMap(({ data }): readonly Action[] => data?.actions ?? []),
      isLoading: results.some(({ data }) => data === undefined),
      hasNext: results.at(-1)?.data?.hasNext ?? false,
      error: results.find(({ error, isFetching }) => error && !isFetching)?.error ?? null,
      again: () => {
        for (const { error, refetch } of results) if (error) void refetch();
      },
    }),
  });
  const { hasNext } = found;
  const loadNext = useCallback(() => {
    if (hasNext) setPages((now) => now + 1);
  }, [hasNext]);
  return { ...found, loadNext };
}

const mayChange = (page: ActionPage | undefined) =>
  !page?.hasNext || page.actions.some(({ status }) => !isFinal(status));

/** The list of the sessions that an agent opened in one millisecond: a session alone cannot be waited for. */
const openedWith = ({ agentId, createdAt }: { agentId: string; createdAt: string }) => ({
  agentId,
  since: createdAt,
  until: new Date(Date.parse(createdAt) + 1).toISOString(),
});

/** Returns a session as it is now. Each change of it updates the page's actions. */
function useSession(id: string) {
  const summary = useQuery(summaryQuery(id));
  const held = useHeldSessions(summary.data ? openedWith(summary.data) : null);
  const session = held.page?.sessions.find((one) => one.id === id) ?? null;
  const queryClient = useQueryClient();
  const { displayStatus } = session ?? {};
  const etag = held.page?.etag;
  useEffect(() => {
    if (!etag) return;
    void queryClient.invalidateQueries({ queryKey: summaryQuery(id).queryKey });
    void queryClient.invalidateQueries({ queryKey: intentQuery(id).queryKey });
    void queryClient.invalidateQueries({
      queryKey: actionsKey(id),
      predicate: ({ state }) => mayChange(state.data as ActionPage | undefined),
    });
  }, [etag, id, queryClient]);
  // A rollback changes actions that were settled.
  useEffect(() => {
    if (displayStatus) void queryClient.invalidateQueries({ queryKey: actionsKey(id) });
  }, [displayStatus, id, queryClient]);
  return { summary, session };
}
