import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newKey } from '../../api/idempotency';
import { isProblem } from '../../api/problem';
import { Dialog } from '../../ui/dialog';
import form from '../../ui/form.module.css';
import { ProblemNote } from '../../ui/problem-note';
import { agentWords as words } from '../../words';
import { type Agent, changeAgent, registerAgent } from './api';

interface RegisterDialogProps {
  /** Null for a new one. */
  readonly agent: Agent | null;
  readonly close: () => void;
  readonly onDone?: (agent: Agent) => void;
}

/** Edits the name and the purpose of an agent; an agent that was only seen so far becomes registered. */
export default function RegisterDialog({ agent, close, onDone }: RegisterDialogProps) {
  const [slug, setSlug] = useState(agent?.slug ?? '');
  const [displayName, setDisplayName] = useState(agent?.displayName ?? '');
  const [description, setDescription] = useState(agent?.description ?? '');
  const queryClient = useQueryClient();
  const key = useRef(newKey());
  const saving = useMutation({
    mutationFn: () => {
      const named = displayName.trim() ? { displayName: displayName.trim() } : {};
      return agent?.registered
        ? changeAgent(agent.id, { ...named, description })
        : registerAgent({ slug: slug.trim(), ...named, description }, key.current);
    },
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries({ queryKey: ['agents'] });
      close();
      onDone?.(saved);
    },
    onError: (error) => {
      if (isProblem(error)) key.current = newKey();
    },
  });
  const problem = isProblem(saving.error) ? saving.error : null;
  const isAtFields = problem !== null && problem.fields.length > 0;
  return (
    <Dialog onClose={close} title={agent ? words.registerDialog.titleEdit : words.registerDialog.title}>
      <form
        className={form.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        {!agent && (
          <TextInput
            label={words.registerDialog.slug}
            description={words.registerDialog.slugHelp}
            value={slug}
            error={problem?.of('slug')}
            onChange={(event) => setSlug(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <TextInput
          label={words.registerDialog.name}
          value={displayName}
          maxLength={200}
          error={problem?.of('displayName')}
          onChange={(event) => setDisplayName(event.currentTarget.value)}
          data-autofocus={agent !== null || undefined}
        />
        <Textarea
          label={words.registerDialog.description}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2_000}
          value={description}
          error={problem?.of('description')}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {saving.error && !isAtFields && <ProblemNote error={saving.error} />}
        <div className={form.buttons}>
          <Button variant="default" onClick={close}>
            {words.registerDialog.cancel}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {agent?.registered ? words.registerDialog.save : words.registerDialog.register}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
