import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Json, JsonObject } from '../../../api/json';
import { reveal } from '../../../ui/reveal';
import { type Field, valueAt, withValue } from './draft';

interface EditFormProps {
  readonly fields: readonly Field[];
  readonly payload: JsonObject;
  readonly change: (payload: JsonObject) => void;
}

const LONG = 60;

/** One input for each argument that has a simple type, and for each such member of an object. */
export function EditForm({ fields, payload, change }: EditFormProps) {
  return fields.map((field, index) => (
    <Input
      key={JSON.stringify(field.path)}
      field={field}
      value={valueAt(payload, field.path)}
      set={(value) => change(withValue(payload, field.path, value))}
      isFirst={index === 0}
    />
  ));
}

interface InputProps {
  readonly field: Field;
  readonly value: Json | undefined;
  readonly set: (value: Json | undefined) => void;
  readonly isFirst: boolean;
}

function Input({ field: { path, kind, choices, description }, value, set, isFirst }: InputProps) {
  const common = { label: reveal(path.join('.')), description, ...(isFirst && { 'data-autofocus': true }) };
  if (kind === 'boolean')
    return <Checkbox {...common} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />;
  if (kind === 'choice')
    return (
      <NativeSelect
        {...common}
        value={String(value ?? '')}
        data={['', ...new Set([...choices, ...(typeof value === 'string' ? [value] : [])])]}
        onChange={(event) => set(event.currentTarget.value || undefined)}
      />
    );
  if (kind === 'number')
    return (
      <TextInput
        {...common}
        type="number"
        step="any"
        value={typeof value === 'number' ? value : ''}
        onChange={({ currentTarget }) => set(currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)}
      />
    );
  const text = typeof value === 'string' ? value : '';
  return text.length > LONG || text.includes('\n') ? (
    <Textarea
      {...common}
      autosize
      minRows={2}
      maxRows={8}
      value={text}
      onChange={(event) => set(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...common} value={text} onChange={(event) => set(event.currentTarget.value)} />
  );
}
