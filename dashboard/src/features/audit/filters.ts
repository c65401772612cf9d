import { dayIn, readDay } from '../../ui/local-time';
import type { Search } from '../../ui/url-state';

const LONGEST = 200;

export interface AuditFilters {
  /** Words that an entry has. */
  readonly text: string;
  /** The first and the last day, in the zone of the operator. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export const readFilters = ({ find, from, to, entry }: Search) => ({
  filters: { text: find?.slice(0, LONGEST) ?? '', from: readDay(from), to: readDay(to) } satisfies AuditFilters,
  selected: Number(entry),
});

/** Returns the filters as the service takes them. */
export const toQuery = ({ text, from, to }: AuditFilters, timeZone: string) => ({
  ...(text.trim() && { text: text.trim() }),
  ...(from && { since: dayIn(from, timeZone).since }),
  ...(to && { until: dayIn(to, timeZone).until }),
});
