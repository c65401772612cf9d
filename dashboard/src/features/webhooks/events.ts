import type { Schemas } from '../../api/wire';
import { webhooksWords as words } from '../../words';

export type EventType = NonNullable<Schemas['CreateWebhookBody']['events']>[number];

export const EVENTS: Readonly<Record<EventType, string>> = {
  'approval.requested': words.events.aCallNeedsAnApproval,
  'approval.decided': words.events.anApprovalWasDecided,
  'approval.expired': words.events.noOperatorDecidedInTime,
  'action.blocked': words.events.aPolicyBlockedACall,
  'rollback.finished': words.events.aRollbackFinished,
  'rollback.reverted': words.events.aRollbackWasReverted,
};

export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[];
