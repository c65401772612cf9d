import { NativeSelect, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCommands } from '../keyboard/use-commands';
import { commonWords as words } from '../words';
import classes from './filters.module.css';

interface FiltersProps {
  /** The label of the search, for a screen reader and in the empty field. */
  readonly label: string;
  readonly text: string | undefined;
  readonly onText: (text: string | undefined) => void;
  readonly children?: ReactNode;
}

/** The filters of a list: a text, to which `/` leads, and choices. */
export function Filters({ label, text, onText, children }: FiltersProps) {
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text ?? '');
  // Back, a link and a button that clears change the URL without the field; text that is being typed is ahead of the
  // URL.
  useEffect(() => {
    if (document.activeElement !== search.current) setTyped(text ?? '');
  }, [text]);
  useCommands(words.filters.filters, [{ keys: '/', label: words.filters.search, run: () => search.current?.focus() }]);
  return (
    <search className={classes.filters}>
      <TextInput
        ref={search}
        size="xs"
        className={classes.search}
        aria-label={label}
        placeholder={label}
        leftSection={<Search size={14} />}
        value={typed}
        maxLength={200}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onText(event.currentTarget.value.trim() || undefined);
        }}
        onKeyDown={(event) => (event.key === 'Enter' || event.key === 'Escape') && event.currentTarget.blur()}
      />
      {children}
    </search>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly any?: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly set: (value: string | undefined) => void;
}

export function Choice({ label, any, value, options, set }: ChoiceProps) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      className={classes.choice}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value || undefined)}
      data={[...(any === undefined ? [] : [{ value: '', label: any }]), ...options]}
    />
  );
}
