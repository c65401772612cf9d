import { ActionIcon, Alert, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ListRestart, ShieldAlert, Undo2, X } from 'lucide-react';
import { ActionStatusTag } from '../../../ui/action-status';
import { CallName } from '../../../ui/call-name';
import { JsonBlock } from '../../../ui/json-block';
import { Moment } from '../../../ui/moment';
import { PerformanceNote } from '../../../ui/performance';
import type { Action } from '../api/actions';
import classes from './action-card.module.css';
import { Approval } from './approval';
import { IntentReasons } from './intent-reasons';
import { PolicyDecision } from './policy-decision';
import { Section } from './section';
import { Settled } from './settled';
import { SnapshotSection } from './snapshot-section';
import { Traced } from './traced';
import { canBeUndone, refusalIn, violationWords } from './words';

interface ActionCardProps {
  readonly action: Action;
  readonly undo: () => void;
  /** This action and every later one. */
  readonly undoFrom: () => void;
  readonly close: () => void;
}

/** Shows everything that is recorded of one call. */
export function ActionCard({ action, undo, undoFrom, close }: ActionCardProps) {
  const { sessionId, violation, originalPayload, response } = action;
  return (
    <article className={classes.card} aria-label={`Action ${action.sequence}`}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h2>
            <CallName call={action} />
          </h2>
          <p>
            <ActionStatusTag status={action.status} isRead={action.operationType === 'READ'} />
            <span>
              {action.operationType} · number {action.sequence}
              {action.effectSequence !== null && ` · effect ${action.effectSequence}`} ·{' '}
              <Moment at={action.createdAt} />
            </span>
          </p>
        </div>
        <ActionIcon variant="subtle" color="gray" aria-label="Close the action" onClick={close}>
          <X size={16} />
        </ActionIcon>
        {canBeUndone(action) && (
          <div className={classes.commands}>
            <Button variant="default" leftSection={<Undo2 size={14} />} onClick={undo}>
              Undo this action
            </Button>
            <Button variant="default" leftSection={<ListRestart size={14} />} onClick={undoFrom}>
              Undo from here…
            </Button>
          </div>
        )}
      </header>
      {violation && (
        <Alert color="red" variant="light" icon={<ShieldAlert size={16} />} title="Violation">
          {violationWords(violation)}
        </Alert>
      )}
      <Settled action={action} />
      <Section title={originalPayload ? 'Arguments, as an operator edited them' : 'Arguments'}>
        <JsonBlock label="Arguments" value={action.payload} />
      </Section>
      {originalPayload && (
        <Section title="Arguments, as the agent asked">
          <JsonBlock label="Arguments as the agent asked" value={originalPayload} />
        </Section>
      )}
      {action.performance && (
        <Section title="Made by Backstop">
          <PerformanceNote performance={action.performance} status={action.status} refusal={refusalIn(response)} />
          <p className={classes.none}>
            {action.performance.attempts} {action.performance.attempts === 1 ? 'attempt' : 'attempts'}
            {action.performance.startedAt && (
              <>
                , began <Moment at={action.performance.startedAt} />
              </>
            )}
            {action.performance.finishedAt && (
              <>
                , ended <Moment at={action.performance.finishedAt} />
              </>
            )}
          </p>
        </Section>
      )}
      <Section title="Response">
        {response === null ? (
          <p className={classes.none}>No response is recorded.</p>
        ) : (
          <JsonBlock label="Response" value={response} />
        )}
      </Section>
      <SnapshotSection title="Snapshot: the state before the call" snapshot={action.snapshot} />
      {action.formerSnapshot && (
        <SnapshotSection title="Snapshot of before the approval" snapshot={action.formerSnapshot} />
      )}
      <PolicyDecision policy={action.policy} />
      {action.approval && <Approval approval={action.approval} />}
      <IntentReasons sessionId={sessionId} actionId={action.id} />
      <Traced action={action} />
      <p className={classes.foot}>
        <span>
          Last change <Moment at={action.updatedAt} />
        </span>
        <code>{action.id}</code>
        <Link to={`/sessions/${sessionId}` as string} search={{ action: action.id } as never}>
          Link to this action
        </Link>
      </p>
    </article>
  );
}
