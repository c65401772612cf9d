import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { newKey } from '../../api/idempotency';
import { isProblem } from '../../api/problem';
import { useDefer, useIsDeferred } from '../../deferred/here';
import { useCommands } from '../../keyboard/use-commands';
import type { By } from '../../ui/decide-button';
import { ProblemNote } from '../../ui/problem-note';
import { type Search, useUrlState } from '../../ui/url-state';
import { Loading } from '../../ui/view';
import { sessionQuery } from './api/session';
import { Outdated } from './order/outdated';
import { PlanView } from './plan/plan-view';
import { Progress } from './progress';
import { ReportView } from './report/report-view';
import { RollbackHead } from './rollback-head';
import classes from './rollback-page.module.css';
import { useRollback } from './use-rollback';

const read = ({ action }: Search) => ({ actionId: action ?? null });

/** Undoing a session, or one of its actions: the plan, then the progress, then the report. */
export default function RollbackPage() {
  const { sessionId = '' } = useParams({ strict: false }) as { sessionId?: string };
  const [{ actionId }] = useUrlState(read);
  return <Rollback key={`${sessionId} ${actionId}`} sessionId={sessionId} actionId={actionId} />;
}

function Rollback({ sessionId, actionId }: { sessionId: string; actionId: string | null }) {
  const session = useQuery(sessionQuery(sessionId));
  const { query, shown, order, outdated, isComplete } = useRollback(sessionId);
  const [overwritten, setOverwritten] = useState<ReadonlySet<string>>(new Set());
  const navigate = useNavigate();
  const back = () =>
    void navigate({ to: `/sessions/${sessionId}`, search: actionId ? { action: actionId } : {} } as never);
  useCommands('Rollback', [{ keys: 'Escape', label: 'Back to the session', run: back }]);

  const defer = useDefer();
  const path = `/sessions/${sessionId}/rollback`;
  const isOrdered = useIsDeferred(path) || order.isPending;
  const start = (label: string, force: readonly string[], by: By) => {
    if (!shown?.hash || isOrdered || !isComplete) return;
    const wanted = { sessionId, actionId, planHash: shown.hash, force, key: newKey() };
    if (by === 'pointer') order.mutate(wanted);
    else defer({ label, path, send: () => order.mutateAsync(wanted) });
  };
  const choose = (id: string, isOverwritten: boolean) =>
    setOverwritten((now) => (isOverwritten ? new Set([...now, id]) : new Set([...now].filter((one) => one !== id))));

  const isRefused = order.error !== null && !isProblem(order.error, 'plan-changed');
  return (
    <div className={classes.page}>
      <RollbackHead session={session.data} sessionId={sessionId} actionId={actionId} shown={shown} back={back} />
      {isRefused && order.error && <ProblemNote error={order.error} />}
      {outdated && shown && !query.isFetching && <Outdated before={outdated} now={shown} />}
      {shown ? (
        <>
          {shown.state === 'planned' && (
            <PlanView
              shown={shown}
              sessionId={sessionId}
              actionId={actionId}
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
              isOrdered={isOrdered}
              overwritten={overwritten}
              choose={choose}
              start={start}
            />
          )}
        </>
      ) : query.error && !query.isFetching ? (
        <ProblemNote error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Loading label="the rollback" />
      )}
    </div>
  );
}
