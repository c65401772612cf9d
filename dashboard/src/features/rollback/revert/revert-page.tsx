import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { summaryQuery } from '../../../api/session-summary';
import { useCommands } from '../../../keyboard/use-commands';
import { ChordKey } from '../../../ui/chord-key';
import { type By, DecideButton } from '../../../ui/decide-button';
import { ProblemNote } from '../../../ui/problem-note';
import { Empty, View } from '../../../ui/view';
import { rollbackWords } from '../../../words';
import type { RevertPlan } from '../api';
import { Limited } from '../limited';
import classes from '../plan/plan.module.css';
import { PlanCall } from '../plan/plan-call';
import { RollbackHead } from '../rollback-head';
import page from '../rollback-page.module.css';
import { useRevert } from './use-revert';

/** Taking a rollback back: what would be reapplied, before anything is. */
export default function RevertPage() {
  const { sessionId = '', rollbackId = '' } = useParams({ strict: false }) as {
    sessionId?: string;
    rollbackId?: string;
  };
  const session = useQuery(summaryQuery(sessionId));
  const navigate = useNavigate();
  const back = () => void navigate({ to: `/sessions/${sessionId}` } as never);
  const toReport = () => void navigate({ to: `/sessions/${sessionId}/rollback`, replace: true } as never);
  const { plan, order, isOrdered, start } = useRevert(sessionId, rollbackId, toReport);
  useCommands(rollbackWords.revertPage.title, [{ keys: 'Escape', label: rollbackWords.revertPage.back, run: back }]);
  return (
    <div className={page.page}>
      <RollbackHead
        session={session.data}
        sessionId={sessionId}
        subject={rollbackWords.revertPage.title}
        shown={plan.data ?? null}
        back={back}
      />
      {order.error && <ProblemNote error={order.error} retry={() => void plan.refetch()} />}
      <View query={plan} label={rollbackWords.revertPage.loading}>
        {(data) => <Plan data={data} sessionId={sessionId} isOrdered={isOrdered} start={start} back={back} />}
      </View>
    </div>
  );
}

interface PlanProps {
  readonly data: RevertPlan;
  readonly sessionId: string;
  readonly isOrdered: boolean;
  readonly start: (label: string, force: readonly string[], by: By) => void;
  readonly back: () => void;
}

function Plan({ data, sessionId, isOrdered, start, back }: PlanProps) {
  const possible = data.plan.filter((one) => one.class !== 'impossible');
  const impossible = data.plan.filter((one) => one.class === 'impossible');
  const words = rollbackWords.revertPage.reapply(
    possible.length.toLocaleString('en'),
    possible.length === 1 ? 'call' : 'calls',
  );
  const isReady = possible.length > 0 && !isOrdered;
  const order = (by: By) => isReady && start(words, [], by);
  useCommands(rollbackWords.revertPage.plan, [
    isReady && { keys: 'mod+Enter', label: words, decide: () => order('key') },
  ]);
  return (
    <>
      {possible.length > 0 ? (
        <div className={classes.order}>
          <DecideButton
            size="sm"
            color="red"
            leftSection={<RotateCw size={15} />}
            rightSection={<ChordKey />}
            loading={isOrdered}
            decide={order}
          >
            {words}
          </DecideButton>
          <p>{rollbackWords.revertPage.lead}</p>
        </div>
      ) : (
        <Empty title={rollbackWords.revertPage.none}>
          <p>{rollbackWords.revertPage.noneHelp}</p>
          <Button variant="default" onClick={back}>
            {rollbackWords.revertPage.back}
          </Button>
        </Empty>
      )}
      <Calls title={rollbackWords.revertPage.possible} items={possible} sessionId={sessionId} />
      <Calls title={rollbackWords.revertPage.impossible} items={impossible} sessionId={sessionId} />
    </>
  );
}

function Calls({ title, items, sessionId }: { title: string; items: RevertPlan['plan']; sessionId: string }) {
  if (items.length === 0) return null;
  return (
    <section className={classes.calls}>
      <h2>{title}</h2>
      <Limited items={items}>
        {(item) => <PlanCall key={item.actionId} item={item} sessionId={sessionId} isRevert />}
      </Limited>
    </section>
  );
}
