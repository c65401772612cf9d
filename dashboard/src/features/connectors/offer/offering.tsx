import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Section } from '../../../ui/page';
import { ProblemNote } from '../../../ui/problem-note';
import { Tag } from '../../../ui/tag';
import { connectorWords as words } from '../../../words';
import { offerOperations } from '../api';
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
      title={words.offering.title}
      lead={words.offering.lead}
      actions={
        isPro &&
        draft === null && (
          <Button variant="default" onClick={edit}>
            {words.offering.change}
          </Button>
        )
      }
    >
      {draft === null ? (
        <p className={classes.patterns}>
          {stored.length === 0 ? words.offering.none : stored.map((pattern) => <code key={pattern}>{pattern}</code>)}
        </p>
      ) : (
        <form
          className={classes.form}
          aria-label={words.offering.form}
          onSubmit={(event) => {
            event.preventDefault();
            saving.mutate(patternsIn(draft));
          }}
        >
          <Textarea
            label={words.offering.patterns}
            description={words.offering.patternsHelp(id)}
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
              {words.offering.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {words.offering.save}
            </Button>
          </div>
        </form>
      )}
      {offered.length > 0 && (
        <p className={classes.count}>
          {offered.length} {offered.length === 1 ? words.offering.oneOperation : words.offering.operations}{' '}
          {words.offering.offered}
          {lasting.length > 0 && (
            <Tag tone="danger">
              {lasting.length} {words.offering.irreversible}
            </Tag>
          )}
        </p>
      )}
    </Section>
  );
}
