import type { Schemas } from '../../api/wire';

export type EventType = NonNullable<Schemas['CreateWebhookBody']['events']>[number];

export const EVENTS: Readonly<Record<EventType, string>> = {
  'approval.requested': 'A call needs an approval or a review',
  'approval.decided': 'An approval was decided',
  'approval.expired': 'No operator decided in time',
  'action.blocked': 'A policy blocked a call',
  'rollback.finished': 'A rollback came to its end',
  'rollback.reverted': 'A rollback was taken back',
};

export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[];
