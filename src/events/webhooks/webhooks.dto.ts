import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  Length,
  MaxLength,
} from 'class-validator';
import { toolCallId, traceparent } from '../../actions/actions.dto.js';
import { Optional } from '../../platform/http/input/optional.js';
import {
  type AnyShape,
  count,
  describe,
  flag,
  id,
  listOf,
  named,
  object,
  oneOf,
  optional,
  orNull,
  text,
  time,
  typed,
  union,
} from '../../platform/http/shape.js';
import { OperationTypeShape } from '../../registry/registry.dto.js';
import { sessionOrigin } from '../../sessions/sessions.dto.js';
import type { WebhookKind } from '../entities/webhook.entity.js';
import { EVENT_TYPES, type EventData, type EventType, TEST_EVENT } from '../event.js';

export class CreateWebhookDto {
  @Optional() @IsString() @IsIn(['webhook', 'slack', 'email']) kind?: WebhookKind;
  @Optional() @IsString() @Length(1, 2_000) url?: string;
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(EVENT_TYPES.length)
  @ArrayUnique()
  @IsIn(EVENT_TYPES, { each: true })
  events?: EventType[];
  @Optional() @IsString() @MaxLength(200) description?: string;
}

export class ChangeWebhookDto {
  @IsBoolean() enabled: boolean;
}

const WEBHOOK = {
  id,
  kind: oneOf('webhook', 'slack', 'email'),
  url: orNull(text('https://example.com/hook')),
  events: describe('The types of events that it receives.', listOf(text('approval.requested'))),
  description: text('the pager'),
  enabled: flag,
  disabledReason: orNull(oneOf('gone', 'failing', 'operator')),
  disabledAt: orNull(time),
  failingSince: orNull(time),
  createdAt: time,
  updatedAt: time,
};

export const Webhook = named('Webhook', 'A receiver of events.', object(WEBHOOK));

export const CreatedWebhook = named(
  'CreatedWebhook',
  'A receiver of events with the secret that its events are signed with, which is shown this once.',
  object({ ...WEBHOOK, secret: optional(text('whsec_…')) }),
);

const origin = { onBehalfOf: optional(sessionOrigin.onBehalfOf), labels: optional(sessionOrigin.labels) };
const ofCall = { toolCallId: optional(toolCallId), traceparent: optional(traceparent) };
const ofSession = { sessionId: id, agentId: text('support-agent'), ...origin, simulated: flag };
const url = describe('Opens the dashboard.', text('https://backstop.example/dashboard'));

const NamedGroup = named('NamedGroup', 'A group that approves.', object({ id, name: text('finance') }));

/** The data of an approval that was requested, decided, or expired. */
const ApprovalEvent = {
  ...ofSession,
  ...ofCall,
  approvalId: id,
  actionId: id,
  apiName: text('stripe.refunds.create'),
  operationType: OperationTypeShape,
  status: oneOf('PENDING', 'APPROVED', 'REJECTED'),
  reason: orNull(text('Refunds over 500 need a person.')),
  review: describe('The call has run already.', flag),
  expiresAt: describe('The time at which it expires, or a held call is permitted.', time),
  approvers: listOf(NamedGroup),
  onExpiry: describe('`approve`: the call runs then, unless an operator stops it.', oneOf('reject', 'approve')),
  decidedAt: orNull(time),
};
/** The stored form, for mails and messages in Slack: the body of a webhook holds no argument of a call. */
const KeptApprovalEvent = {
  ...ApprovalEvent,
  summary: optional(
    describe('The call as one sentence; absent once the call was erased.', orNull(text('Refund 12.00 EUR of ch_3Qx8'))),
  ),
};
/** The data of a call that a policy blocked. */
const BlockEvent = {
  ...ofSession,
  ...ofCall,
  actionId: id,
  apiName: text('stripe.refunds.create'),
  operationType: OperationTypeShape,
  status: oneOf('BLOCKED'),
  reason: orNull(text('Refunds over 500 need a person.')),
  policyIds: listOf(id),
};
const OUTCOMES = {
  ROLLED_BACK: optional(count),
  ROLLBACK_FAILED: optional(count),
  CONFLICT: optional(count),
  IRREVERSIBLE: optional(count),
  UNKNOWN: optional(count),
  SKIPPED: optional(count),
};
/** The data of a rollback that ended. */
const RollbackEvent = {
  ...ofSession,
  rollbackId: id,
  actionId: orNull(id),
  fromActionId: orNull(id),
  toolCallId,
  agentRollbackId: orNull(id),
  status: oneOf('FINISHED'),
  outcomes: describe('The number of steps by outcome.', object(OUTCOMES)),
  startedAt: time,
  finishedAt: time,
};
/** The data of a rollback that was taken back. */
const RevertEvent = {
  ...ofSession,
  rollbackId: describe('The id of the revert.', id),
  reverts: describe('The rollback that it took back.', id),
  status: oneOf('FINISHED'),
  outcomes: describe('The number of steps by outcome.', object({ ...OUTCOMES, REAPPLIED: optional(count) })),
  startedAt: time,
  finishedAt: time,
};
/** The data of a test. */
const TestEvent = { webhookId: id };

/** The data that receivers get, by the type of the event. */
export const EVENT_DATA = {
  'approval.requested': object({ ...ApprovalEvent, url }),
  'approval.decided': object({ ...ApprovalEvent, url }),
  'approval.expired': object({ ...ApprovalEvent, url }),
  'action.blocked': object({ ...BlockEvent, url }),
  'rollback.finished': object({ ...RollbackEvent, url }),
  'rollback.reverted': object({ ...RevertEvent, url }),
  [TEST_EVENT]: object({ ...TestEvent, url }),
} satisfies Record<EventType | typeof TEST_EVENT, AnyShape>;

/** The stored form: the log has no link. */
const data = typed<EventData>(
  named(
    'EventData',
    'The content of an event.',
    union(object(KeptApprovalEvent), object(BlockEvent), object(RollbackEvent), object(RevertEvent), object(TestEvent)),
  ),
);

export const Delivery = named(
  'Delivery',
  'One event on its way to one receiver.',
  object({
    id,
    webhookId: id,
    eventId: id,
    type: text('approval.requested'),
    memberId: describe('The recipient of the mail.', orNull(id)),
    status: oneOf('PENDING', 'DELIVERED', 'FAILED', 'CANCELED'),
    attempts: count,
    nextTryAt: orNull(time),
    log: describe(
      'Every attempt.',
      listOf(
        object({
          attempt: describe('From 1.', count),
          at: time,
          status: describe('The status of the answer.', orNull(count)),
          durationMs: orNull(count),
          error: orNull(text()),
          nextTryAt: orNull(time),
        }),
      ),
    ),
    data,
    createdAt: time,
    settledAt: orNull(time),
  }),
);
