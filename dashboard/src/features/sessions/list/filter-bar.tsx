import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Crosshair, Search, User } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { includes, useMe } from '../../../api/me';
import { registryQuery } from '../../../api/registry';
import { useCommands } from '../../../keyboard/use-commands';
import { SESSION_STATUS_WORDS, SESSION_STATUSES } from '../../../ui/session-statuses';
import type { useUrlState } from '../../../ui/url-state';
import { sessionsWords as words } from '../../../words';
import { agentNamesQuery } from '../api';
import { driftWord } from '../drift';
import { DRIFTS, type Filters, isFiltered, isRecent, NO_FILTERS } from '../filters';
import { Between } from './between';
import classes from './filter-bar.module.css';
import { OriginChips } from './origin-chips';
import { TextFilter } from './text-filter';

interface FilterBarProps {
  readonly filters: Filters;
  readonly change: ReturnType<typeof useUrlState>[1];
}

type Option = { readonly value: string; readonly label: string };

const STATUSES: readonly Option[] = SESSION_STATUSES.map((value) => ({ value, label: SESSION_STATUS_WORDS[value][0] }));
const ATTENTION: readonly Option[] = [
  { value: 'true', label: words.needsAttention },
  { value: 'blocked', label: words.withBlockedCalls },
  { value: 'false', label: words.noFindings },
];
const DRIFT: readonly Option[] = DRIFTS.map((value) => ({ value, label: driftWord(value) }));
const TIMES: readonly Option[] = [
  { value: '1h', label: words.filterBar.lastHour },
  { value: '24h', label: words.filterBar.lastDay },
  { value: '7d', label: words.filterBar.lastWeek },
  { value: 'between', label: words.filterBar.between },
];

/** Edits the filters of the list; the URL holds them. */
export function FilterBar({ filters, change }: FilterBarProps) {
  const search = useRef<HTMLInputElement>(null);
  const agents = useQuery(agentNamesQuery);
  const { data: me } = useMe();
  const [isBetween, setIsBetween] = useState(Boolean(filters.until || (filters.since && !isRecent(filters.since))));
  const [text, setText] = useState(filters.text ?? '');
  const { data: operations = [] } = useQuery(registryQuery);
  const connectors = [...new Set(operations.map(({ connector }) => connector))].sort();
  const set = (name: string) => (value: string) =>
    change({ [name]: value || undefined, page: undefined, selected: undefined });
  useCommands(words.filterBar.filters, [
    { keys: '/', label: words.filterBar.search, run: () => search.current?.focus() },
  ]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    set('text')(text.trim());
  };
  const names = new Set([...(filters.agent ? [filters.agent] : []), ...(agents.data ?? [])]);
  return (
    <div className={classes.filters}>
      <search className={classes.search}>
        <form onSubmit={submit}>
          <TextInput
            ref={search}
            size="xs"
            aria-label={words.filterBar.searchHelp}
            placeholder={words.filterBar.searchHelp}
            leftSection={<Search size={14} />}
            value={text}
            maxLength={200}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={() => text.trim() !== (filters.text ?? '') && set('text')(text.trim())}
          />
        </form>
      </search>
      <TextFilter
        key={`target ${filters.target}`}
        className={classes.target}
        label={words.target}
        help={words.targetHelp}
        icon={<Crosshair size={14} />}
        value={filters.target}
        set={set('target')}
      />
      <TextFilter
        key={`user ${filters.onBehalfOf}`}
        className={classes.target}
        label={words.onBehalfOfFilter}
        help={words.onBehalfOfHelp}
        icon={<User size={14} />}
        value={filters.onBehalfOf}
        set={set('onBehalfOf')}
      />
      <Choice
        label={words.filterBar.agent}
        any={words.filterBar.anyAgent}
        value={filters.agent}
        options={[...names].map((value) => ({ value, label: value }))}
        set={set('agent')}
      />
      <Choice
        label={words.filterBar.status}
        any={words.filterBar.anyStatus}
        value={filters.status}
        options={STATUSES}
        set={set('status')}
      />
      <Choice
        label={words.attention}
        any={words.all}
        value={filters.blocked ? 'blocked' : filters.dirty === undefined ? undefined : String(filters.dirty)}
        options={ATTENTION}
        set={(value) => {
          const isBlocked = value === 'blocked';
          change({
            dirty: isBlocked ? undefined : value || undefined,
            blocked: isBlocked ? 'true' : undefined,
            page: undefined,
            selected: undefined,
          });
        }}
      />
      <Choice
        label={words.filterBar.drift}
        any={me && includes(me.organization.plan, 'TEAM') ? words.filterBar.anyDrift : words.filterBar.driftLocked}
        value={filters.drift}
        options={me && includes(me.organization.plan, 'TEAM') ? DRIFT : []}
        set={set('drift')}
      />
      <Choice
        label={words.filterBar.connector}
        any={words.filterBar.anyConnector}
        value={filters.connector}
        options={connectors.map((value) => ({ value, label: value }))}
        set={set('connector')}
      />
      <Choice
        label={words.filterBar.opened}
        any={words.filterBar.anyTime}
        value={isBetween ? 'between' : filters.since}
        options={TIMES}
        set={(value) => {
          setIsBetween(value === 'between');
          change({
            since: value === 'between' ? undefined : value || undefined,
            until: undefined,
            page: undefined,
            selected: undefined,
          });
        }}
      />
      {isBetween && <Between filters={filters} change={change} />}
      <OriginChips filters={filters} clear={(name) => set(name)('')} />
      {isFiltered(filters) && (
        <Button
          variant="subtle"
          onClick={() => {
            setText('');
            setIsBetween(false);
            change(NO_FILTERS);
          }}
        >
          {words.filterBar.clear}
        </Button>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly any: string;
  readonly value: string | undefined;
  readonly options: readonly Option[];
  readonly set: (value: string) => void;
}

function Choice({ label, any, value, options, set }: ChoiceProps) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      className={classes.choice}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
      data={[{ value: '', label: any }, ...options]}
    />
  );
}
