import { ActionIcon } from '@mantine/core';
import { ChevronLeft } from 'lucide-react';
import type { Schemas } from '../../api/wire';
import { SessionStatusTag } from '../../ui/session-status';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { rollbackWords as words } from '../../words';
import classes from './rollback-head.module.css';

interface RollbackHeadProps {
  readonly session: Schemas['DirtySession'] | undefined;
  readonly sessionId: string;
  /** The subject of the page, before its state. */
  readonly subject: string;
  readonly shown: {
    readonly state: keyof typeof TITLES;
    readonly displayStatus: Schemas['RollbackPlan']['displayStatus'];
  } | null;
  readonly back: () => void;
}

const SHOWN_OF_INTENT = 160;
const cut = (text: string) => (text.length > SHOWN_OF_INTENT ? `${text.slice(0, SHOWN_OF_INTENT)}…` : text);

const TITLES = { planned: 'plan', running: words.rollbackHead.running, finished: 'report' } as const;

export function RollbackHead({ session, sessionId, subject, shown, back }: RollbackHeadProps) {
  return (
    <header className={classes.head}>
      <div className={classes.top}>
        <ActionIcon variant="subtle" color="gray" aria-label={words.rollbackHead.back} onClick={back}>
          <ChevronLeft size={16} />
        </ActionIcon>
        <h1>{shown ? `${subject}: ${TITLES[shown.state]}` : subject}</h1>
        {shown && <SessionStatusTag status={shown.displayStatus} />}
        {session?.simulated && <Tag>{words.rollbackHead.simulated}</Tag>}
      </div>
      {session ? (
        <p>
          <strong>
            <UntrustedText>{session.agentId}</UntrustedText>
          </strong>
          {' · '}
          <UntrustedText>{cut(session.intent)}</UntrustedText>
        </p>
      ) : (
        <p>
          {words.rollbackHead.session} <code>{sessionId.slice(0, 40)}</code>
        </p>
      )}
    </header>
  );
}
