import { readRowPage } from '../../ui/row-paging';
import type { Search } from '../../ui/url-state';
import type { Agent, Dirty } from './api';

export const STATUSES = ['ACTIVE', 'PAUSED'] as const;

interface Filters {
  readonly text: string | undefined;
  readonly status: Agent['status'] | undefined;
}

export function readAgentList({ text, status, page, selected }: Search) {
  const filters: Filters = {
    text: text?.slice(0, 200) || undefined,
    status: STATUSES.find((one) => one === status),
  };
  return { filters, page: readRowPage(page), selected };
}

/** Returns the matching agents; those seen last come first, those that never worked last. */
export function filtered(agents: readonly Agent[], { text, status }: Filters): Agent[] {
  const sought = text?.toLowerCase();
  const fits = (agent: Agent) =>
    (!status || agent.status === status) &&
    (!sought || [agent.slug, agent.displayName, agent.description].join('\n').toLowerCase().includes(sought));
  const lastSeen = ({ lastSeenAt }: Agent) => lastSeenAt ?? '';
  return agents.filter(fits).sort((a, b) => lastSeen(b).localeCompare(lastSeen(a)));
}

/** Counts the sessions of an agent that need attention. */
export const dirtyOf = (dirty: Dirty | undefined, { slug }: Agent) =>
  dirty?.sessions.filter(({ agentId }) => agentId === slug).length ?? 0;
