import { NativeSelect, TextInput } from '@mantine/core';
import { reveal } from '../../../ui/reveal';
import { inboxWords as words } from '../../../words';
import type { Approval } from '../approval';
import type { Filters } from '../filters';
import classes from './filter-bar.module.css';

interface FilterBarProps {
  readonly filters: Filters;
  /** Their agents and connectors can be chosen. */
  readonly approvals: readonly Approval[];
  readonly change: (changes: Record<string, string | undefined>) => void;
}

const DECIDED = [
  { value: 'DECIDED', label: words.allDecided },
  { value: 'APPROVED', label: words.approved },
  { value: 'REJECTED', label: words.rejected },
];

const options = (all: string, chosen: string | undefined, found: readonly string[]) => [
  { value: '', label: all },
  ...[...new Set([...found, ...(chosen ? [chosen] : [])])].sort().map((one) => ({ value: one, label: reveal(one) })),
];

/** Pending or decided, and of whom; the URL holds it. */
export function FilterBar({ filters, approvals, change }: FilterBarProps) {
  const agents = approvals.map(({ agentId }) => agentId);
  const connectors = approvals.map(({ apiName }) => apiName.split('.')[0] ?? '');
  const isPending = filters.status === 'PENDING';
  const isUnused = filters.status === 'UNUSED';
  const isDecided = !isPending && !isUnused;
  const set = (name: string) => (event: { currentTarget: { value: string } }) =>
    change({ [name]: event.currentTarget.value || undefined, page: undefined, selected: undefined });
  const show = (status: string | undefined) => change({ status, day: undefined, page: undefined, selected: undefined });
  return (
    <>
      <fieldset className={classes.tabs} aria-label={words.tabs}>
        <button type="button" aria-pressed={isPending} onClick={() => show(undefined)}>
          {words.pendingTab}
        </button>
        <button type="button" aria-pressed={isUnused} onClick={() => show('UNUSED')}>
          {words.unusedTab}
        </button>
        <button type="button" aria-pressed={isDecided} onClick={() => show('DECIDED')}>
          {words.decidedTab}
        </button>
      </fieldset>
      <search className={classes.bar} aria-label={words.filterBar.filters}>
        {isDecided && (
          <>
            <NativeSelect
              size="xs"
              aria-label={words.filterBar.decision}
              value={filters.status}
              data={DECIDED}
              onChange={set('status')}
            />
            <TextInput
              size="xs"
              type="date"
              className={classes.day}
              label={words.day}
              value={filters.day ?? ''}
              onChange={set('day')}
            />
          </>
        )}
        <NativeSelect
          size="xs"
          aria-label={words.filterBar.agent}
          value={filters.agentId ?? ''}
          data={options(words.filterBar.allAgents, filters.agentId, agents)}
          onChange={set('agent')}
        />
        <NativeSelect
          size="xs"
          aria-label={words.filterBar.connector}
          value={filters.connector ?? ''}
          data={options(words.filterBar.allConnectors, filters.connector, connectors)}
          onChange={set('connector')}
        />
      </search>
    </>
  );
}
