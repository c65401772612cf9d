import { Kbd } from '@mantine/core';
import classes from './chord-key.module.css';

/** On a button that Ctrl+Enter presses; not where there is no keyboard. */
export function ChordKey() {
  return (
    <Kbd size="xs" aria-hidden className={classes.key}>
      Ctrl Enter
    </Kbd>
  );
}
