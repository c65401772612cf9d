import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import classes from './decide.module.css';

const PRESETS = [
  'Not part of the task.',
  'Wrong target: look up the right one first.',
  'Too much: ask for less.',
  'Ask the customer first.',
];
const LONGEST = 2000;

interface RejectDialogProps {
  readonly count: number;
  readonly close: () => void;
  readonly reject: (reason: string) => void;
}

/** The agent is told the reason, and may act on it. */
export default function RejectDialog({ count, close, reject }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <Modal opened onClose={close} title={count === 1 ? 'Reject' : `Reject ${count} calls`}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          reject(reason);
        }}
      >
        <Textarea
          data-autofocus
          label="Reason"
          description="The agent is told this."
          value={reason}
          maxLength={LONGEST}
          autosize
          minRows={2}
          maxRows={8}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className={classes.presets}>
          {PRESETS.map((preset) => (
            <Button key={preset} size="compact-xs" variant="default" onClick={() => setReason(preset)}>
              {preset}
            </Button>
          ))}
        </div>
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" color="red">
            Reject{count > 1 && ` ${count}`}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
