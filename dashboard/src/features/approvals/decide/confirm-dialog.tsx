import { Button, Modal } from '@mantine/core';
import classes from './decide.module.css';
import { TypedName, useTypedName } from './typed-name';

interface ConfirmDialogProps {
  readonly apiName: string;
  readonly count: number;
  readonly close: () => void;
  readonly confirm: () => void;
}

/** Asks for the name of a call that cannot be undone. */
export default function ConfirmDialog({ apiName, count, close, confirm }: ConfirmDialogProps) {
  const name = useTypedName(apiName, true);
  return (
    <Modal opened onClose={close} title="This cannot be undone">
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.isRight) confirm();
        }}
      >
        <p>
          {count === 1 ? 'The call' : `${count} calls of`} <code>{apiName}</code> will run as soon as you approve, and
          no rollback brings back what was before.
        </p>
        <TypedName name={name} focused />
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={!name.isRight}>
            Approve {count === 1 ? 'what cannot be undone' : count}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
