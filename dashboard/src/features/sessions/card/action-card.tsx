import { ActionIcon, Alert, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Handshake, ListRestart, ShieldAlert, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { lazyOverlay } from '../../../keyboard/lazy-overlay';
import { ActionStatusTag } from '../../../ui/action-status';
import { CallName } from '../../../ui/call-name';
import { JsonBlock } from '../../../ui/json-block';
import { Moment } from '../../../ui/moment';
import { PerformanceNote } from '../../../ui/performance';
import { UntrustedText } from '../../../ui/untrusted-text';
import { sessionsWords, sessionsWords as words } from '../../../words';
import type { Action } from '../api';
import classes from './action-card.module.css';
import { canBeSettled, canBeUndone, refusalIn, violationWords } from './action-facts';
import { Approval } from './approval';
import { IntentReasons } from './intent-reasons';
import { PolicyDecision } from './policy-decision';
import { Section } from './section';
import { SnapshotSection } from './snapshot-section';

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
    <article className={classes.card} aria-label={sessionsWords.actionCard.action(action.sequence)}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h2>
            <CallName call={action} />
          </h2>
          <p>
            <ActionStatusTag status={action.status} isRead={action.operationType === 'READ'} />
            <span>
              {action.operationType} {sessionsWords.actionCard.number} {action.sequence}
              {action.effectSequence !== null && sessionsWords.actionCard.effect(action.effectSequence)} ·{' '}
              <Moment at={action.createdAt} />
            </span>
          </p>
        </div>
        <ActionIcon variant="subtle" color="gray" aria-label={sessionsWords.actionCard.close} onClick={close}>
          <X size={16} />
        </ActionIcon>
        {canBeUndone(action) && (
          <div className={classes.commands}>
            <Button variant="default" leftSection={<Undo2 size={14} />} onClick={undo}>
              {sessionsWords.actionCard.undo}
            </Button>
            <Button variant="default" leftSection={<ListRestart size={14} />} onClick={undoFrom}>
              {sessionsWords.actionCard.undoFrom}
            </Button>
          </div>
        )}
      </header>
      {violation && (
        <Alert color="red" variant="light" icon={<ShieldAlert size={16} />} title={sessionsWords.actionCard.violation}>
          {violationWords(violation)}
        </Alert>
      )}
      <Settled action={action} />
      <Section title={originalPayload ? sessionsWords.actionCard.editedArguments : sessionsWords.actionCard.arguments}>
        <JsonBlock label={sessionsWords.actionCard.arguments} value={action.payload} />
      </Section>
      {originalPayload && (
        <Section title={sessionsWords.actionCard.originalArguments}>
          <JsonBlock label={sessionsWords.actionCard.originalArgumentsLabel} value={originalPayload} />
        </Section>
      )}
      {action.performance && (
        <Section title={sessionsWords.actionCard.performed}>
          <PerformanceNote performance={action.performance} status={action.status} refusal={refusalIn(response)} />
          <p className={classes.none}>
            {action.performance.attempts}{' '}
            {action.performance.attempts === 1 ? sessionsWords.actionCard.attempt : sessionsWords.actionCard.attempts}
            {action.performance.startedAt && (
              <>
                {sessionsWords.actionCard.began} <Moment at={action.performance.startedAt} />
              </>
            )}
            {action.performance.finishedAt && (
              <>
                {sessionsWords.actionCard.ended} <Moment at={action.performance.finishedAt} />
              </>
            )}
          </p>
        </Section>
      )}
      <Section title={sessionsWords.actionCard.response}>
        {response === null ? (
          <p className={classes.none}>
            {sessionsWords.actionCard.noResponse}
            {action.begunAt && (
              <>
                {' '}
                {sessionsWords.actionCard.begunByClient} <Moment at={action.begunAt} />
              </>
            )}
          </p>
        ) : (
          <JsonBlock label={sessionsWords.actionCard.response} value={response} />
        )}
      </Section>
      <SnapshotSection title={sessionsWords.actionCard.snapshot} snapshot={action.snapshot} />
      {action.formerSnapshot && (
        <SnapshotSection title={sessionsWords.actionCard.approvalSnapshot} snapshot={action.formerSnapshot} />
      )}
      <PolicyDecision policy={action.policy} />
      {action.approval && <Approval approval={action.approval} />}
      <IntentReasons sessionId={sessionId} actionId={action.id} />
      <Traced action={action} />
      <p className={classes.foot}>
        <span>
          {sessionsWords.actionCard.lastChange} <Moment at={action.updatedAt} />
        </span>
        <code>{action.id}</code>
        <Link to={`/sessions/${sessionId}` as string} search={{ action: action.id } as never}>
          {sessionsWords.actionCard.link}
        </Link>
      </p>
    </article>
  );
}

const SettleDialog = lazyOverlay(() => import('./settle-dialog'));

/** Shows a person's statement about the effect; if no connector can check the effect, it offers to make one. */
function Settled({ action }: { action: Action }) {
  const [isAsked, setIsAsked] = useState(false);
  const { settledAs, settledBy, settledAt, settledNote } = action;
  if (settledAs !== null)
    return (
      <Section title={sessionsWords.settled.title}>
        <p>
          {settledAs === 'undone' ? sessionsWords.settled.undone : sessionsWords.settled.kept}
          {sessionsWords.settled.says} <UntrustedText>{settledBy ?? sessionsWords.settled.anOperator}</UntrustedText>
          {settledAt && (
            <>
              {' '}
              · <Moment at={settledAt} />
            </>
          )}
        </p>
        {settledNote && (
          <p>
            <UntrustedText>{settledNote}</UntrustedText>
          </p>
        )}
      </Section>
    );
  if (!canBeSettled(action)) return null;
  return (
    <Section title={sessionsWords.settled.notUndone}>
      <p className={classes.none}>{sessionsWords.settled.lead}</p>
      <Button variant="default" size="xs" leftSection={<Handshake size={14} />} onClick={() => setIsAsked(true)}>
        {sessionsWords.settled.settle}
      </Button>
      {isAsked && <SettleDialog action={action} close={() => setIsAsked(false)} />}
    </Section>
  );
}

/** The digits of the trace within `traceparent`. */
const traceIdOf = (traceparent: string) => traceparent.slice(3, 35);

/** The tool call and the trace of the application that asked for the call. */
function Traced({ action }: { readonly action: Action }) {
  const { toolCallId, traceparent, sessionId } = action;
  if (toolCallId === null && traceparent === null) return null;
  return (
    <p className={classes.foot}>
      {toolCallId !== null && (
        <span>
          {words.origin.toolCallId}{' '}
          <code>
            <UntrustedText>{toolCallId}</UntrustedText>
          </code>{' '}
          {canBeUndone(action) && (
            <Link to={`/sessions/${sessionId}/rollback` as string} search={{ toolCall: toolCallId } as never}>
              {words.actionCard.undoToolCall}
            </Link>
          )}
        </span>
      )}
      {traceparent !== null && (
        <span>
          {words.origin.traceId}{' '}
          <Link to={'/sessions' as string} search={{ traceId: traceIdOf(traceparent) } as never}>
            <code>{traceIdOf(traceparent)}</code>
          </Link>
        </span>
      )}
    </p>
  );
}
