import { Button, TextInput } from '@mantine/core';
import { Search as Magnifier } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCommands } from '../../keyboard/use-commands';
import type { useUrlState } from '../../ui/url-state';
import { auditWords as words } from '../../words';
import classes from './audit.module.css';
import type { AuditFilters } from './filters';

const TYPED_FOR_MS = 300;
const LONGEST = 200;

interface FilterBarProps {
  readonly filters: AuditFilters;
  readonly change: ReturnType<typeof useUrlState>[1];
}

/** Edits the filters of the entries; the service applies them, and the URL holds them. */
export function FilterBar({ filters, change }: FilterBarProps) {
  const [text, setText] = useState(filters.text);
  const input = useRef<HTMLInputElement>(null);
  useCommands(words.filterBar.filters, [{ keys: '/', label: words.find, run: () => input.current?.focus() }]);
  // A link and Back change the URL without the field.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(filters.text);
  }, [filters.text]);
  useEffect(() => {
    if (text === filters.text) return;
    const timer = setTimeout(() => change({ find: text || undefined, entry: undefined }), TYPED_FOR_MS);
    return () => clearTimeout(timer);
  }, [text, filters.text, change]);
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <search className={classes.search}>
      <TextInput
        ref={input}
        size="xs"
        aria-label={words.find}
        placeholder={words.find}
        leftSection={<Magnifier size={14} />}
        value={text}
        maxLength={LONGEST}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          size="xs"
          type="date"
          label={words[name]}
          value={filters[name] ?? ''}
          onChange={(event) => change({ [name]: event.currentTarget.value || undefined, entry: undefined })}
        />
      ))}
      {isFiltered && (
        <Button
          variant="subtle"
          onClick={() => {
            setText('');
            change({ find: undefined, from: undefined, to: undefined, entry: undefined });
          }}
        >
          {words.clear}
        </Button>
      )}
    </search>
  );
}
