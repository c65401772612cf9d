import { TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';

interface TextFilterProps {
  readonly label: string;
  readonly help: string;
  readonly icon: ReactNode;
  readonly className: string | undefined;
  readonly value: string | undefined;
  readonly set: (value: string) => void;
}

/** A filter that is typed, and holds from Enter on or when the field is left. */
export function TextFilter({ label, help, icon, className, value = '', set }: TextFilterProps) {
  const [typed, setTyped] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set(typed.trim());
  };
  return (
    <form className={className} onSubmit={submit}>
      <TextInput
        size="xs"
        aria-label={label}
        title={help}
        placeholder={label}
        leftSection={icon}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => typed.trim() !== value && set(typed.trim())}
      />
    </form>
  );
}
