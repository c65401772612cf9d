import { Button } from '@mantine/core';
import { Handshake } from 'lucide-react';
import { useState } from 'react';
import { lazyOverlay } from '../../../keyboard/lazy-overlay';
import { Moment } from '../../../ui/moment';
import { UntrustedText } from '../../../ui/untrusted-text';
import { sessionsWords } from '../../../words';
import type { Action } from '../api';
import classes from './action-card.module.css';
import { canBeSettled } from './action-facts';
import { Section } from './section';

const SettleDialog = lazyOverlay(() => import('./settle-dialog'));

/** Shows a person's statement about the effect; if no connector can check the effect, it offers to make one. */
export function Settled({ action }: { action: Action }) {
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
