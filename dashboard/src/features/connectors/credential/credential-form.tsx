import { Button, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isProblem } from '../../../api/problem';
import { ProblemNote } from '../../../ui/problem-note';
import { connectorWords as words } from '../../../words';
import { storeCredential } from '../api';
import { type Connector, filledIn, missing } from '../connectors';
import classes from './credential.module.css';

interface CredentialFormProps {
  readonly connector: Connector;
  readonly close: () => void;
  readonly onStored: () => void;
}

/** Edits all values of a credential together: an empty field does not keep its earlier value. */
export function CredentialForm({ connector: { id, fields, credential }, close, onStored }: CredentialFormProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isTried, setIsTried] = useState(false);
  const storing = useMutation({
    mutationFn: () => storeCredential(id, filledIn(values)),
    onSuccess: () => {
      // A secret stays in the memory of the page no longer than it has to.
      setValues({});
      onStored();
    },
    gcTime: 0,
  });
  const problem = isProblem(storing.error) ? storing.error : null;
  const absent = missing(fields, values);
  const isAtFields = problem?.fields.some(({ field }) => field.startsWith('values.')) === true;
  return (
    <form
      className={classes.form}
      aria-label={words.credentialForm.label}
      autoComplete="off"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (absent.length === 0) storing.mutate();
      }}
    >
      {credential && <p>{words.credentialForm.replaceHelp}</p>}
      {fields.map((field, index) => (
        <Field
          key={field.name}
          field={field}
          isFirst={index === 0}
          value={values[field.name] ?? ''}
          wrong={
            (isTried && absent.includes(field.name) && words.credentialForm.required) ||
            problem?.of(`values.${field.name}`)
          }
          set={(value) => setValues((now) => ({ ...now, [field.name]: value }))}
        />
      ))}
      {storing.error && !isAtFields && <ProblemNote error={storing.error} />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={close}>
          {words.credentialForm.cancel}
        </Button>
        <Button type="submit" loading={storing.isPending}>
          {credential ? words.credentialForm.replace : words.credentialForm.store}
        </Button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly field: Connector['fields'][number];
  readonly isFirst: boolean;
  readonly value: string;
  readonly wrong: string | undefined;
  readonly set: (value: string) => void;
}

function Field({ field: { name, description, required, isPublic }, isFirst, value, wrong, set }: FieldProps) {
  const common = {
    label: name,
    description,
    required,
    value,
    error: wrong,
    spellCheck: false,
    'data-autofocus': isFirst || undefined,
  };
  if (!isPublic)
    return (
      <PasswordInput
        {...common}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': words.credentialForm.reveal(name) }}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  // A declaration of operations is a document of its own.
  return name === 'operations' ? (
    <Textarea
      {...common}
      autosize
      minRows={4}
      maxRows={16}
      autoComplete="off"
      onChange={(event) => set(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...common} autoComplete="off" onChange={(event) => set(event.currentTarget.value)} />
  );
}
