import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { newKey } from '../../../api/idempotency';
import { includes, useMe } from '../../../api/me';
import { useDefer, useIsDeferred } from '../../../deferred/use-deferred';
import { Section } from '../../../ui/page';
import { PlanNote } from '../../../ui/plan-note';
import { ProblemNote } from '../../../ui/problem-note';
import { agentWords as words } from '../../../words';
import { type Agent, agentQuery, changeAgent, type Order, progressQuery, undoQuery } from '../api';
import { ChooseSince } from './choose-since';
import { PlanView } from './plan-view';
import { ReportView } from './report-view';
import classes from './undo.module.css';

interface UndoSinceProps {
  readonly agent: Agent;
  /** Null if no time is chosen yet. */
  readonly since: string | null;
  readonly choose: (since: string) => void;
  readonly leave: () => void;
}

const NO_ORDER: Order = { agentId: '', since: '', key: '' };

/** Undoing an agent: since when, then the calls in their order, then what came of it. */
export function UndoSince({ agent, since, choose, leave }: UndoSinceProps) {
  const { data: me } = useMe();
  const [order, setOrder] = useState<Order | null>(null);
  const [ordered, setOrdered] = useState<readonly string[]>([]);
  const queryClient = useQueryClient();
  const undo = useQuery({ ...undoQuery(order ?? NO_ORDER), enabled: order !== null });
  const pausing = useMutation({
    mutationFn: () => changeAgent(agent.id, { status: 'PAUSED' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agentQuery(agent.id).queryKey }),
  });
  const defer = useDefer();
  const path = `/agents/${agent.id}`;
  const isDeferred = useIsDeferred(path);
  const isFinished = undo.data?.state === 'finished';
  // The sessions and those that need attention are different now.
  useEffect(() => {
    if (isFinished) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isChanged(queryKey) });
  }, [isFinished, queryClient]);

  if (me && !includes(me.organization.plan, 'PRO'))
    return (
      <Section title={words.undoSincePart.title}>
        <PlanNote title={words.undoSincePart.locked} needed="PRO" />
        <p>{words.undoSincePart.lockedHelp}</p>
      </Section>
    );
  if (order === null)
    return (
      <>
        <ChooseSince since={since} choose={choose} leave={leave} />
        {pausing.error && <ProblemNote error={pausing.error} />}
        {since && (
          <PlanView
            agent={agent}
            since={since}
            isOrdered={isDeferred || pausing.isPending}
            start={(label, sessionIds, by, pausesFirst) => {
              const wanted = { agentId: agent.id, since, key: newKey() };
              const begin = async () => {
                if (pausesFirst) await pausing.mutateAsync();
                setOrdered(sessionIds);
                setOrder(wanted);
              };
              // A pause that is refused is shown; then nothing is undone.
              if (by === 'pointer') return void begin().catch(() => undefined);
              // The order is sent also where this page was left meanwhile.
              const send = async () => {
                await begin();
                return queryClient.fetchQuery(undoQuery(wanted));
              };
              defer({ label: `${label} of ${agent.slug}`, path, send });
            }}
          />
        )}
      </>
    );
  return (
    <Section title={isFinished ? words.undoSincePart.undone : words.undoSincePart.beingUndone}>
      {undo.error && !undo.isFetching && <ProblemNote error={undo.error} retry={() => void undo.refetch()} />}
      {undo.data?.state !== 'finished' && !(undo.error && !undo.isFetching) && (
        <Progress sessionIds={undo.data?.rollbacks.map(({ sessionId }) => sessionId) ?? ordered} />
      )}
      {undo.data && <ReportView report={undo.data} leave={leave} />}
    </Section>
  );
}

const isChanged = ([first, second]: readonly unknown[]) =>
  first === 'session' || (first === 'agents' && second !== 'undo' && second !== 'plan');

/** The most sessions whose progress is asked for; an answer to the order itself has all of them. */
const FOLLOWED = 12;

/** Shows the progress of the undo, which continues without this page. */
function Progress({ sessionIds }: { sessionIds: readonly string[] }) {
  const answers = useQueries({ queries: sessionIds.slice(0, FOLLOWED).map(progressQuery) });
  const running = answers.flatMap(({ data }) => (data?.state === 'running' ? [data.progress] : []));
  const sum = (of: 'finished' | 'total') => running.reduce((all, progress) => all + progress[of], 0);
  return (
    <div className={classes.progress}>
      <p role="status">
        {running.length === 0 ? (
          words.progress.lead
        ) : (
          <>
            <strong>
              {sum('finished').toLocaleString('en')} {words.progress.of} {sum('total').toLocaleString('en')}
            </strong>{' '}
            {words.progress.processed}
          </>
        )}{' '}
        {words.progress.continues}
      </p>
      {running.length > 0 ? (
        <progress value={sum('finished')} max={Math.max(sum('total'), 1)} aria-label={words.progress.bar} />
      ) : (
        <progress aria-label={words.progress.bar} />
      )}
    </div>
  );
}
