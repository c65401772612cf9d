import { Kbd } from '@mantine/core';
import classes from './chord-key.module.css';

/** Marks a button that Ctrl+Enter presses; it is hidden on a device without a keyboard. */
export function ChordKey() {
  return (
    <Kbd size="xs" aria-hidden className={classes.key}>
      Ctrl Enter
    </Kbd>
  );
}
