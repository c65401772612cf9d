import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  ActionStatusShape,
  apiName,
  callSummary,
  PerformanceShape,
  redacted,
  refusalCode,
  Snapshot,
  toolCallId,
  traceparent,
  usableUntil,
} from '../actions/actions.dto.js';
import type { JsonObject } from '../connectors/connector.js';
import { ProblemShape } from '../platform/http/answers/problem.shape.js';
import { Documented, Example } from '../platform/http/documented.js';
import { ItemsOf } from '../platform/http/input/items.js';
import { Optional } from '../platform/http/input/optional.js';
import { HeldPageQuery } from '../platform/http/input/page.dto.js';
import {
  count,
  describe,
  flag,
  hash,
  id,
  json,
  jsonObject,
  listOf,
  named,
  object,
  oneOf,
  optional,
  orNull,
  text,
  time,
} from '../platform/http/shape.js';
import { PolicyActionShape } from '../policies/policies.dto.js';
import { agentSlug, sessionOrigin } from '../sessions/sessions.dto.js';

const HASH = /^[0-9a-f]{64}$/;

/** The filters are defined in docs/contract.md, "Approvals". */
export class ListApprovalsQuery extends HeldPageQuery {
  @Optional() @IsString() @IsIn(['PENDING', 'APPROVED', 'UNUSED', 'REJECTED', 'DECIDED', 'ALL']) status:
    | 'PENDING'
    | 'APPROVED'
    | 'UNUSED'
    | 'REJECTED'
    | 'DECIDED'
    | 'ALL' = 'PENDING';
  @Optional() @IsString() @Length(1, 100) @Example('support-agent') agentId?: string;
  @Optional() @IsString() @Length(1, 255) @Example('stripe') connector?: string;
  @Optional() @IsString() @Length(1, 40) @Example('2026-01-02T03:04:05Z') since?: string;
  @Optional() @IsString() @Length(1, 40) @Example('2026-01-03T03:04:05Z') until?: string;
}

export class WaitQuery {
  @Optional() @IsInt() @Min(0) @Max(60) wait: number = 0;
}

/** Calls of the same session, or of the same tool call, that are approved in advance. */
export class GrantDto {
  @IsString() @Length(1, 255) apiNamePattern: string;
  @Optional() @IsString() @IsIn(['session', 'tool-call']) within: 'session' | 'tool-call' = 'session';
  @IsInt() @Min(1) @Max(1_000) maxUses: number;
  @IsInt() @Min(1) @Max(1_440) minutes: number;
}

export class ApproveDto {
  @Optional() @IsString() @Documented(hash) @Matches(HASH) payloadHash?: string;
  @Documented(jsonObject) @Optional() @IsObject() payload?: JsonObject;
  @Optional() @IsObject() @ValidateNested() @Type(() => GrantDto) grant?: GrantDto;
  /** The reason of the edit, which the agent receives. */
  @Optional() @IsString() @MaxLength(2_000) reason?: string;
}

/** The arguments that an approval would be given with. */
export class PreviewDto {
  @Documented(jsonObject) @IsObject() payload: JsonObject;
  @Optional() @IsString() @Documented(hash) @Matches(HASH) payloadHash?: string;
}

export class RejectDto {
  @Optional() @IsString() @MaxLength(2_000) reason?: string;
  @Optional() @IsString() @Documented(hash) @Matches(HASH) payloadHash?: string;
}

/** A decision in a list of several. An approval is bound to the arguments that its detail showed. */
export class DecisionDto {
  @IsString() @Length(1, 100) @Example('019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c') id: string;
  @IsString() @IsIn(['approve', 'reject']) decision: 'approve' | 'reject';
  /** An approval has to carry it, and only the detail of an approval answers it. */
  @Optional() @IsString() @Documented(hash) @Matches(HASH) payloadHash?: string;
  /** Edited arguments, for an approval only. */
  @Documented(jsonObject) @Optional() @IsObject() payload?: JsonObject;
  /** The reason for a rejection, or for an edit. */
  @Optional() @IsString() @MaxLength(2_000) reason?: string;
}

export class DecisionsDto {
  @ItemsOf(DecisionDto) @ArrayMinSize(1) @ArrayMaxSize(100) decisions: DecisionDto[];
}

export const noteOf = describe(
  'For the next operator who reads it.',
  orNull(
    object({ content: text('Asked the customer; wait for her answer.'), by: text('operator@example.com'), at: time }),
  ),
);

const APPROVAL = {
  id,
  sessionId: id,
  actionId: id,
  agentId: agentSlug,
  ...sessionOrigin,
  toolCallId,
  traceparent,
  apiName,
  summary: describe(
    'The call as one sentence of at most 80 characters; a single read has former values in it.',
    callSummary,
  ),
  simulated: describe('Asked for in a session of a test key.', flag),
  status: describe('The decision; an expired approval is REJECTED.', oneOf('PENDING', 'APPROVED', 'REJECTED')),
  actionStatus: describe('An approved call may run only while it is CLEARED.', ActionStatusShape),
  unconfirmed: describe('Approved, and its client has not reported the outcome yet.', flag),
  performance: describe('The same as in the action; null where the client makes the call.', orNull(PerformanceShape)),
  payloadSummary: describe('One line of the arguments.', text('{"amount":1200}')),
  timeRemaining: describe('Milliseconds; 0 once it is decided.', count),
  reason: describe('Why it was rejected.', orNull(text('too much'))),
  code: describe('The same for programs; null unless it is REJECTED.', orNull(refusalCode)),
  decidedBy: describe(
    'To agents the role `operator`; null before a decision, and where no person decided.',
    orNull(text('operator')),
  ),
  approvals: describe(
    'The number of operators who have to approve, and who has.',
    object({ required: count, given: listOf(object({ by: text('operator'), at: time })) }),
  ),
  createdAt: time,
  expiresAt: describe('The time at which the approval expires, or a held call is permitted; ISO 8601.', time),
  onExpiry: describe(
    '`approve`: the call is permitted at `expiresAt`, unless an operator stops it before.',
    oneOf('reject', 'approve'),
  ),
  decidedAt: orNull(time),
  usableUntil,
  note: optional(describe('For operators.', noteOf)),
};

export const Approval = named('Approval', 'A question to an operator, and the answer.', object(APPROVAL));

export const Grant = named(
  'Grant',
  'Calls of one session that are approved in advance.',
  object({
    id,
    sessionId: id,
    agentId: agentSlug,
    approvalId: id,
    apiNamePattern: text('stripe.refunds.*'),
    toolCallId: describe('It clears the calls inside of this tool call alone; null: all.', orNull(text('call_9hx1'))),
    status: oneOf('ACTIVE', 'EXHAUSTED', 'EXPIRED', 'REVOKED'),
    maxUses: count,
    uses: count,
    remainingUses: count,
    createdBy: text('operator@example.com'),
    createdAt: time,
    expiresAt: time,
    revokedAt: orNull(time),
  }),
);

const Approvers = named(
  'Approvers',
  'Who approves, and whether the operator who reads it does.',
  object({
    mayApprove: flag,
    reason: orNull(text('You are not among the approvers of this call.')),
    rules: listOf(
      object({
        policyId: id,
        groups: listOf(object({ id, name: describe('Null: deleted.', orNull(text('finance'))), members: count })),
        required: count,
        given: count,
        allowRequester: flag,
      }),
    ),
  }),
);

const Context = named(
  'ApprovalContext',
  'The facts that an operator needs beside the call itself.',
  object({
    intent: text('look after customers'),
    agentId: agentSlug,
    agentName: text('Support agent'),
    precedingActions: listOf(object({ sequence: count, apiName, status: ActionStatusShape, summary: text('{}') })),
    reversibility: oneOf('exact', 'compensating', 'none'),
    policy: object({
      ids: describe('The policies that asked for the approval.', listOf(id)),
      reason: orNull(text('Refunds over 500 need a person.')),
    }),
    difference: describe(
      'The changes that the call would make; null where they are not known.',
      orNull(listOf(object({ field: text('amount'), before: json, after: json }))),
    ),
    differenceOmitted: count,
    hidden: describe(
      'The places of characters that show as nothing, as a blank or as another one.',
      listOf(
        object({
          field: text('payload.note'),
          kinds: listOf(
            oneOf(
              ...(['bidi', 'zero-width', 'soft-hyphen', 'tag', 'variation-selector', 'control', 'blank'] as const),
              ...(['look-alike', 'other'] as const),
            ),
          ),
        }),
      ),
    ),
  }),
);

export const ApprovalDetail = named(
  'ApprovalDetail',
  'An approval with what it decides on.',
  object({
    ...APPROVAL,
    url: describe('Its page in the dashboard.', text('https://backstop.example.com/dashboard/approvals/019f1c5e')),
    payload: describe('The arguments that may run; the approver may have edited them.', jsonObject),
    payloadHash: describe(
      'SHA-256 of the canonical JSON (RFC 8785) of the arguments, in hex. A list does not answer it, because it does not show them.',
      hash,
    ),
    redacted,
    payloadShown: optional(
      describe('With marks for characters that show as nothing, as a blank or as another one; for operators.', json),
    ),
    snapshot: orNull(Snapshot),
    formerSnapshot: orNull(Snapshot),
    providerRefusal: describe(
      'The words of the provider where it refused a call that the service made.',
      orNull(text('No such refund')),
    ),
    grant: optional(describe('For operators.', orNull(Grant))),
    approvers: optional(describe('For operators: who approves; null for each of them.', orNull(Approvers))),
    context: optional(describe('For operators.', Context)),
  }),
);

export const Preview = named(
  'ApprovalPreview',
  'The verdict that edited arguments would get.',
  object({
    approvalId: id,
    decision: describe('BLOCK: the approval would be refused.', PolicyActionShape),
    policyIds: listOf(id),
    reason: orNull(text('Refunds over 500 need a person.')),
    payloadHash: describe('The hash of the edited arguments.', hash),
    requiredApprovals: describe('The number of operators who would have to approve.', count),
  }),
);

export const Decided = named(
  'Decided',
  'The result of one of several decisions.',
  object({
    id: text('019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c'),
    status: describe('The status that the decision alone would get.', count),
    approval: orNull(Approval),
    error: orNull(ProblemShape),
  }),
);
