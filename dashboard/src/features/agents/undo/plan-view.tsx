import { Button, Checkbox } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { type Operation, registryQuery } from '../../../api/registry';
import { useCommands } from '../../../keyboard/use-commands';
import { ActionStatusTag } from '../../../ui/action-status';
import { CallName } from '../../../ui/call-name';
import { ChordKey } from '../../../ui/chord-key';
import { type By, DecideButton } from '../../../ui/decide-button';
import { Figures } from '../../../ui/figures';
import { Moment } from '../../../ui/moment';
import { Section } from '../../../ui/page';
import { ReversibilityTag } from '../../../ui/reversibility';
import { Empty, View } from '../../../ui/view';
import { agentWords, agentWords as words } from '../../../words';
import { type Agent, type Effect, planQuery } from '../api';
import classes from './undo.module.css';

interface PlanViewProps {
  readonly agent: Agent;
  readonly since: string;
  /** @param sessionIds the sessions that it is known to concern */
  readonly start: (label: string, sessionIds: readonly string[], by: By, pausesFirst: boolean) => void;
  /** It waits to be sent. */
  readonly isOrdered: boolean;
}

const many = (count: number) => count.toLocaleString('en');
const callWords = (count: number) => `${many(count)} ${count === 1 ? 'call' : 'calls'}`;

/** Lists the calls that would be undone, the last effect first, before the undo begins. */
export function PlanView({ agent, since, start, isOrdered }: PlanViewProps) {
  const query = useInfiniteQuery(planQuery(agent.id, since));
  const { data: operations } = useQuery(registryQuery);
  const [first] = query.data?.pages ?? [];
  const effects: readonly Effect[] = query.data?.pages.flatMap((page) => page.effects) ?? [];
  const isReady = first !== undefined && first.total > 0 && !query.isFetching && !isOrdered;
  const words = agentWords.planView.undoCommand(callWords(first?.total ?? 0));
  const [isPausing, setIsPausing] = useState(true);
  const isActive = agent.status === 'ACTIVE';
  const order = (by: By) =>
    isReady && start(words, [...new Set(effects.map(({ sessionId }) => sessionId))], by, isActive && isPausing);
  useCommands(agentWords.planView.title, [isReady && { keys: 'mod+Enter', label: words, decide: () => order('key') }]);
  return (
    <Section title={agentWords.planView.order} lead={agentWords.planView.orderLead}>
      <View
        query={query}
        label={agentWords.planView.loading}
        isEmpty={({ pages }) => pages[0]?.total === 0}
        empty={
          <Empty title={agentWords.planView.none}>
            <p>{agentWords.planView.noneHelp}</p>
            <Button variant="default" onClick={() => void query.refetch()}>
              {agentWords.planView.again}
            </Button>
          </Empty>
        }
      >
        {({ pages: [plan] }) =>
          plan && (
            <>
              <Figures
                label={agentWords.planView.figures}
                figures={[
                  { name: agentWords.planView.calls, value: many(plan.total) },
                  { name: agentWords.planView.sessions, value: many(plan.sessions) },
                  {
                    name: agentWords.planView.underWay,
                    value: many(plan.skipped.length),
                    isWarning: plan.skipped.length > 0,
                  },
                ]}
              />
              <div className={classes.order}>
                <DecideButton
                  size="sm"
                  color="red"
                  leftSection={<RotateCcw size={15} />}
                  rightSection={<ChordKey />}
                  disabled={query.isFetching}
                  loading={isOrdered}
                  decide={order}
                >
                  {agentWords.planView.undo} {callWords(plan.total)}
                </DecideButton>
                <Button variant="default" loading={query.isRefetching} onClick={() => void query.refetch()}>
                  {agentWords.planView.again}
                </Button>
                {isActive && (
                  <Checkbox
                    size="xs"
                    label={agentWords.pauseFirst}
                    checked={isPausing}
                    onChange={(event) => setIsPausing(event.currentTarget.checked)}
                  />
                )}
                <p>{agentWords.planView.consequence}</p>
              </div>
              <ol className={classes.effects} aria-label={agentWords.planView.list}>
                {effects.map((effect, index) => (
                  <EffectLine
                    key={effect.actionId}
                    effect={effect}
                    number={index + 1}
                    operation={operations?.find(({ apiName }) => apiName === effect.apiName)}
                    isKnown={operations !== undefined}
                  />
                ))}
              </ol>
              {query.hasNextPage && (
                <div>
                  <Button
                    variant="default"
                    loading={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    {agentWords.planView.more} {many(plan.total - effects.length)}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </View>
    </Section>
  );
}

interface EffectLineProps {
  readonly effect: Effect;
  readonly number: number;
  readonly operation: Operation | undefined;
  /** The registry is here: an operation that it does not hold cannot be undone. */
  readonly isKnown: boolean;
}

/** One call that would be undone, and how completely its connector can undo it. */
function EffectLine({ effect, number, operation, isKnown }: EffectLineProps) {
  const { sessionId, actionId, status, at, captured } = effect;
  const isLost = operation?.precapture === 'required' && !captured;
  return (
    <li>
      <span className={classes.number}>{number}</span>
      <div className={classes.call}>
        <Link to={`/sessions/${sessionId}` as string} search={{ action: actionId } as never} preload={false}>
          <CallName call={effect} />
        </Link>
        <Link to={`/sessions/${sessionId}` as string} preload={false}>
          {words.effectLine.session} {sessionId.slice(-8)}
        </Link>
      </div>
      <span className={classes.tags}>
        {status !== 'SUCCESS' && <ActionStatusTag status={status} />}
        {isKnown && <ReversibilityTag reversibility={isLost ? 'none' : (operation?.reversibility ?? 'none')} />}
      </span>
      <span className={classes.at}>
        <Moment at={at} />
      </span>
    </li>
  );
}
