import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Action } from '../../actions/actions.dto.js';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { type IdempotencyKey, Once } from '../../auth/idempotency.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Id } from '../../platform/http/input/validation.pipe.js';
import { SettleDto } from './settlement.dto.js';
import { SettlementService } from './settlement.service.js';

@Controller('sessions/:id/actions/:actionId')
export class SettlementController {
  constructor(private readonly settlements: SettlementService) {}

  @Post('settle')
  @HttpCode(200)
  @Access({ may: 'settle-effects', plan: 'FREE' })
  @Answers('Settle the effect of a call', Action, 'already-settled', 'not-settleable', 'rollback-running')
  settle(
    @Caller() caller: Principal,
    @Id('id', 'session') sessionId: string,
    @Id('actionId', 'action') actionId: string,
    @Body() body: SettleDto,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.settlements.settle(caller, { sessionId, actionId, ...body }, key);
  }
}
