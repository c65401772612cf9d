import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { commonWords as words } from '../words';
import { Dialog } from './dialog';
import classes from './form.module.css';

/** Asks before typed text is lost: by a link, a key, the back button or the end of the tab. */
export function Unsaved({ isThere }: { isThere: () => boolean }) {
  const leaving = useBlocker({ shouldBlockFn: isThere, enableBeforeUnload: isThere, withResolver: true });
  if (leaving.status !== 'blocked') return null;
  return (
    <Dialog onClose={leaving.reset} title={words.unsaved.title}>
      <div className={classes.form}>
        <p>{words.unsaved.lead}</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={leaving.reset} data-autofocus>
            {words.unsaved.stay}
          </Button>
          <Button color="red" onClick={leaving.proceed}>
            {words.unsaved.leave}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
