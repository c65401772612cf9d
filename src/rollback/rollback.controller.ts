import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { Access, Caller } from '../auth/access.decorator.js';
import { type IdempotencyKey, Once } from '../auth/idempotency.js';
import type { Principal } from '../auth/principal.js';
import { Optional } from '../platform/http/optional.js';
import { Id } from '../platform/http/validation.pipe.js';
import { RollbackService } from './rollback.service.js';

export class RollbackDto {
  @Optional() @IsString() @IsIn(['skip', 'force']) onConflict?: 'skip' | 'force';
}

/** Without it, all of a plan or report; `after`: as many as were seen already. */
export class PartQuery {
  @Optional() @IsInt() @Min(0) @Max(2 ** 31) after: number = 0;
  @Optional() @IsInt() @Min(1) @Max(200) limit?: number;
}

@Controller('sessions/:id')
export class RollbackController {
  constructor(private readonly rollbacks: RollbackService) {}

  @Post('rollback')
  @HttpCode(200)
  @Access({ who: 'any' })
  session(
    @Caller() caller: Principal,
    @Id('id', 'session') sessionId: string,
    @Body() { onConflict = 'skip' }: RollbackDto,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.rollbacks.start(caller, { sessionId, actionId: null, onConflict }, key);
  }

  @Get('rollback')
  @Access({ who: 'any' })
  show(
    @Caller() caller: Principal,
    @Id('id', 'session') sessionId: string,
    @Query() { after, limit = Number.POSITIVE_INFINITY }: PartQuery,
  ) {
    return this.rollbacks.show(caller, sessionId, { after, limit });
  }

  @Post('actions/:actionId/rollback')
  @HttpCode(200)
  @Access({ who: 'operator', plan: 'FREE' })
  action(
    @Caller() caller: Principal,
    @Id('id', 'session') sessionId: string,
    @Id('actionId', 'action') actionId: string,
    @Body() { onConflict = 'skip' }: RollbackDto,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.rollbacks.start(caller, { sessionId, actionId, onConflict }, key);
  }
}
