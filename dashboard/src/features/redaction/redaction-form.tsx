import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ChoiceLabel } from '../../ui/choice-label';
import { Form } from '../../ui/form';
import { redactionWords as words } from '../../words';
import { changeRedaction, type Kind, type RedactionSettings, type Rule, redactionQuery } from './api';
import classes from './redaction-form.module.css';

const KINDS = Object.keys(words.kindNames) as Kind[];
const MEMBERS = ['name', 'apiNamePattern', 'path'] as const satisfies readonly (keyof Rule)[];
const NEW: Rule = { name: '', apiNamePattern: '*', path: '*.**.' };

/** A rule in the form; its key stays when others are removed. */
interface Row {
  readonly key: number;
  readonly rule: Rule;
}

const toRows = (rules: readonly Rule[]): Row[] => rules.map((rule, key) => ({ key, rule }));

export function RedactionForm({ settings }: { readonly settings: RedactionSettings }) {
  const queryClient = useQueryClient();
  const [rows, setRows] = useState(() => toRows(settings.rules));
  const [isSaved, setIsSaved] = useState(false);
  const id = useId();
  const add = () => setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, rule: NEW }]);
  const set = (key: number, member: keyof Rule, value: string) =>
    setRows(rows.map((row) => (row.key === key ? { key, rule: { ...row.rule, [member]: value } } : row)));
  return (
    <div className={classes.page} onChange={() => setIsSaved(false)}>
      <Form
        submit={words.save}
        send={(_, form) =>
          changeRedaction({ kinds: form.getAll('kinds') as Kind[], rules: rows.map(({ rule }) => rule) })
        }
        onDone={(saved) => {
          queryClient.setQueryData(redactionQuery.queryKey, saved);
          setIsSaved(true);
        }}
      >
        {(wrong) => (
          <>
            <fieldset className={classes.group}>
              <legend>{words.kinds}</legend>
              {KINDS.map((kind) => (
                <Checkbox
                  key={kind}
                  name="kinds"
                  value={kind}
                  defaultChecked={settings.kinds.includes(kind)}
                  label={<ChoiceLabel hint={words.kindNotes[kind]}>{words.kindNames[kind]}</ChoiceLabel>}
                />
              ))}
            </fieldset>
            <fieldset className={classes.group}>
              <legend>{words.rules}</legend>
              <p>{words.rulesNote}</p>
              {rows.map(({ key, rule }, index) => (
                <div className={classes.rule} key={key}>
                  {MEMBERS.map((member) => (
                    <TextInput
                      key={member}
                      id={`${id}-${key}-${member}`}
                      label={words.members[member]}
                      value={rule[member]}
                      maxLength={255}
                      autoComplete="off"
                      spellCheck={false}
                      error={wrong(`rules.${index}.${member}`)}
                      onChange={(event) => set(key, member, event.currentTarget.value)}
                    />
                  ))}
                  <Button
                    variant="default"
                    aria-label={words.removeRule(rule.name)}
                    onClick={() => setRows(rows.filter((row) => row.key !== key))}
                  >
                    {words.remove}
                  </Button>
                </div>
              ))}
              <Button variant="default" onClick={add}>
                {words.addRule}
              </Button>
            </fieldset>
            {isSaved && <p role="status">{words.saved}</p>}
          </>
        )}
      </Form>
    </div>
  );
}
