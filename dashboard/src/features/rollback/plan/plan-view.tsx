import { Alert, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { useCommands } from '../../../keyboard/use-commands';
import { ChordKey } from '../../../ui/chord-key';
import { type By, DecideButton } from '../../../ui/decide-button';
import { Empty } from '../../../ui/view';
import { rollbackWords } from '../../../words';
import type { SessionPart } from '../api';
import { Limited } from '../limited';
import { type Chosen, countOf, type PlanItem, type ShownPlan } from '../shown';
import { UnverifiedReads } from '../unverified-reads';
import classes from './plan.module.css';
import { PlanCall } from './plan-call';

interface PlanViewProps {
  readonly shown: ShownPlan;
  readonly sessionId: string;
  readonly actionId: string | null;
  readonly part: SessionPart;
  /** All of the plan is here. */
  readonly isComplete: boolean;
  readonly isOrdered: boolean;
  readonly start: (label: string, chosen: Chosen, by: By) => void;
}

/** Shows the plan of a rollback, before it changes anything. */
export function PlanView({ shown, sessionId, actionId, part, isComplete, isOrdered, start }: PlanViewProps) {
  const items = actionId === null ? shown.items : shown.items.filter((one) => one.actionId === actionId);
  const possible = items.filter((one) => one.class !== 'impossible');
  const impossible = items.filter((one) => one.class === 'impossible');
  const isReady = isComplete && items.length > 0 && !isOrdered;
  const words = orderWords(items, actionId, part);
  const order = (by: By) => isReady && start(words, { force: [], subtract: [] }, by);
  useCommands(rollbackWords.planView.plan, [
    isReady && { keys: 'mod+Enter', label: words, decide: () => order('key') },
  ]);
  const navigate = useNavigate();

  if (items.length === 0)
    return isComplete ? (
      <Empty title={actionId === null ? rollbackWords.planView.none : rollbackWords.planView.noneOfAction}>
        <p>{actionId === null ? rollbackWords.planView.noneHelp : rollbackWords.planView.noneOfActionHelp}</p>
        <Button variant="default" onClick={() => void navigate({ to: `/sessions/${sessionId}` } as never)}>
          {rollbackWords.planView.back}
        </Button>
      </Empty>
    ) : null;

  const newer = actionId === null ? null : items[0]?.newerActionId;
  return (
    <>
      <Summary items={items} />
      {newer && (
        <Alert
          color="yellow"
          variant="light"
          icon={<TriangleAlert size={16} />}
          title={rollbackWords.planView.laterCall}
        >
          <p>{rollbackWords.planView.laterCallHelp}</p>
          <Button
            variant="default"
            className={classes.later}
            onClick={() => void navigate({ to: `/sessions/${sessionId}/rollback`, search: { action: newer } } as never)}
          >
            {rollbackWords.planView.showLaterCall}
          </Button>
        </Alert>
      )}
      <div className={classes.order}>
        <DecideButton
          size="sm"
          color="red"
          leftSection={<RotateCcw size={15} />}
          rightSection={<ChordKey />}
          disabled={!isComplete}
          loading={isOrdered}
          decide={order}
        >
          {words}
        </DecideButton>
        <p>
          {noteOf(actionId, part)} {rollbackWords.planView.notOverwritten}
        </p>
      </div>
      {possible.length > 0 && (
        <section className={classes.calls}>
          <h2>{rollbackWords.planView.possible}</h2>
          <Limited items={possible}>
            {(item) => <PlanCall key={item.actionId} item={item} sessionId={sessionId} />}
          </Limited>
        </section>
      )}
      {impossible.length > 0 && (
        <section className={classes.calls}>
          <h2>{rollbackWords.planView.impossible}</h2>
          <Limited items={impossible}>
            {(item) => <PlanCall key={item.actionId} item={item} sessionId={sessionId} />}
          </Limited>
        </section>
      )}
      {actionId === null && <UnverifiedReads reads={shown.unverifiedReads} />}
    </>
  );
}

function noteOf(actionId: string | null, part: SessionPart): string {
  if (part !== null)
    return 'fromActionId' in part ? rollbackWords.planView.consequenceFrom : rollbackWords.planView.consequenceToolCall;
  if (actionId !== null) return rollbackWords.planView.consequenceAction;
  return rollbackWords.planView.consequence;
}

function orderWords(items: readonly PlanItem[], actionId: string | null, part: SessionPart): string {
  if (actionId !== null) return rollbackWords.planView.undoAction;
  const possible = items.filter((one) => one.class !== 'impossible').length;
  const count = [possible.toLocaleString('en'), possible === 1 ? 'call' : 'calls'] as const;
  if (part !== null && 'toolCallId' in part) return rollbackWords.planView.undoToolCall(...count);
  if (part !== null) return rollbackWords.planView.undoFrom(...count);
  if (possible === 0) return rollbackWords.planView.closeSession;
  return rollbackWords.planView.rollBack(...count);
}

function Summary({ items }: { items: readonly PlanItem[] }) {
  const counts = countOf(items);
  const parts = [
    [counts.exact, rollbackWords.planView.countExact],
    [counts.traces, rollbackWords.planView.countTraces],
    [counts.compensating, rollbackWords.planView.countCompensating],
    [counts.impossible, rollbackWords.planView.countImpossible],
  ] as const;
  return (
    <dl className={classes.summary}>
      {parts.map(([number, words], index) => (
        <div key={words} className={index >= 2 && number > 0 ? classes.warn : undefined}>
          <dd>{number.toLocaleString('en')}</dd>
          <dt>{words}</dt>
        </div>
      ))}
    </dl>
  );
}
