import { SESSION_STATUSES, type SessionStatus } from '../../ui/session-statuses';
import type { Search } from '../../ui/url-state';

export const DRIFTS = ['ALIGNED', 'REVIEW', 'DRIFTED', 'INSUFFICIENT_EVIDENCE'] as const;
export type Drift = (typeof DRIFTS)[number];

const HOUR_MS = 3_600_000;
/** Ranges that end now, by their names in the URL. */
export const RECENT = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 7 * 24 * HOUR_MS } as const;
type Recent = keyof typeof RECENT;

export interface Filters {
  readonly agent: string | undefined;
  readonly status: SessionStatus | undefined;
  readonly dirty: boolean | undefined;
  readonly blocked: true | undefined;
  readonly drift: Drift | undefined;
  readonly connector: string | undefined;
  /** A name of what a call acts on. */
  readonly target: string | undefined;
  /** The user whose task it is. */
  readonly onBehalfOf: string | undefined;
  /** `<name>:<value>` */
  readonly label: string | undefined;
  readonly toolCallId: string | undefined;
  readonly traceId: string | undefined;
  /** A name of {@link RECENT}, or a moment. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly text: string | undefined;
  /** The cursor of an older page. */
  readonly page: string | undefined;
}

export interface ListState {
  readonly filters: Filters;
  readonly selected: string | undefined;
}

const CURSOR = /^(\d{1,15}_)?[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

const LABEL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}:[\s\S]{1,200}$/u;
const TRACE_ID = /^[0-9a-f]{32}$/;

export const isRecent = (since: string | undefined): since is Recent =>
  since !== undefined && Object.hasOwn(RECENT, since);
const isMoment = (text: string) => !Number.isNaN(Date.parse(text));
const moment = (text: string | undefined) => (text && isMoment(text) ? text : undefined);
const cut = (text: string | undefined, length: number) => text?.slice(0, length) || undefined;

/** Reads the filters from the URL; unknown parameters are left out. */
export function readListState({
  agent,
  status,
  dirty,
  blocked,
  drift,
  connector,
  target,
  onBehalfOf,
  label,
  toolCallId,
  traceId,
  since,
  until,
  text,
  page,
  selected,
}: Search): ListState {
  return {
    filters: {
      agent: cut(agent, 100),
      status: SESSION_STATUSES.find((one) => one === status),
      dirty: dirty === 'true' ? true : dirty === 'false' ? false : undefined,
      blocked: blocked === 'true' ? true : undefined,
      drift: DRIFTS.find((one) => one === drift),
      connector: cut(connector, 40),
      target: cut(target, 200),
      onBehalfOf: cut(onBehalfOf, 255),
      label: label && LABEL.test(label) ? label : undefined,
      toolCallId: cut(toolCallId, 255),
      traceId: traceId && TRACE_ID.test(traceId) ? traceId : undefined,
      since: isRecent(since) ? since : moment(since),
      until: moment(until),
      text: cut(text, 200),
      page: page && CURSOR.test(page) ? page : undefined,
    },
    selected,
  };
}

export const NO_FILTERS: Search = {
  agent: undefined,
  status: undefined,
  dirty: undefined,
  blocked: undefined,
  drift: undefined,
  connector: undefined,
  target: undefined,
  onBehalfOf: undefined,
  label: undefined,
  toolCallId: undefined,
  traceId: undefined,
  since: undefined,
  until: undefined,
  text: undefined,
  page: undefined,
  selected: undefined,
  view: undefined,
};

export const isFiltered = ({ page: _, ...filters }: Filters) => Object.values(filters).some((one) => one !== undefined);

/** Returns the filters as the service takes them. @param now the end of a range that ends now */
export function toQuery({ agent, page, since, until, ...plain }: Filters, now: number) {
  const from = isRecent(since) ? now - RECENT[since] : since && Date.parse(since);
  return {
    ...plain,
    agentId: agent,
    cursor: page,
    since: from ? new Date(from).toISOString() : undefined,
    until: until && new Date(until).toISOString(),
  };
}
