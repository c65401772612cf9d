import { Button } from '@mantine/core';
import { Handshake } from 'lucide-react';
import { useState } from 'react';
import { lazyOverlay } from '../../../keyboard/lazy-overlay';
import { Moment } from '../../../ui/moment';
import { StrangerText } from '../../../ui/stranger-text';
import type { Action } from '../api/actions';
import classes from './action-card.module.css';
import { Section } from './section';
import { canBeSettled } from './words';

const SettleDialog = lazyOverlay(() => import('./settle-dialog'));

/** Shows a person's statement about the effect; if no connector can check the effect, it offers to make one. */
export function Settled({ action }: { action: Action }) {
  const [isAsked, setIsAsked] = useState(false);
  const { settledAs, settledBy, settledAt, settledNote } = action;
  if (settledAs !== null)
    return (
      <Section title="Settled by a person">
        <p>
          {settledAs === 'undone' ? 'Undone by hand' : 'Its effect is kept'}, says{' '}
          <StrangerText>{settledBy ?? 'an operator'}</StrangerText>
          {settledAt && (
            <>
              {' '}
              · <Moment at={settledAt} />
            </>
          )}
        </p>
        {settledNote && (
          <p>
            <StrangerText>{settledNote}</StrangerText>
          </p>
        )}
      </Section>
    );
  if (!canBeSettled(action)) return null;
  return (
    <Section title="Not undone">
      <p className={classes.none}>
        Where the service cannot tell or undo the effect, a person can say what became of it.
      </p>
      <Button variant="default" size="xs" leftSection={<Handshake size={14} />} onClick={() => setIsAsked(true)}>
        Settle by hand…
      </Button>
      {isAsked && <SettleDialog action={action} close={() => setIsAsked(false)} />}
    </Section>
  );
}
