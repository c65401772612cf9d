import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { type IdempotencyKey, Once } from '../auth/idempotency.js';
import { validationFailed } from '../platform/errors.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Id } from '../platform/http/input/validation.pipe.js';
import { union } from '../platform/http/shape.js';
import { type Extent, WHOLE } from './extent.js';
import {
  RollbackPlan,
  RollbackQuery,
  RollbackReport,
  type SessionPart,
  SessionRollbackDto,
  UndoDto,
} from './rollback.dto.js';
import { RollbackService } from './rollback.service.js';

@Controller('sessions/:id')
export class RollbackController {
  constructor(private readonly rollbacks: RollbackService) {}

  @Post('rollback')
  @HttpCode(200)
  @Access({ who: 'any' })
  @Answers(
    'Roll back a session',
    RollbackReport,
    'agent-mismatch',
    'operator-required',
    'not-rollable',
    'plan-changed',
    'calls-open',
    'rate-limited',
  )
  session(
    @Caller() caller: Principal,
    @Id('id', 'session') sessionId: string,
    @Body() choice: SessionRollbackDto,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.rollbacks.start(caller, { sessionId, extent: extentOf(choice), ...orderOf(choice) }, key);
  }

  @Get('rollback')
  @Access({ who: 'any' })
  @Answers('Read the plan, the progress or the report', union(RollbackReport, RollbackPlan), 'agent-mismatch')
  show(
    @Caller() caller: Principal,
    @Id('id', 'session') sessionId: string,
    @Query() { after, limit = Number.POSITIVE_INFINITY, ...part }: RollbackQuery,
  ) {
    return this.rollbacks.show(caller, sessionId, { after, limit }, extentOf(part));
  }

  @Post('actions/:actionId/rollback')
  @HttpCode(200)
  @Access({ may: 'roll-back', plan: 'FREE' })
  @Answers('Undo one action', RollbackReport, 'not-rollable', 'plan-changed', 'calls-open')
  action(
    @Caller() caller: Principal,
    @Id('id', 'session') sessionId: string,
    @Id('actionId', 'action') actionId: string,
    @Body() choice: UndoDto,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.rollbacks.start(caller, { sessionId, extent: { of: 'action', actionId }, ...orderOf(choice) }, key);
  }
}

/** @throws 400 validation-failed when both are named */
function extentOf({ fromActionId, toolCallId }: SessionPart): Extent {
  if (fromActionId !== undefined && toolCallId !== undefined)
    throw validationFailed('toolCallId', 'cannot be combined with fromActionId');
  if (fromActionId !== undefined) return { of: 'later-actions', fromActionId };
  return toolCallId === undefined ? WHOLE : { of: 'tool-call', toolCallId };
}

const orderOf = ({ onConflict = 'skip', force = [], subtract = [], planHash }: UndoDto) => ({
  onConflict,
  forced: force,
  subtracted: subtract,
  planHash: planHash ?? null,
});
