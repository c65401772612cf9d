import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { commonWords as words } from '../words';
import { Dialog } from './dialog';
import classes from './form.module.css';
import { ProblemNote } from './problem-note';

interface ConfirmProps {
  readonly title: string;
  /** The label of the button. */
  readonly confirm: string;
  readonly run: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly close: () => void;
  /** A word to type, where nothing brings back what goes. */
  readonly typed?: string;
  readonly children: ReactNode;
}

/** Asks before something is taken away. */
export function Confirm({ title, confirm, run, onDone, close, typed, children }: ConfirmProps) {
  const [word, setWord] = useState('');
  const running = useMutation({ mutationFn: run, onSuccess: onDone });
  const isSure = typed === undefined || word === typed;
  return (
    <Dialog onClose={close} title={title}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isSure) running.mutate();
        }}
      >
        <div>{children}</div>
        {typed !== undefined && (
          <TextInput
            label={words.confirm.typed(typed)}
            value={word}
            onChange={(event) => setWord(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        {running.error && <ProblemNote error={running.error} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={close} data-autofocus={typed === undefined || undefined}>
            {words.confirm.cancel}
          </Button>
          <Button type="submit" color="red" disabled={!isSure} loading={running.isPending}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
