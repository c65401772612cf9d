import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Section } from '../../../ui/page';
import { ProblemNote } from '../../../ui/problem-note';
import { Tag } from '../../../ui/tag';
import { UntrustedText } from '../../../ui/untrusted-text';
import { connectorWords } from '../../../words';
import { tryUndo } from '../api';
import type { Connector } from '../connectors';
import classes from './trial.module.css';

const words = connectorWords.trial;

/** Tries on one table whether an undo will work. */
export function Trial({ connector: { id, operations, credential } }: { readonly connector: Connector }) {
  const [table, setTable] = useState('');
  const trial = useMutation({ mutationFn: (name: string) => tryUndo(id, name) });
  if (!credential || !operations.some(({ apiName }) => apiName === `${id}.rows.list`)) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    trial.mutate(table.trim());
  };
  return (
    <Section title={words.title} lead={words.lead}>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          size="xs"
          label={words.table}
          placeholder={words.example}
          maxLength={255}
          spellCheck={false}
          value={table}
          onChange={(event) => setTable(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={trial.isPending} disabled={table.trim() === ''}>
          {words.run}
        </Button>
      </form>
      {trial.error && <ProblemNote error={trial.error} />}
      {trial.data && <Result trial={trial.data} />}
    </Section>
  );
}

function Result({ trial: { table, calls, reason } }: { readonly trial: Awaited<ReturnType<typeof tryUndo>> }) {
  return (
    <section className={classes.result} aria-label={words.result(table)}>
      {reason !== null && (
        <p>
          <UntrustedText>{reason}</UntrustedText>
        </p>
      )}
      {calls.map((call) => (
        <article key={call.apiName}>
          <h3>
            <code>{call.apiName}</code>
            <Tag tone={call.class === 'exact' ? 'good' : call.class === 'compensating' ? 'warning' : 'danger'}>
              {words.classes[call.class]}
            </Tag>
          </h3>
          {call.reason !== null && (
            <p>
              <UntrustedText>{call.reason}</UntrustedText>
            </p>
          )}
          {call.calls.map((statement) => (
            <pre key={statement}>
              <UntrustedText>{statement}</UntrustedText>
            </pre>
          ))}
          {call.remains.map((sentence) => (
            <p key={sentence}>
              <UntrustedText>{sentence}</UntrustedText>
            </p>
          ))}
        </article>
      ))}
    </section>
  );
}
