import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newKey } from '../../../api/idempotency';
import { isProblem, type Problem, Unreachable } from '../../../api/problem';
import { registryQuery } from '../../../api/registry';
import { useCommands } from '../../../keyboard/use-commands';
import { ProblemNote } from '../../../ui/problem-note';
import { Unsaved } from '../../../ui/unsaved';
import { policyWords as words } from '../../../words';
import { changePolicy, createPolicy, type Policy, policiesQuery } from '../api';
import { type Body, bodyOf, type Draft, inputOf } from '../draft/draft';
import { Simulation } from '../simulation/simulation';
import { ConditionForm } from './condition-form';
import classes from './editor.module.css';
import { Effect } from './effect';
import { Operations } from './operations';
import { Part } from './part';
import { Preview } from './preview';

interface EditorProps {
  readonly initial: Draft;
  /** Null for a new one. */
  readonly policyId: string | null;
  readonly onSaved: (policy: Policy) => void;
  readonly cancel: () => void;
}

const keyOf = (body: Body | null) => JSON.stringify(body);

/** A policy as it is written: each input is checked as it changes, and the draft can be tried before it is saved. */
export function Editor({ initial, policyId, onSaved, cancel }: EditorProps) {
  const [draft, setDraft] = useState(initial);
  /** An empty input is not a fault before the operator has tried to save it. */
  const [isTried, setIsTried] = useState(policyId !== null);
  const { data: operations = [] } = useQuery(registryQuery);
  const queryClient = useQueryClient();
  const { body, wrong, written } = bodyOf(draft);
  const mayLeave = useRef(false);
  const key = useRef<{ readonly of: string; readonly key: string } | null>(null);
  const saving = useMutation({
    mutationFn: (wanted: Body) => {
      if (policyId !== null) return changePolicy(policyId, wanted);
      if (key.current?.of !== keyOf(wanted)) key.current = { of: keyOf(wanted), key: newKey() };
      return createPolicy(wanted, key.current.key);
    },
    onSuccess: async (policy) => {
      mayLeave.current = true;
      await queryClient.invalidateQueries({ queryKey: policiesQuery.queryKey });
      onSaved(policy);
    },
    onError: (error) => {
      if (!(error instanceof Unreachable)) key.current = null;
    },
  });
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  const isSame = policyId !== null && keyOf(body) === keyOf(bodyOf(initial).body);
  const problem = isProblem(saving.error) && keyOf(saving.variables ?? null) === keyOf(body) ? saving.error : null;
  const isAtInputs =
    problem !== null &&
    problem.fields.length > 0 &&
    problem.fields.every(({ field }) => inputOf(field, draft) !== null);
  const isTaken = taken(problem) !== undefined;
  const wrongAt = (input: string) => (isTried ? wrong[input] : undefined) ?? refusedAt(problem, input, draft);
  const save = () => {
    setIsTried(true);
    if (body && !saving.isPending) saving.mutate(body);
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(initial);
  const discard = () => {
    mayLeave.current = true;
    cancel();
  };
  useCommands(words.editor.commands, [
    { keys: 'mod+Enter', label: words.editor.save, run: save },
    // A key that is pressed by mistake does not cost the operator the typed text.
    !isChanged && { keys: 'Escape', label: words.editor.leave, run: cancel },
  ]);
  return (
    <form
      className={classes.editor}
      aria-label={policyId === null ? words.editor.formNew : words.editor.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className={classes.parts}>
        <Part title={words.editor.name} about={words.editor.nameLead}>
          <TextInput
            className={classes.wide}
            label={words.editor.nameInput}
            placeholder={words.editor.nameExample}
            value={draft.name}
            error={wrongAt('name') ?? taken(problem)}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </Part>
        <Operations draft={draft} change={change} operations={operations} wrong={wrongAt('apiNamePattern')} />
        <ConditionForm draft={draft} change={change} operations={operations} wrongAt={wrongAt} />
        <Effect draft={draft} change={change} wrongAt={wrongAt} />
      </div>
      <Preview body={body} written={written} />
      <Simulation body={body} pick={(apiNamePattern) => change({ apiNamePattern })} />
      <footer className={classes.foot}>
        {saving.error && !isAtInputs && !isTaken && <ProblemNote error={saving.error} />}
        {isTried && !body && (
          <p className={classes.wrong} role="alert">
            {words.editor.fixFields}
          </p>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={discard}>
            {words.editor.cancel}
          </Button>
          <Button type="submit" disabled={isSame} loading={saving.isPending}>
            {policyId === null ? words.editor.create : words.editor.save}
          </Button>
        </div>
      </footer>
      <Unsaved isThere={() => isChanged && !mayLeave.current} />
    </form>
  );
}

/** Returns the fault that the service found in an input. */
const refusedAt = (problem: Problem | null, input: string, draft: Draft) =>
  problem?.fields.find(({ field }) => inputOf(field, draft) === input)?.message;

const taken = (problem: Problem | null) => (problem?.code === 'conflict' ? words.editor.nameTaken : undefined);
