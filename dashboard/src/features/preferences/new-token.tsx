import { Button, Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isProblem } from '../../api/problem';
import { ChoiceLabel } from '../../ui/choice-label';
import { Copyable } from '../../ui/copyable';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { tokenWords as words } from '../../words';
import { createToken, type Scope } from './api';
import classes from './new-token.module.css';

const DAY_MS = 86_400_000;
const SCOPES = Object.keys(words.scopeNotes) as Scope[];

interface NewTokenProps {
  readonly onMade: () => void;
  readonly close: () => void;
}

/** The token is held by this dialog alone, and goes with it. Long after the sign-in the service asks for the password. */
export default function NewToken({ onMade, close }: NewTokenProps) {
  const [made, setMade] = useState<string | null>(null);
  const [needsProof, setNeedsProof] = useState(false);
  const send = ({ name = '', days, password }: Record<string, string>, form: FormData) =>
    createToken({
      name,
      expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      scopes: form.getAll('scopes') as Scope[],
      ...(password && { password }),
    }).catch((error: unknown) => {
      if (isProblem(error, 'proof-required')) setNeedsProof(true);
      throw error;
    });
  return (
    <Dialog
      onClose={close}
      title={made ? words.theNewToken : words.newToken}
      // A click beside the dialog must not lose the token, which is shown once.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
    >
      {made ? (
        <div className={classes.fields}>
          <p>{words.copyNow}</p>
          <Copyable label={words.theNewToken} text={made} wraps />
          <Button onClick={close}>{words.copied}</Button>
        </div>
      ) : (
        <Form
          submit={words.createToken}
          cancel={close}
          send={send}
          onDone={({ token }) => {
            setMade(token);
            onMade();
          }}
        >
          {(wrong) => (
            <>
              <TextInput
                name="name"
                label={words.name}
                description={words.nameNote}
                maxLength={100}
                autoComplete="off"
                data-autofocus
                error={wrong('name')}
              />
              <fieldset className={classes.scopes}>
                <legend>{words.scopes}</legend>
                {SCOPES.map((scope) => (
                  <Checkbox
                    key={scope}
                    name="scopes"
                    value={scope}
                    label={<ChoiceLabel hint={words.scopeNotes[scope]}>{scope}</ChoiceLabel>}
                  />
                ))}
                {wrong('scopes') && <p role="alert">{wrong('scopes')}</p>}
              </fieldset>
              <NativeSelect name="days" label={words.endsIn} data={words.durations} error={wrong('expiresAt')} />
              {needsProof && <PasswordInput name="password" label={words.password} autoComplete="current-password" />}
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
