import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Dialog } from './dialog';
import classes from './form.module.css';

/** Asks before typed text is lost: by a link, a key, the back button or the end of the tab. */
export function Unsaved({ isThere }: { isThere: () => boolean }) {
  const leaving = useBlocker({ shouldBlockFn: isThere, enableBeforeUnload: isThere, withResolver: true });
  if (leaving.status !== 'blocked') return null;
  return (
    <Dialog onClose={leaving.reset} title="Leave without saving?">
      <div className={classes.form}>
        <p>What you changed is not saved.</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={leaving.reset} data-autofocus>
            Stay
          </Button>
          <Button color="red" onClick={leaving.proceed}>
            Leave
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
