import { Button, UnstyledButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, RotateCcw, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { type Summary, summaryQuery } from '../../../api/session-summary';
import { useCommands } from '../../../keyboard/use-commands';
import { Counters } from '../../../ui/counters';
import { Dialog } from '../../../ui/dialog';
import { Moment } from '../../../ui/moment';
import { ProblemNote } from '../../../ui/problem-note';
import { SessionStatusTag } from '../../../ui/session-status';
import { Tag } from '../../../ui/tag';
import { UntrustedText } from '../../../ui/untrusted-text';
import { sessionsWords as words } from '../../../words';
import { completeSession, type Intent, latestRollbackQuery, type Session } from '../api';
import { driftTone, driftWord } from '../drift';
import { dirtWords } from './dirt';
import { Level } from './level';
import { Purge } from './purge';
import classes from './session-head.module.css';

interface SessionHeadProps {
  readonly summary: Summary;
  /** Null until it is known. */
  readonly session: Session | null;
  readonly intent: Intent | undefined;
}

/** Shows the session, the reasons why it needs attention, and the operator's commands for the whole of it. */
export function SessionHead({ summary, session, intent }: SessionHeadProps) {
  const { sessionId, agentId, displayStatus, simulated, reasons } = summary;
  const navigate = useNavigate();
  const status = session?.displayStatus ?? displayStatus;
  const isOpen =
    session !== null && session.status !== 'COMPLETED' && ['ACTIVE', 'ABANDONED', 'AWAITING_APPROVAL'].includes(status);
  const rollback = () => void navigate({ to: `/sessions/${sessionId}/rollback` } as never);
  useCommands(words.sessionHead.session, [
    {
      keys: 'r',
      label: session?.allowedCommands.rollbackSession
        ? words.sessionHead.rollBackCommand
        : words.sessionHead.showRollback,
      run: rollback,
    },
  ]);
  return (
    <header className={classes.head}>
      <div className={classes.top}>
        <Link to={'/sessions' as string} className={classes.back} aria-label={words.sessionHead.back}>
          <ChevronLeft size={16} aria-hidden />
        </Link>
        <h1>
          <UntrustedText>{agentId}</UntrustedText>
        </h1>
        <SessionStatusTag status={status} />
        {simulated && <Tag>{words.sessionHead.simulated}</Tag>}
        {intent && <Tag tone={driftTone(intent.verdict)}>{driftWord(intent.verdict)}</Tag>}
        <div className={classes.commands}>
          <Button
            color={session?.allowedCommands.rollbackSession ? 'red' : undefined}
            variant={session?.allowedCommands.rollbackSession ? 'filled' : 'default'}
            leftSection={<RotateCcw size={14} />}
            onClick={rollback}
          >
            {session?.allowedCommands.rollbackSession ? words.sessionHead.rollBack : words.sessionHead.rollback}
          </Button>
          {['REVERTED', 'PARTIALLY_REVERTED'].includes(status) && !simulated && <UndoRollback sessionId={sessionId} />}
          {isOpen && <Complete id={sessionId} />}
          <Purge id={sessionId} agentId={agentId} />
        </div>
      </div>
      <Clamped text={summary.intent} />
      <div className={classes.facts}>
        {session && <Counters counters={session.counters} />}
        {session && <Origin session={session} />}
        <span>
          {words.sessionHead.opened} <Moment at={summary.createdAt} />
        </span>
        <span>
          {words.sessionHead.lastActivity} <Moment at={session?.lastActivityAt ?? summary.lastActivityAt} />
        </span>
      </div>
      {intent && <Level id={sessionId} intent={intent} />}
      {reasons.length > 0 && (
        <ul className={classes.reasons} aria-label={words.sessionHead.dirt}>
          {reasons.map(({ reason, actions, actionIds: [first] }) => (
            <li key={reason}>
              {first ? (
                <Link to={`/sessions/${sessionId}` as string} search={{ action: first } as never} replace>
                  {dirtWords(reason, actions)}
                </Link>
              ) : (
                dirtWords(reason, actions)
              )}
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

/**
 * Opens the plan that takes the newest rollback of the session back. It shows nothing if that rollback is a revert
 * itself.
 */
function UndoRollback({ sessionId }: { sessionId: string }) {
  const { data } = useQuery(latestRollbackQuery(sessionId));
  const navigate = useNavigate();
  if (data?.state !== 'finished' || data.reverts !== null) return null;
  const path = `/sessions/${sessionId}/rollback/${data.rollbackId}/revert`;
  return (
    <Button variant="default" leftSection={<RotateCw size={14} />} onClick={() => void navigate({ to: path } as never)}>
      {words.undoRollback.open}
    </Button>
  );
}

const SHOWN_AT_FIRST = 240;

/** A text of an agent, which may be very long. */
function Clamped({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > SHOWN_AT_FIRST;
  return (
    <p className={isWhole ? classes.wholeIntent : classes.intent}>
      <UntrustedText>{isLong && !isWhole ? `${text.slice(0, SHOWN_AT_FIRST)}…` : text}</UntrustedText>
      {isLong && (
        <UnstyledButton className={classes.more} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? words.clamped.less : words.clamped.all(text.length.toLocaleString('en'))}
        </UnstyledButton>
      )}
    </p>
  );
}

function Complete({ id }: { id: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const queryClient = useQueryClient();
  const complete = useMutation({
    mutationFn: () => completeSession(id),
    onSuccess: () => setIsAsked(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: summaryQuery(id).queryKey }),
  });
  const close = () => {
    setIsAsked(false);
    complete.reset();
  };
  return (
    <>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        {words.complete.open}
      </Button>
      {isAsked && (
        <Dialog onClose={close} title={words.complete.title}>
          <div className={classes.dialog}>
            <p>{words.complete.lead}</p>
            {complete.error && <ProblemNote error={complete.error} />}
            <div className={classes.buttons}>
              <Button variant="default" onClick={close}>
                {words.complete.cancel}
              </Button>
              <Button loading={complete.isPending} onClick={() => complete.mutate()} data-autofocus>
                {words.complete.confirm}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** The user whose task the session is, and its labels; each leads to the sessions that have the same. */
function Origin({ session: { onBehalfOf, labels } }: { readonly session: Session }) {
  const all = Object.entries(labels);
  return (
    <>
      {onBehalfOf !== null && (
        <span>
          {words.onBehalfOf}{' '}
          <Link to={'/sessions' as string} search={{ onBehalfOf } as never}>
            <UntrustedText>{onBehalfOf}</UntrustedText>
          </Link>
        </span>
      )}
      {all.length > 0 && (
        <ul className={classes.labels} aria-label={words.labels}>
          {all.map(([name, value]) => (
            <li key={name}>
              <Link to={'/sessions' as string} search={{ label: `${name}:${value}` } as never}>
                <UntrustedText>{`${name}: ${value}`}</UntrustedText>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
