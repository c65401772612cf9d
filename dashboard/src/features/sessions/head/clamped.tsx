import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { UntrustedText } from '../../../ui/untrusted-text';
import { sessionsWords as words } from '../../../words';
import classes from './session-head.module.css';

const SHOWN_AT_FIRST = 240;

/** A text of an agent, which may be very long. */
export function Clamped({ text }: { text: string }) {
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
