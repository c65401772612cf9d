import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { isProblem, type Problem } from '../../api/problem';
import { ProblemNote } from '../../ui/problem-note';
import classes from './frame.module.css';

interface FormProps {
  readonly submit: string;
  readonly send: (fields: Record<string, string>) => Promise<unknown>;
  readonly onDone: () => void;
  /** The inputs; each gets what is wrong with it. */
  readonly children: (wrong: (field: string) => string | undefined) => ReactNode;
}

/** A form that the service checks: what is wrong with a field stands at the field, everything else above the button. */
export function Form({ submit, send, onDone, children }: FormProps) {
  const sending = useMutation({ mutationFn: send, onSuccess: onDone });
  const problem: Problem | null = isProblem(sending.error) ? sending.error : null;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    sending.mutate(Object.fromEntries(fields));
  };
  const isAtFields = problem !== null && problem.fields.length > 0;
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {children((field) => problem?.of(field))}
      {sending.error && !isAtFields && <ProblemNote error={sending.error} />}
      <Button type="submit" size="sm" fullWidth loading={sending.isPending}>
        {submit}
      </Button>
    </form>
  );
}
