import { Button } from '@mantine/core';
import { Copyable } from '../../ui/copyable';
import { keyWords as words } from '../../words';
import classes from './new-key.module.css';

/** A new key, which is shown this once. */
export function CreatedKey({ text, close }: { text: string; close: () => void }) {
  return (
    <div className={classes.made}>
      <p>
        {words.copyNow} <code>BACKSTOP_API_KEY</code>.
      </p>
      <Copyable label={words.newKey} text={text} wraps />
      <Button onClick={close}>{words.copied}</Button>
    </div>
  );
}
