import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { keysOfForm } from '../../../api/idempotency';
import { isProblem } from '../../../api/problem';
import { Dialog } from '../../../ui/dialog';
import form from '../../../ui/form.module.css';
import { ProblemNote } from '../../../ui/problem-note';
import { sessionsWords as words } from '../../../words';
import { type Action, type SettledAs, settleAction } from '../api';

interface SettleDialogProps {
  readonly action: Action;
  readonly close: () => void;
}

/** A person states the outcome of an effect. Nothing is chosen beforehand, because the statement is made once. */
export default function SettleDialog({ action, close }: SettleDialogProps) {
  const [as, setAs] = useState<SettledAs | null>(null);
  const [note, setNote] = useState('');
  const keyOf = useRef(keysOfForm());
  const queryClient = useQueryClient();
  const settling = useMutation({
    mutationFn: (word: { as: SettledAs; note: string }) =>
      settleAction(action, word.as, word.note, keyOf.current(word)),
    onSuccess: close,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['session', action.sessionId] }),
  });
  const problem = isProblem(settling.error) ? settling.error : null;
  return (
    <Dialog onClose={close} title={words.settleDialog.title}>
      <div className={form.form}>
        <p>{words.settleDialog.lead}</p>
        <Radio.Group
          label={words.settleDialog.choice}
          value={as}
          onChange={(chosen) => setAs(chosen as SettledAs)}
          error={problem?.of('as')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="undone" label={words.settleDialog.undone} data-autofocus />
            <Radio value="kept" label={words.settleDialog.kept} />
          </Stack>
        </Radio.Group>
        <Textarea
          label={words.settleDialog.note}
          description={words.settleDialog.noteHelp}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          value={note}
          error={problem?.of('note')}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {settling.error && !(problem && problem.fields.length > 0) && <ProblemNote error={settling.error} />}
        <div className={form.buttons}>
          <Button variant="default" onClick={close}>
            {words.settleDialog.cancel}
          </Button>
          <Button
            disabled={as === null || note.trim() === ''}
            loading={settling.isPending}
            onClick={() => as && settling.mutate({ as, note: note.trim() })}
          >
            {words.settleDialog.settle}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
