import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { isProblem, type Problem } from '../api/problem';
import { commonWords as words } from '../words';
import classes from './form.module.css';
import { ProblemNote } from './problem-note';

interface FormProps<T> {
  readonly submit: string;
  readonly send: (fields: Record<string, string>, form: FormData) => Promise<T>;
  readonly onDone: (answer: T) => void;
  /** Closes a form in a dialog. */
  readonly cancel?: () => void;
  /** The inputs; each gets the fault of its value. */
  readonly children: (wrong: (field: string) => string | undefined) => ReactNode;
}

/** A form that the service checks: the fault of a field stands at the field, all other faults above the button. */
export function Form<T>({ submit, send, onDone, cancel, children }: FormProps<T>) {
  const sending = useMutation({ mutationFn: (form: FormData) => send(fieldsOf(form), form), onSuccess: onDone });
  const problem: Problem | null = isProblem(sending.error) ? sending.error : null;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    sending.mutate(new FormData(event.currentTarget));
  };
  const isAtFields = problem !== null && problem.fields.length > 0;
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {children((field) => problem?.of(field))}
      {sending.error && !isAtFields && <ProblemNote error={sending.error} />}
      {cancel ? (
        <div className={classes.buttons}>
          <Button variant="default" onClick={cancel}>
            {words.form.cancel}
          </Button>
          <Button type="submit" loading={sending.isPending}>
            {submit}
          </Button>
        </div>
      ) : (
        <Button type="submit" size="sm" fullWidth loading={sending.isPending}>
          {submit}
        </Button>
      )}
    </form>
  );
}

const fieldsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
