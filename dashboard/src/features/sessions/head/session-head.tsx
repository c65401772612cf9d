import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, RotateCcw } from 'lucide-react';
import type { Summary } from '../../../api/session-summary';
import { useCommands } from '../../../keyboard/use-commands';
import { Counters } from '../../../ui/counters';
import { Moment } from '../../../ui/moment';
import { SessionStatusTag } from '../../../ui/session-status';
import { Tag } from '../../../ui/tag';
import { UntrustedText } from '../../../ui/untrusted-text';
import { sessionsWords as words } from '../../../words';
import type { Intent, Session } from '../api';
import { driftTone, driftWord } from '../drift';
import { Clamped } from './clamped';
import { Complete } from './complete';
import { dirtWords } from './dirt';
import { Level } from './level';
import { Origin } from './origin';
import { Purge } from './purge';
import classes from './session-head.module.css';
import { UndoRollback } from './undo-rollback';

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
