import { ArrayMaxSize, IsArray, IsIn, IsInt, IsString, IsUUID, Length, Matches, Max, Min } from 'class-validator';
import { ActionStatusShape, apiName, callSummary, settlement, toolCallId } from '../actions/actions.dto.js';
import { Documented, Example } from '../platform/http/documented.js';
import { Optional } from '../platform/http/input/optional.js';
import {
  count,
  describe,
  flag,
  hash,
  id,
  json,
  listOf,
  named,
  object,
  oneOf,
  optional,
  orNull,
  text,
  time,
} from '../platform/http/shape.js';
import { agentSlug, DisplayStatusShape, SessionCounters } from '../sessions/sessions.dto.js';

export class RollbackDto {
  @Optional() @IsString() @IsIn(['skip', 'force']) onConflict?: 'skip' | 'force';
  /** Calls whose conflicts are overwritten; conflicts of other calls are kept. */
  @Optional() @IsArray() @ArrayMaxSize(1_000) @IsUUID('all', { each: true }) force?: string[];
  @Optional() @IsString() @Documented(hash) @Matches(/^[0-9a-f]{64}$/) planHash?: string;
}

export class UndoDto extends RollbackDto {
  /** Calls whose amount is subtracted from the present number, if another client changed that. */
  @Optional() @IsArray() @ArrayMaxSize(1_000) @IsUUID('all', { each: true }) subtract?: string[];
}

export class SessionRollbackDto extends UndoDto {
  /** Only this call and every later one are undone, and the session stays open. */
  @Optional() @IsUUID() fromActionId?: string;
  /** Only the calls of this tool call are undone, and the session stays open. */
  @Optional() @IsString() @Length(1, 255) @Example('call_9hx1') toolCallId?: string;
}

export type SessionPart = Pick<SessionRollbackDto, 'fromActionId' | 'toolCallId'>;

/** Without `limit`, the whole plan or report is answered; `after` is the number of entries that were seen already. */
export class RollbackQuery {
  @Optional() @IsInt() @Min(0) @Max(2 ** 31) after: number = 0;
  @Optional() @IsInt() @Min(1) @Max(200) limit?: number;
  /** Asks for the plan of undoing this call and every later one, also when there is a report of an earlier rollback. */
  @Optional() @IsUUID() fromActionId?: string;
  /** Asks for the plan of undoing the calls of this tool call. */
  @Optional() @IsString() @Length(1, 255) @Example('call_9hx1') toolCallId?: string;
}

const unverifiedReads = describe(
  'Calls that only the agent says are reads: no connector knows their names.',
  listOf(object({ actionId: id, apiName })),
);

const noLonger = optional(
  describe(
    'For agents: calls that were undone, in the order they were logged. What the agent knows of them is not so any more.',
    listOf(object({ actionId: id, toolCallId, apiName })),
  ),
);

const Item = named(
  'UndoneItem',
  'One thing that an undo looked at.',
  object({
    resource: text('customers id=7'),
    formerly: optional(text('customers id=6')),
    result: oneOf('restored', 'already-restored', 'conflict', 'forced', 'impossible'),
    fields: listOf(
      object({
        field: text('amount'),
        before: json,
        after: json,
        now: json,
        result: oneOf('restored', 'already-restored', 'conflict', 'forced', 'untouched'),
        added: optional(
          describe(
            'The amount that the call added to a number in conflict; `subtract` takes it off the present number.',
            text('5'),
          ),
        ),
      }),
    ),
  }),
);

const ofSession = { sessionId: id, displayStatus: DisplayStatusShape, counters: SessionCounters };

export const RollbackReport = named(
  'RollbackReport',
  'The steps that a rollback has made so far.',
  object({
    ...ofSession,
    state: oneOf('running', 'finished'),
    rollbackId: id,
    fromActionId: describe('It undid this call and every later one; null: the session, or one call.', orNull(id)),
    toolCallId: describe('It undid the calls of this tool call; null: others.', toolCallId),
    reverts: describe('It took this rollback back; null: it is a rollback.', orNull(id)),
    startedAt: time,
    finishedAt: orNull(time),
    progress: object({ finished: describe('Steps that came to their end.', count), total: count }),
    results: describe(
      'Last effect first.',
      listOf(
        object({
          actionId: id,
          apiName,
          summary: describe(
            'The call as one sentence; null where its arguments are larger than 16 KB.',
            orNull(callSummary),
          ),
          outcome: describe(
            'Null while it is under way. REAPPLIED exists in reverts alone: what the undo had replaced is back.',
            orNull(
              oneOf('ROLLED_BACK', 'ROLLBACK_FAILED', 'CONFLICT', 'IRREVERSIBLE', 'UNKNOWN', 'SKIPPED', 'REAPPLIED'),
            ),
          ),
          isUnproved: describe(
            'Its outcome is not certain, and nothing proves that the resource looks so because of this call: `force` undoes it all the same.',
            flag,
          ),
          ...settlement,
          detail: describe('A fixed code; the words are for operators.', orNull(text('restored'))),
          items: optional(describe('For operators.', listOf(Item))),
        }),
      ),
    ),
    hash: describe(
      'A further rollback may name it as `planHash`. It is null while the rollback runs, and when nothing is left to undo.',
      orNull(hash),
    ),
    unverifiedReads,
    noLonger,
  }),
);

export const RollbackPlan = named(
  'RollbackPlan',
  'The steps that a rollback would make now.',
  object({
    ...ofSession,
    state: oneOf('planned'),
    hash: describe(
      'A rollback may name it as `planHash`. It is the hash of the whole plan, also where a part is shown.',
      hash,
    ),
    plan: listOf(
      object({
        actionId: id,
        apiName,
        summary: callSummary,
        status: ActionStatusShape,
        newerActionId: describe('A later call on the same resource, which is to be undone first.', orNull(id)),
        until: describe('The time until which the provider lets it be undone; null without a limit.', orNull(time)),
        class: oneOf('exact', 'compensating', 'impossible'),
        calls: describe('The exact calls to the provider; for operators.', listOf(text('POST /v1/refunds'))),
        remains: describe('Traces that the undo will leave; for operators.', listOf(text('The mail stays sent.'))),
        reason: describe('Why it is impossible.', orNull(text('not-undoable'))),
        warning: describe(
          'A warning before the undo: the outcome is not certain, or the call ran together with others; for operators.',
          orNull(text('Another client may have done it.')),
        ),
      }),
    ),
    unverifiedReads,
    noLonger,
  }),
);

export const RevertPlan = named(
  'RevertPlan',
  'The steps that taking a rollback back would make now.',
  object({
    ...ofSession,
    state: oneOf('planned'),
    rollbackId: describe('The rollback that would be reverted.', id),
    hash: describe('A revert may name it as `planHash`.', hash),
    plan: describe(
      'In the order in which the calls would be reapplied: what was undone last comes first.',
      listOf(
        object({
          actionId: id,
          apiName,
          summary: callSummary,
          status: ActionStatusShape,
          class: oneOf('exact', 'compensating', 'impossible'),
          calls: describe('The exact calls to the provider.', listOf(text('PATCH /repos/acme/shop/issues/7'))),
          remains: describe(
            'Differences to the state before the rollback that will remain.',
            listOf(text('The comment gets a new id.')),
          ),
          reason: describe('Why it is impossible.', orNull(text('Nothing of this provider brings it back.'))),
          warning: describe(
            'A warning to the operator who forces it.',
            orNull(text('The undo was interrupted when it wrote.')),
          ),
        }),
      ),
    ),
  }),
);

export const AgentRollback = named(
  'AgentRollback',
  'A rollback of everything that an agent did since a moment.',
  object({
    id,
    agentId: agentSlug,
    since: time,
    skipped: describe('Sessions that were being rolled back already.', listOf(id)),
    state: oneOf('running', 'finished'),
    startedAt: time,
    rollbacks: describe('One for each session.', listOf(RollbackReport)),
  }),
);

export const AgentRollbackPlan = named(
  'AgentRollbackPlan',
  'The calls that an undo of everything since a moment would undo now, in its order.',
  object({
    agentId: agentSlug,
    since: time,
    state: oneOf('planned'),
    skipped: describe('Sessions that are being rolled back already.', listOf(id)),
    sessions: describe('The number of sessions that it would close and roll back.', count),
    total: describe('The number of calls that it would undo.', count),
    effects: describe(
      'In the order in which they would be undone: the first of them, or those of `after` and `limit`.',
      listOf(
        object({
          ...{ sessionId: id, actionId: id, apiName, summary: callSummary, status: ActionStatusShape, at: time },
          captured: describe('There is a snapshot.', flag),
        }),
      ),
    ),
  }),
);

export const DirtySession = named(
  'DirtySession',
  'Says whether an operator should look at a session, and why.',
  object({
    sessionId: id,
    agentId: agentSlug,
    intent: text('look after customers'),
    displayStatus: DisplayStatusShape,
    simulated: flag,
    dirty: flag,
    reasons: listOf(
      object({
        reason: oneOf('not-undone', 'rollback-incomplete', 'unconfirmed-approval', 'violation', 'unknown-outcome'),
        actions: describe('The number of actions that it concerns.', count),
        actionIds: describe('The first of them, as logged; at most 20.', listOf(id)),
      }),
    ),
    createdAt: time,
    lastActivityAt: time,
  }),
);
