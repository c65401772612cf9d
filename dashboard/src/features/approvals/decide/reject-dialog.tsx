import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { By } from '../../../ui/decide-button';
import classes from './decide.module.css';
import { DecisionDialog } from './decision-dialog';

const PRESETS = [
  'Not part of the task.',
  'Wrong target: look up the right one first.',
  'Too much: ask for less.',
  'Ask the customer first.',
];
const LONGEST = 2000;

interface RejectDialogProps {
  readonly count: number;
  /** The word for the decision on one call. */
  readonly verb?: 'Reject' | 'Stop';
  readonly isPending: boolean;
  readonly close: () => void;
  readonly reject: (reason: string, by: By) => void;
}

/** Asks for a reason. The agent receives it, and may act on it. */
export function RejectDialog({ count, verb = 'Reject', isPending, close, reject }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <DecisionDialog
      title={count === 1 ? verb : `Reject ${count} calls`}
      verb={count === 1 ? verb : `Reject ${count}`}
      color="red"
      mayDecide
      isPending={isPending}
      decide={(by) => reject(reason, by)}
      close={close}
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
    </DecisionDialog>
  );
}
