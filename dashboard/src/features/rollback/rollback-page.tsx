import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { newKey } from '../../api/idempotency';
import { isProblem, Unreachable } from '../../api/problem';
import { summaryQuery } from '../../api/session-summary';
import { useDefer, useIsDeferred } from '../../deferred/use-deferred';
import { useCommands } from '../../keyboard/use-commands';
import type { By } from '../../ui/decide-button';
import { ProblemNote } from '../../ui/problem-note';
import { type Search, useUrlState } from '../../ui/url-state';
import { Loading } from '../../ui/view';
import { rollbackWords as words } from '../../words';
import { type Order, orderRollback, rollbackQuery, type SessionPart } from './api';
import { Outdated } from './order/outdated';
import { PlanView } from './plan/plan-view';
import { Progress } from './progress';
import { ReportView } from './report/report-view';
import { useRevert } from './revert/use-revert';
import { RollbackHead } from './rollback-head';
import classes from './rollback-page.module.css';
import { type Choice, type Choices, type Chosen, joined, type Shown } from './shown';

const read = ({ action, from, toolCall }: Search) => ({
  actionId: action ?? null,
  from: from ?? null,
  toolCall: toolCall ?? null,
});

/** Undoing a session, or one of its actions: the plan, then the progress, then the report. */
export default function RollbackPage() {
  const { sessionId = '' } = useParams({ strict: false }) as { sessionId?: string };
  const [{ actionId, from, toolCall }] = useUrlState(read);
  return (
    <Rollback
      key={`${sessionId} ${actionId} ${from} ${toolCall}`}
      sessionId={sessionId}
      actionId={actionId}
      part={partOf(from, toolCall)}
    />
  );
}

interface RollbackProps {
  readonly sessionId: string;
  /** The one action to undo; null otherwise. */
  readonly actionId: string | null;
  readonly part: SessionPart;
}

function Rollback({ sessionId, actionId, part }: RollbackProps) {
  const session = useQuery(summaryQuery(sessionId));
  const { query, shown, order, outdated, isComplete } = useRollback(sessionId, part);
  const [choices, setChoices] = useState<Choices>(new Map());
  const navigate = useNavigate();
  const shownAction = actionId ?? (part && 'fromActionId' in part ? part.fromActionId : null);
  const back = () =>
    void navigate({
      to: `/sessions/${sessionId}`,
      search: shownAction ? { action: shownAction } : {},
    } as never);
  useCommands(words.rollbackPage.title, [{ keys: 'Escape', label: words.rollbackPage.back, run: back }]);

  const defer = useDefer();
  const path = `/sessions/${sessionId}/rollback`;
  const isOrdered = useIsDeferred(path) || order.isPending;
  const start = (label: string, chosen: Chosen, by: By) => {
    if (!shown?.hash || isOrdered || !isComplete) return;
    const wanted = {
      sessionId,
      actionId,
      part: part ?? (shown.state === 'planned' ? null : partOf(shown.fromActionId, shown.toolCallId)),
      planHash: shown.hash,
      ...chosen,
      key: newKey(),
    };
    // The plan of a part stays a plan: the report is on the page of the session's rollback.
    const toReport = () => part !== null && void navigate({ to: path, search: {}, replace: true } as never);
    const send = () => order.mutateAsync(wanted).then(toReport);
    if (by === 'pointer') order.mutate(wanted, { onSuccess: toReport });
    else defer({ label, path, send });
  };
  const reverts = shown && shown.state === 'finished' ? shown.reverts : null;
  const revert = useRevert(sessionId, reverts, () => undefined);
  const choose = (id: string, choice: Choice | undefined) =>
    setChoices((now) => {
      const others = [...now].filter(([one]) => one !== id);
      return new Map(choice === undefined ? others : [...others, [id, choice]]);
    });

  const isRefused = order.error !== null && !isProblem(order.error, 'plan-changed');
  return (
    <div className={classes.page}>
      <RollbackHead
        session={session.data}
        sessionId={sessionId}
        subject={subjectOf(actionId, part, shown)}
        shown={shown}
        back={back}
      />
      {isRefused && order.error && <ProblemNote error={order.error} />}
      {revert.order.error && <ProblemNote error={revert.order.error} />}
      {outdated && shown && !query.isFetching && <Outdated before={outdated} now={shown} />}
      {shown ? (
        <>
          {shown.state === 'planned' && (
            <PlanView
              shown={shown}
              sessionId={sessionId}
              actionId={actionId}
              part={part}
              isComplete={isComplete}
              isOrdered={isOrdered}
              start={start}
            />
          )}
          {shown.state === 'running' && <Progress shown={shown} />}
          {shown.state === 'finished' && (
            <ReportView
              shown={shown}
              sessionId={sessionId}
              actionId={actionId}
              isOrdered={isOrdered || revert.isOrdered}
              isSimulated={session.data?.simulated ?? false}
              choices={choices}
              choose={choose}
              start={reverts === null ? start : (label, { force }, by) => revert.start(label, force, by)}
              undoThis={() => void navigate({ to: `${path}/${shown.rollbackId}/revert` } as never)}
            />
          )}
        </>
      ) : query.error && !query.isFetching ? (
        <ProblemNote error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Loading label={words.rollbackPage.loading} />
      )}
    </div>
  );
}

function partOf(fromActionId: string | null, toolCallId: string | null): SessionPart {
  if (fromActionId !== null) return { fromActionId };
  return toolCallId === null ? null : { toolCallId };
}

function subjectOf(actionId: string | null, part: SessionPart, shown: Shown | null): string {
  if (shown && shown.state !== 'planned' && shown.reverts !== null) return words.rollbackPage.titleRevert;
  if (part !== null) return 'fromActionId' in part ? words.rollbackPage.titleFrom : words.rollbackPage.titleToolCall;
  return actionId === null ? words.rollbackPage.title : words.rollbackPage.titleAction;
}

/** An order whose answer was lost is sent again under its key, which begins nothing twice. */
const TRIES = 30;

/** Returns the state of a session's rollback, and the function that orders one. */
function useRollback(sessionId: string, part: SessionPart) {
  const queryClient = useQueryClient();
  /** The plan or report that the operator had read when the service refused the order as outdated. */
  const [outdated, setOutdated] = useState<Shown | null>(null);
  const order = useMutation({
    mutationFn: (one: Order) => orderRollback(one),
    retry: (failures, error) => error instanceof Unreachable && failures < TRIES,
    retryDelay: 1_000,
    onMutate: (): { readonly read: Shown | null } => {
      setOutdated(null);
      return { read: shown };
    },
    onError: (error, _, context) => {
      if (isProblem(error, 'plan-changed')) setOutdated(context?.read ?? null);
    },
    // The session, its actions and this rollback: all of it is different now.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['session', sessionId] }),
  });
  const query = useInfiniteQuery(rollbackQuery(sessionId, part, order.isPending));
  const { data, hasNextPage, isFetching, fetchNextPage, refetch } = query;
  const isRunning = data?.pages[0]?.state === 'running';
  const shown: Shown | null = useMemo(() => (data ? joined(data.pages) : null), [data]);

  // All of a plan has to be there before it can be ordered; of one that runs, the first part is enough.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isRunning && !order.isPending) void fetchNextPage();
  }, [hasNextPage, isFetching, isRunning, order.isPending, fetchNextPage]);
  useEffect(() => {
    if (data && !shown && !isFetching) void refetch();
  }, [data, shown, isFetching, refetch]);

  return { query, shown, order, outdated, isComplete: !hasNextPage && !isFetching };
}
