/** The types of events that an organization can receive (docs/webhooks.md). */
export const EVENT_TYPES = [
  'approval.requested',
  'approval.decided',
  'approval.expired',
  'action.blocked',
  'rollback.finished',
  'rollback.reverted',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The type of the test button's event; no receiver subscribes to it. */
export const TEST_EVENT = 'webhook.test';

/** Ids, names of calls and agents, states and reasons: never a payload, a response or a snapshot. */
export type EventData = Readonly<Record<string, unknown>>;

/** An event, the same for all its receivers. */
export interface Event {
  readonly id: string;
  readonly type: string;
  /** ISO 8601, UTC, milliseconds: when it happened, not when it is sent. */
  readonly timestamp: string;
  readonly data: EventData;
}

/** The dashboard's address for an event. The dashboard asks people to sign in, and decides nothing by a link alone. */
export function linkTo({ data }: Event, dashboardUrl: string): string {
  if (typeof data.approvalId === 'string') return `${dashboardUrl}/approvals/${data.approvalId}`;
  if (typeof data.sessionId === 'string') return `${dashboardUrl}/sessions/${data.sessionId}`;
  return `${dashboardUrl}/settings/webhooks`;
}

/** The body of a webhook: byte for byte the same for every attempt. It holds no argument of a call, and so no summary. */
export function toBody(event: Event, dashboardUrl: string): string {
  const { id, type, timestamp } = event;
  const { summary: _, ...data } = event.data;
  return JSON.stringify({ id, type, timestamp, data: { ...data, url: linkTo(event, dashboardUrl) } });
}
