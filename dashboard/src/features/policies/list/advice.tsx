import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keysOfForm } from '../../../api/idempotency';
import { preferences, usePreferences } from '../../../preferences/preferences';
import { Confirm } from '../../../ui/confirm';
import { Section } from '../../../ui/page';
import { UntrustedText } from '../../../ui/untrusted-text';
import { adviceWords as words } from '../../../words';
import { adviceQuery, changePolicy, createPolicy, type Suggestion } from '../api';
import { DECISION_WORDS } from '../decisions';
import { conditionWords } from '../sentence';
import classes from './advice.module.css';

const SHOWN = 5;

const nameOf = ({ apiName, draft }: Suggestion) => apiName ?? draft.name ?? draft.apiNamePattern;

/** Suggestions from what was called and decided; a person takes each or dismisses it, in this browser. */
export function Advice() {
  const { data = [] } = useQuery(adviceQuery);
  const { dismissedAdvice } = usePreferences();
  const queryClient = useQueryClient();
  const [taken, setTaken] = useState<Suggestion | null>(null);
  const open = data.filter(({ id }) => !dismissedAdvice.includes(id));
  if (open.length === 0) return null;
  return (
    <Section title={words.title} lead={words.lead}>
      <ul className={classes.suggestions} aria-label={words.title}>
        {open.slice(0, SHOWN).map((suggestion) => (
          <li key={suggestion.id}>
            <p>
              <UntrustedText>{words.because[suggestion.kind](nameOf(suggestion), suggestion.figures)}</UntrustedText>
            </p>
            <Button size="compact-sm" variant="default" onClick={() => setTaken(suggestion)}>
              {words.take}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => preferences.set({ dismissedAdvice: [...dismissedAdvice, suggestion.id] })}
            >
              {words.dismiss}
            </Button>
          </li>
        ))}
      </ul>
      {open.length > SHOWN && <p>{words.more(open.length - SHOWN)}</p>}
      {taken && (
        <Take
          suggestion={taken}
          close={() => setTaken(null)}
          onDone={() => {
            setTaken(null);
            void queryClient.invalidateQueries({ queryKey: ['policies'] });
          }}
        />
      )}
    </Section>
  );
}

interface TakeProps {
  readonly suggestion: Suggestion;
  readonly onDone: () => void;
  readonly close: () => void;
}

/** Shows the draft in words before it becomes a policy, or replaces one. */
function Take({ suggestion: { policyId, draft }, onDone, close }: TakeProps) {
  const [keyOf] = useState(keysOfForm);
  const run = () => (policyId ? changePolicy(policyId, draft) : createPolicy(draft, keyOf(draft)));
  return (
    <Confirm
      title={policyId ? words.change : words.create}
      confirm={words.save}
      run={run}
      onDone={onDone}
      close={close}
    >
      <p>
        <code>{draft.apiNamePattern}</code>: {draft.enabled === false ? words.off : DECISION_WORDS[draft.action][0]}
        {draft.mode === 'shadow' && words.shadow}
      </p>
      {draft.condition && (
        <p>
          {words.when} <UntrustedText>{conditionWords(draft.condition, draft.action)}</UntrustedText>
        </p>
      )}
    </Confirm>
  );
}
