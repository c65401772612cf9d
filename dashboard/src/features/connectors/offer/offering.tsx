import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Section } from '../../../ui/page';
import { ProblemNote } from '../../../ui/problem-note';
import { Tag } from '../../../ui/tag';
import { offerOperations } from '../api/store';
import type { Connector } from '../connectors';
import { offerOf, patternsIn } from './offered';
import classes from './offering.module.css';

interface OfferingProps {
  readonly connector: Connector;
  readonly isPro: boolean;
}

/** Shows the calls that agents may have the service make with a credential, and changes them. */
export function Offering({ connector: { id, operations, credential }, isPro }: OfferingProps) {
  const stored = credential?.agentOperations ?? [];
  const [draft, setDraft] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: (patterns: string[]) => offerOperations(id, patterns),
    onSuccess: () => {
      setDraft(null);
      void queryClient.invalidateQueries({ queryKey: ['connectors'] });
    },
  });
  if (!credential) return null;
  const { offered, lasting } = offerOf(draft === null ? stored : patternsIn(draft), operations);
  const edit = () => setDraft(stored.join('\n'));
  return (
    <Section
      title="Calls that Backstop makes for agents"
      lead="Agents may have Backstop make the offered calls with this credential, without holding a key of it themselves."
      actions={
        isPro &&
        draft === null && (
          <Button variant="default" onClick={edit}>
            Change the offer
          </Button>
        )
      }
    >
      {draft === null ? (
        <p className={classes.patterns}>
          {stored.length === 0 ? 'Nothing is offered.' : stored.map((pattern) => <code key={pattern}>{pattern}</code>)}
        </p>
      ) : (
        <form
          className={classes.form}
          aria-label="The offer"
          onSubmit={(event) => {
            event.preventDefault();
            saving.mutate(patternsIn(draft));
          }}
        >
          <Textarea
            label="Offered operations"
            description={`One pattern a line, such as ${id}.*. Leave it empty to offer nothing.`}
            autosize
            minRows={3}
            maxRows={12}
            spellCheck={false}
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
          {saving.error && <ProblemNote error={saving.error} />}
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => setDraft(null)}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Save the offer
            </Button>
          </div>
        </form>
      )}
      {offered.length > 0 && (
        <p className={classes.count}>
          {offered.length} {offered.length === 1 ? 'operation is' : 'operations are'} offered.
          {lasting.length > 0 && <Tag tone="danger">{lasting.length} cannot be undone</Tag>}
        </p>
      )}
    </Section>
  );
}
