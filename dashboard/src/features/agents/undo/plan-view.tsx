import { Button, Checkbox } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { registryQuery } from '../../../api/registry';
import { useCommands } from '../../../keyboard/use-commands';
import { ChordKey } from '../../../ui/chord-key';
import { type By, DecideButton } from '../../../ui/decide-button';
import { Figures } from '../../../ui/figures';
import { Section } from '../../../ui/page';
import { Empty, View } from '../../../ui/view';
import { agentWords } from '../../../words';
import type { Agent } from '../api/list';
import { type Effect, planQuery } from '../api/plan';
import { EffectLine } from './effect-line';
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
  const words = `Undo ${callWords(first?.total ?? 0)}`;
  const [isPausing, setIsPausing] = useState(true);
  const isActive = agent.status === 'ACTIVE';
  const order = (by: By) =>
    isReady && start(words, [...new Set(effects.map(({ sessionId }) => sessionId))], by, isActive && isPausing);
  useCommands('Undo since', [isReady && { keys: 'mod+Enter', label: words, decide: () => order('key') }]);
  return (
    <Section title="In this order" lead="The call that took effect last comes first, across all sessions of the agent.">
      <View
        query={query}
        label="the plan"
        isEmpty={({ pages }) => pages[0]?.total === 0}
        empty={
          <Empty title="Nothing to undo since then">
            <p>No call of this agent has taken effect since that moment, or all of it was undone.</p>
            <Button variant="default" onClick={() => void query.refetch()}>
              Look again
            </Button>
          </Empty>
        }
      >
        {({ pages: [plan] }) =>
          plan && (
            <>
              <Figures
                label="The plan"
                figures={[
                  { name: 'calls to undo', value: many(plan.total) },
                  { name: 'sessions to close', value: many(plan.sessions) },
                  {
                    name: 'sessions being rolled back already',
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
                  Undo {callWords(plan.total)}
                </DecideButton>
                <Button variant="default" loading={query.isRefetching} onClick={() => void query.refetch()}>
                  Look again
                </Button>
                {isActive && (
                  <Checkbox
                    size="xs"
                    label={agentWords.pauseFirst}
                    checked={isPausing}
                    onChange={(event) => setIsPausing(event.currentTarget.checked)}
                  />
                )}
                <p>
                  The sessions are closed and their pending approvals are rejected. What another client changed since is
                  not overwritten: the report shows it.
                </p>
              </div>
              <ol className={classes.effects} aria-label="Calls in the order in which they are undone">
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
                    Show more of {many(plan.total - effects.length)}
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
