import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { type IdempotencyKey, Once } from '../../auth/idempotency.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Id } from '../../platform/http/input/validation.pipe.js';
import { RevertPlan, RollbackDto, RollbackReport } from '../rollback.dto.js';
import { RevertService } from './revert.service.js';

@Controller('sessions/:id/rollback/:rollbackId/revert')
export class RevertController {
  constructor(private readonly reverts: RevertService) {}

  @Get()
  @Access({ may: 'roll-back', plan: 'FREE' })
  @Answers('Read the plan of a revert', RevertPlan, 'not-revertible')
  plan(
    @Caller() caller: Principal,
    @Id('id', 'session') sessionId: string,
    @Id('rollbackId', 'rollback') rollbackId: string,
  ) {
    return this.reverts.plan(caller, sessionId, rollbackId);
  }

  @Post()
  @HttpCode(200)
  @Access({ may: 'roll-back', plan: 'FREE' })
  @Answers('Revert a rollback', RollbackReport, 'not-revertible', 'plan-changed', 'calls-open')
  start(
    @Caller() caller: Principal,
    @Id('id', 'session') sessionId: string,
    @Id('rollbackId', 'rollback') rollbackId: string,
    @Body() { onConflict = 'skip', force = [], planHash }: RollbackDto,
    @Once() key: IdempotencyKey | null,
  ) {
    const order = { sessionId, rollbackId, onConflict, forced: force, planHash: planHash ?? null };
    return this.reverts.start(caller, order, key);
  }
}
