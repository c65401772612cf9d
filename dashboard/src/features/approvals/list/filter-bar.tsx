import { NativeSelect } from '@mantine/core';
import { reveal } from '../../../ui/reveal';
import type { Approval } from '../approval';
import type { Filters } from '../filters';
import classes from './filter-bar.module.css';

interface FilterBarProps {
  readonly filters: Filters;
  /** Their agents and connectors can be chosen. */
  readonly approvals: readonly Approval[];
  readonly change: (changes: Record<string, string | undefined>) => void;
}

const STATUSES = [
  { value: 'PENDING', label: 'Pending' },
  { value: 'APPROVED', label: 'Approved' },
  { value: 'REJECTED', label: 'Rejected' },
  { value: 'ALL', label: 'All' },
];

const options = (all: string, chosen: string | undefined, found: readonly string[]) => [
  { value: '', label: all },
  ...[...new Set([...found, ...(chosen ? [chosen] : [])])].sort().map((one) => ({ value: one, label: reveal(one) })),
];

export function FilterBar({ filters, approvals, change }: FilterBarProps) {
  const agents = approvals.map(({ agentId }) => agentId);
  const connectors = approvals.map(({ apiName }) => apiName.split('.')[0] ?? '');
  const set = (name: string) => (event: { currentTarget: { value: string } }) =>
    change({ [name]: event.currentTarget.value || undefined, page: undefined, selected: undefined });
  return (
    <search className={classes.bar} aria-label="Filters">
      <NativeSelect size="xs" aria-label="Status" value={filters.status} data={STATUSES} onChange={set('status')} />
      <NativeSelect
        size="xs"
        aria-label="Agent"
        value={filters.agentId ?? ''}
        data={options('All agents', filters.agentId, agents)}
        onChange={set('agent')}
      />
      <NativeSelect
        size="xs"
        aria-label="Connector"
        value={filters.connector ?? ''}
        data={options('All connectors', filters.connector, connectors)}
        onChange={set('connector')}
      />
    </search>
  );
}
