import { Type } from 'class-transformer';
import { IsIn, IsInt, IsObject, IsString, Length, Matches, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { ActionStatusShape, apiName, Snapshot } from '../actions/actions.dto.js';
import type { JsonObject } from '../connectors/connector.js';
import { Documented } from '../platform/http/documented.js';
import { Optional } from '../platform/http/input/optional.js';
import { PageQuery } from '../platform/http/input/page.dto.js';
import {
  about,
  count,
  flag,
  hash,
  id,
  json,
  jsonObject,
  listOf,
  maybe,
  named,
  object,
  oneOf,
  orNull,
  text,
  time,
} from '../platform/http/shape.js';
import { agentSlug } from '../sessions/sessions.dto.js';

export class ListApprovalsQuery extends PageQuery {
  @Optional() @IsString() @IsIn(['PENDING', 'APPROVED', 'REJECTED', 'ALL']) status:
    | 'PENDING'
    | 'APPROVED'
    | 'REJECTED'
    | 'ALL' = 'PENDING';
}

export class WaitQuery {
  @Optional() @IsInt() @Min(0) @Max(60) wait: number = 0;
}

/** Calls of the same session that are approved in advance. */
export class GrantDto {
  @IsString() @Length(1, 255) apiNamePattern: string;
  @IsInt() @Min(1) @Max(1_000) maxUses: number;
  @IsInt() @Min(1) @Max(1_440) minutes: number;
}

export class ApproveDto {
  @Optional() @IsString() @Documented(hash) @Matches(/^[0-9a-f]{64}$/) payloadHash?: string;
  @Documented(jsonObject) @Optional() @IsObject() payload?: JsonObject;
  @Optional() @IsObject() @ValidateNested() @Type(() => GrantDto) grant?: GrantDto;
}

export class RejectDto {
  @Optional() @IsString() @MaxLength(2_000) reason?: string;
}

const APPROVAL = {
  id,
  sessionId: id,
  actionId: id,
  agentId: agentSlug,
  apiName,
  status: about('What was decided; an expired one is REJECTED.', oneOf('PENDING', 'APPROVED', 'REJECTED')),
  actionStatus: about('An approved call may run only while it is CLEARED.', ActionStatusShape),
  unconfirmed: about('Approved, and its outcome is not reported yet.', flag),
  payloadSummary: about('One line of the arguments.', text('{"amount":1200}')),
  payloadHash: about('SHA-256 of the canonical JSON (RFC 8785) of the arguments, in hex.', hash),
  timeRemaining: about('Milliseconds; 0 once it is decided.', count),
  reason: about('Why it was rejected.', orNull(text('too much'))),
  decidedBy: about(
    'To agents the role `operator`; null before a decision, and where no person decided.',
    orNull(text('operator')),
  ),
  approvals: about(
    'How many operators have to approve, and who has.',
    object({ required: count, given: listOf(object({ by: text('operator'), at: time })) }),
  ),
  createdAt: time,
  expiresAt: about('When the question is taken back unanswered; ISO 8601.', time),
  decidedAt: orNull(time),
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

const Context = named(
  'ApprovalContext',
  'What an operator has to know beside the call itself.',
  object({
    intent: text('look after customers'),
    agentId: agentSlug,
    agentName: text('Support agent'),
    precedingActions: listOf(object({ sequence: count, apiName, status: ActionStatusShape, summary: text('{}') })),
    reversibility: oneOf('exact', 'compensating', 'none'),
    policy: object({ ids: listOf(id), reason: orNull(text('Refunds over 500 need a person.')) }),
    difference: about(
      'What the call would change; null where it cannot be told.',
      orNull(listOf(object({ field: text('amount'), before: json, after: json }))),
    ),
    differenceOmitted: count,
    hidden: about(
      'Where characters stand that a reader does not see.',
      listOf(
        object({
          field: text('payload.note'),
          kinds: listOf(oneOf('bidi', 'zero-width', 'soft-hyphen', 'tag', 'variation-selector', 'control', 'other')),
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
    payload: about('What may run: the approver may have edited it.', jsonObject),
    payloadShown: maybe(about('With hidden characters made visible; for operators.', json)),
    snapshot: orNull(Snapshot),
    formerSnapshot: orNull(Snapshot),
    grant: maybe(about('For operators.', orNull(Grant))),
    context: maybe(about('For operators.', Context)),
  }),
);
