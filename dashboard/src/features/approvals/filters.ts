import { dayIn, readDay } from '../../ui/local-time';
import type { Search } from '../../ui/url-state';

const STATUSES = ['PENDING', 'UNUSED', 'DECIDED', 'APPROVED', 'REJECTED', 'ALL'] as const;
export type Status = (typeof STATUSES)[number];

export interface Filters {
  readonly status: Status;
  readonly agentId?: string | undefined;
  readonly connector?: string | undefined;
  /** The cursor of an older page. */
  readonly cursor?: string | undefined;
  /** The day on which the call was asked for. */
  readonly day?: string | undefined;
}

export interface InboxState {
  readonly filters: Filters;
  /** The approval whose card is open. */
  readonly selected: string | undefined;
}

export function readInbox({ status, agent, connector, page, selected, day }: Search): InboxState {
  const known = STATUSES.find((one) => one === status) ?? 'PENDING';
  return { filters: { status: known, agentId: agent, connector, cursor: page, day: readDay(day) }, selected };
}

/** Returns the filters as the service takes them. */
export const toQuery = ({ day, ...filters }: Filters, timeZone: string) => ({
  ...filters,
  ...(day && dayIn(day, timeZone)),
});
