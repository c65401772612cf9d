import type { Schemas } from '../../api/wire';
import { webhooksWords as words } from '../../words';

export type EventType = NonNullable<Schemas['CreateWebhookBody']['events']>[number];

export const EVENTS: Readonly<Record<EventType, string>> = {
  'approval.requested': words.events.approvalRequested,
  'approval.decided': words.events.approvalDecided,
  'approval.expired': words.events.approvalExpired,
  'action.blocked': words.events.blocked,
  'rollback.finished': words.events.rollbackFinished,
  'rollback.reverted': words.events.rollbackReverted,
};

export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[];
