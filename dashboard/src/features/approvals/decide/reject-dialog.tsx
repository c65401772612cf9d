import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { By } from '../../../ui/decide-button';
import { inboxWords as words } from '../../../words';
import classes from './decide.module.css';
import { DecisionDialog } from './decision-dialog';

const PRESETS = [
  words.rejectDialog.reasonOffTask,
  words.rejectDialog.reasonWrongTarget,
  words.rejectDialog.reasonTooMuch,
  words.rejectDialog.reasonAskFirst,
];
const LONGEST = 2000;

interface RejectDialogProps {
  readonly count: number;
  /** The word for the decision on one call. */
  readonly verb?: string;
  readonly isPending: boolean;
  readonly close: () => void;
  readonly reject: (reason: string, by: By) => void;
}

/** Asks for a reason. The agent receives it, and may act on it. */
export function RejectDialog({ count, verb = words.rejectDialog.reject, isPending, close, reject }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <DecisionDialog
      title={count === 1 ? verb : words.rejectDialog.titleMany(count)}
      verb={count === 1 ? verb : words.rejectDialog.rejectMany(count)}
      color="red"
      mayDecide
      isPending={isPending}
      decide={(by) => reject(reason, by)}
      close={close}
    >
      <Textarea
        data-autofocus
        label={words.rejectDialog.reason}
        description={words.rejectDialog.reasonHelp}
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
