import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { Json, JsonObject, OperationType } from '../connectors/connector.js';
import { OPERATION_TYPES } from '../contract/operation-types.js';
import { REFUSAL_CODES } from '../contract/refusals.js';
import { VIOLATIONS } from '../contract/violations.js';
import { Documented, Example } from '../platform/http/documented.js';
import { Optional } from '../platform/http/input/optional.js';
import {
  count,
  describe,
  flag,
  hash,
  id,
  json,
  jsonObject,
  listOf,
  literal,
  named,
  object,
  oneOf,
  optional,
  orNull,
  type Shape,
  text,
  time,
} from '../platform/http/shape.js';
import { PolicyActionShape } from '../policies/policies.dto.js';
import { PARTS } from '../redaction/redaction.js';
import { OperationTypeShape } from '../registry/registry.dto.js';
import { SESSION } from '../sessions/sessions.dto.js';
import { ACTION_STATUSES, type ActionStatus, LOGGED, type LoggedStatus } from './rules/action.js';

const API_NAME = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$/;
/** Version 00 of https://www.w3.org/TR/trace-context/; ids of zeros are not valid. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
export const EXAMPLE_TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const THIRTY_DAYS_MS = 30 * 24 * 3_600_000;

export class LogActionDto {
  @IsString() @MaxLength(255) @Matches(API_NAME) @Example('stripe.refunds.create') apiName: string;
  /** Absent only when the service performs the call, because the registry knows the type. */
  @Optional() @IsString() @IsIn(OPERATION_TYPES) operationType?: OperationType;
  @Documented(jsonObject) @IsObject() payload: JsonObject;
  /** Operations that the call may do besides: what restricts them restricts it (docs/decisions/0024). */
  @Optional()
  @IsArray()
  @ArrayMaxSize(200)
  @MaxLength(255, { each: true })
  @Matches(API_NAME, { each: true })
  mayDo?: string[];
  @Documented(json) @Optional() @Allow() response?: Json;
  @Optional() @IsString() @IsIn(LOGGED) status?: LoggedStatus;
  @Optional() @IsUUID() precaptureId?: string;
  @Optional() @IsInt() @Min(5_000) @Max(THIRTY_DAYS_MS) timeoutMs?: number;
  /** The id that the agent's framework gave to the tool call. */
  @Optional() @IsString() @Length(1, 255) @Example('call_9hx1') toolCallId?: string;
  /** The span of the application that asks, as W3C Trace Context writes it. */
  @Optional() @IsString() @Matches(TRACEPARENT) @Example(EXAMPLE_TRACEPARENT) traceparent?: string;
  /** Only a report has it: the client says itself that the call ran without having asked. */
  @Optional() @IsString() @IsIn(['ungated']) violation?: 'ungated';
  /** The service makes the call, with the credential that an operator stored (docs/contract.md, "Performed calls"). */
  @Optional() @IsBoolean() @IsIn([true]) perform?: true;
}

/**
 * `wait`: for the outcome of a performed call, in seconds. Other parameters are let through: clients could send them before
 * this one had a meaning.
 */
@JSONSchema({ additionalProperties: true })
export class LogActionQuery {
  @Optional() @IsInt() @Min(0) @Max(60) wait: number = 25;
}

export class ActionQuery {
  @Optional() @IsInt() @Min(0) @Max(60) wait: number = 0;
}

/** `cursor`: the `sequence` of the last action that was seen. */
export class ActionsQuery {
  @Optional() @IsInt() @Min(1) @Max(200) limit: number = 50;
  @Optional() @IsInt() @Min(0) @Max(2 ** 31 - 1) cursor: number = 0;
}

/** `cursor`: of the last line that was read. */
export class ExportQuery {
  @Optional() @IsString() @Length(1, 40) @Example('2026-01-02T03:04:05Z') since?: string;
  @Optional() @IsString() @Length(1, 300) cursor?: string;
}

export class ConfirmActionDto {
  @IsString() @IsIn(ACTION_STATUSES) status: ActionStatus;
  @Documented(json) @Optional() @Allow() response?: Json;
  @Optional() @IsString() @Documented(hash) @Matches(/^[0-9a-f]{64}$/) payloadHash?: string;
  /** With the status CLEARED: the client begins the call, once, under this name (docs/contract.md, "Actions"). */
  @Optional() @IsUUID() claim?: string;
}

/** The table that a name means on the agent's connection. */
export class ConnectionTableDto {
  @IsString() @Length(1, 255) @Example('public') schema: string;
  @Optional() @IsString() @MaxLength(255) @Example('16385') id?: string;
  @IsBoolean() temporary: boolean;
}

/** Settings of the agent's connection, in its server's own words. */
export class ConnectionSettingsDto {
  @Optional() @IsString() @MaxLength(255) @Example('UTC') timeZone?: string;
  @Optional() @IsString() @MaxLength(255) @Example('ISO, MDY') dateStyle?: string;
  @Optional() @IsString() @MaxLength(255) @Example('postgres') intervalStyle?: string;
  @Optional() @IsString() @MaxLength(255) @Example('C') monetaryLocale?: string;
  @Optional() @IsString() @MaxLength(255) @Example('on') standardConformingStrings?: string;
  @Optional() @IsString() @MaxLength(2_000) @Example('STRICT_TRANS_TABLES') sqlMode?: string;
}

/** The answers of the agent's own database connection right before the call, as its client reports them. */
export class ConnectionDto {
  @IsString() @Length(1, 1_000) server: string;
  @Optional() @IsString() @MaxLength(255) @Example('shop') database?: string;
  @Optional() @IsObject() @ValidateNested() @Type(() => ConnectionTableDto) table?: ConnectionTableDto;
  @IsArray() @ArrayMaxSize(1_000) @IsString({ each: true }) @MaxLength(255, { each: true }) path: string[];
  @IsObject() @ValidateNested() @Type(() => ConnectionSettingsDto) settings: ConnectionSettingsDto;
}

export class PrecaptureDto {
  @IsString() @MaxLength(255) @Matches(API_NAME) @Example('stripe.refunds.create') apiName: string;
  @Documented(jsonObject) @IsObject() payload: JsonObject;
  /** It is never part of the payload, and never sent to a provider (docs/contract.md, "Precaptures"). */
  @Optional() @IsObject() @ValidateNested() @Type(() => ConnectionDto) connection?: ConnectionDto;
  @Optional() @IsUUID() actionId?: string;
}

export const ActionStatusShape: Shape<ActionStatus> = named(
  'ActionStatus',
  'The progress of a call, and its outcome.',
  oneOf(...ACTION_STATUSES),
);

export const apiName = describe('`<connector>.<resource>.<verb>`', text('stripe.refunds.create'));

export const callSummary = text('Refund 12.00 EUR of ch_3Qx8');

export const Snapshot = named(
  'Snapshot',
  'The state that a call was about to change.',
  object({
    precaptureId: id,
    captureFailed: describe('The call may run and cannot be undone.', flag),
    reason: describe('Why it failed: to agents a fixed code.', orNull(text('capture-failed'))),
    resource: describe('The names of what was captured; null where the capture failed.', json),
    capturedAt: orNull(time),
    content: optional(describe('For operators only.', json)),
  }),
);

/** The shape is also used in the steps of a rollback that an agent reads. */
export const toolCallId = named(
  'ToolCallId',
  "The id that the agent's framework gave to the tool call; null if it gave none.",
  orNull(text('call_9hx1')),
);

export const traceparent = named(
  'Traceparent',
  'The span of the application that asked, as W3C Trace Context writes it; null: it said nothing.',
  orNull(text(EXAMPLE_TRACEPARENT)),
);

const decided = { decision: PolicyActionShape, policyIds: listOf(id) };

/** An action has these members, and so has the result of a rollback. */
export const settlement = {
  settledAs: describe('What a person said of its effect; null where none did.', orNull(oneOf('undone', 'kept'))),
  settledBy: describe('The person who said so; agents see a role.', orNull(text('operator'))),
  settledAt: orNull(time),
  settledNote: optional(describe("The person's note; for operators.", orNull(text('Refunded by hand.')))),
};

/** The progress of a call that the service makes. */
export const PerformanceShape = named(
  'Performance',
  'The progress of a call that the service makes.',
  object({
    state: oneOf('waiting', 'queued', 'running', 'done'),
    startedAt: orNull(time),
    finishedAt: orNull(time),
    attempts: count,
    reason: describe(
      'Why it ended without having begun; of `resource-changed`, why it waits for a person again.',
      orNull(text('cancelled')),
    ),
  }),
);

export const usableUntil = describe(
  'An approval that was given counts until then; null: not given, or its call has begun.',
  orNull(time),
);

export const refusalCode = oneOf(...REFUSAL_CODES);

export const redacted = describe(
  'The places that were replaced by `[redacted: <rule>]` before the call was stored.',
  listOf(
    object({
      rule: text('card-number'),
      in: oneOf(...PARTS),
      path: describe('Items of a list are `*`; `…` stands for further places.', text('card.number')),
      times: count,
    }),
  ),
);

export const Action = named(
  'Action',
  'A call as the service recorded it.',
  object({
    id,
    sessionId: id,
    sequence: describe('The order in which calls were logged, without gaps.', count),
    effectSequence: describe('The order in which effects were confirmed.', orNull(count)),
    apiName,
    summary: optional(describe('The call as one sentence of at most 80 characters; in reads.', callSummary)),
    toolCallId,
    traceparent,
    operationType: OperationTypeShape,
    payload: describe('Its arguments, as they ran or may run.', jsonObject),
    originalPayload: describe('The payload as asked for; null unless an approver edited it.', orNull(jsonObject)),
    edited: describe(
      'The changes of an operator; null where there are none.',
      orNull(
        object({ from: jsonObject, to: jsonObject, by: literal('operator'), reason: orNull(text('At most 50.')) }),
      ),
    ),
    response: describe('The answer of the provider; null before that.', json),
    status: ActionStatusShape,
    precaptureId: orNull(id),
    snapshot: orNull(Snapshot),
    formerSnapshot: describe('The snapshot from before a decision, if another one replaced it.', orNull(Snapshot)),
    approval: describe(
      'The question to an operator; null where none was asked.',
      orNull(object({ id, status: oneOf('PENDING', 'APPROVED', 'REJECTED'), expiresAt: time, usableUntil })),
    ),
    policy: describe(
      'The decision of the policies, and which of them decided.',
      object({
        ...decided,
        reason: optional(
          describe('Why, as the policy says; for operators.', orNull(text('Refunds over 500 need a person.'))),
        ),
        shadow: optional(describe('The decisions of shadow policies; for operators.', orNull(object(decided)))),
        grantId: optional(describe('The grant that cleared the call; for operators.', orNull(id))),
      }),
    ),
    refusal: describe(
      'Why it does not run; null where it may run or ran.',
      orNull(object({ code: refusalCode, reason: orNull(text('too much')) })),
    ),
    violation: describe('The kind of violation; null if there is none.', orNull(oneOf(...VIOLATIONS))),
    performance: describe(
      'How far the service has come with the call; null where the client makes it.',
      orNull(PerformanceShape),
    ),
    begunAt: describe('Its client said then that it begins it; null where none did.', orNull(time)),
    ...settlement,
    redacted,
    erasedAt: describe('Its arguments and its answer were erased then.', orNull(time)),
    erasedBy: describe('The person who erased them; agents see a role.', orNull(text('operator'))),
    simulated: describe('In a session of a test key.', flag),
    createdAt: time,
    updatedAt: time,
  }),
);

export const SessionWithActions = named(
  'SessionWithActions',
  'A session with all of its actions, in the order they were logged.',
  object({ ...SESSION, actions: listOf(Action) }),
);

export const Precapture = named(
  'Precapture',
  'The snapshot of what a call is about to change; a capture that failed does not stop the call.',
  object({
    precaptureId: describe('Binds the snapshot to one call of the session with the same arguments.', id),
    captureFailed: describe('The call may run and cannot be undone.', flag),
  }),
);
