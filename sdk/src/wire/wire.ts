import type { components } from './openapi.js';

/** The service's answers, as its definition (`openapi.json`) has them; below, as far as the SDK reads them. */
type Schemas = components['schemas'];

/** The type of change an operation makes; a READ changes nothing and is never undone. */
export type OperationType = Schemas['OperationType'];

/** The number of a session's actions in each status. */
export type SessionCounters = Schemas['SessionCounters'];

/** A session as the service sees it; its `actions` only where one session is read. */
export type SessionRecord = Pick<
  Schemas['Session'],
  'id' | 'agentId' | 'intent' | 'status' | 'displayStatus' | 'counters' | 'simulated' | 'allowedCommands'
> & { readonly actions?: readonly ActionRecord[] };

/** A call as the service recorded it. */
export type ActionRecord = Pick<
  Schemas['Action'],
  | 'id'
  | 'sequence'
  | 'apiName'
  | 'toolCallId'
  | 'operationType'
  | 'payload'
  | 'originalPayload'
  | 'edited'
  | 'response'
  | 'status'
  | 'refusal'
  | 'simulated'
  | 'approval'
  | 'policy'
  | 'performance'
  | 'redacted'
>;

/** The snapshot of the state that a call is about to change; a capture that failed does not stop the call. */
export type PrecaptureRecord = Schemas['Precapture'];

/** The credentials that an agent may count on, and the organization's plan. */
export type CredentialsCheck = Schemas['CredentialsCheck'];

/** A question to an operator, and the answer. */
export type ApprovalRecord = Pick<
  Schemas['ApprovalDetail'],
  'id' | 'status' | 'actionStatus' | 'reason' | 'code' | 'decidedBy' | 'payload' | 'payloadHash' | 'expiresAt' | 'url'
>;

/** An operation that a connector of the service knows: `<connector>.<resource>.<verb>`. */
export type RegistryEntry = Pick<
  Schemas['RegistryEntry'],
  'apiName' | 'connector' | 'operationType' | 'reversibility' | 'precapture'
>;

/** The results of a rollback. */
export type RollbackReport = Pick<
  Schemas['RollbackReport'],
  'sessionId' | 'displayStatus' | 'counters' | 'results' | 'unverifiedReads' | 'noLonger'
>;

/** The body that a receiver of webhooks gets (docs/webhooks.md). */
export type WebhookEvent =
  | Schemas['ApprovalRequestedEvent']
  | Schemas['ApprovalDecidedEvent']
  | Schemas['ApprovalExpiredEvent']
  | Schemas['ActionBlockedEvent']
  | Schemas['RollbackFinishedEvent']
  | Schemas['WebhookTestEvent'];
