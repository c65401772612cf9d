import { Body, Controller, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { Access, Caller, Credential } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { type IdempotencyKey, Once } from '../auth/idempotency.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { growing } from '../platform/http/answers/growing.js';
import { Id } from '../platform/http/input/validation.pipe.js';
import {
  Action,
  ConfirmActionDto,
  LogActionDto,
  Precapture,
  PrecaptureDto,
  SessionWithActions,
} from './actions.dto.js';
import { ActionsService } from './actions.service.js';
import { ConfirmationsService } from './confirmations.service.js';
import { PrecaptureService } from './precapture/precapture.service.js';

@Controller('sessions/:id')
export class ActionsController {
  constructor(
    private readonly actions: ActionsService,
    private readonly confirmations: ConfirmationsService,
    private readonly precaptures: PrecaptureService,
  ) {}

  @Get()
  @Access({ who: 'any' })
  @Answers('Read a session with its actions', SessionWithActions, 'agent-mismatch')
  async read(@Caller() caller: Principal, @Id('id', 'session') id: string) {
    const { session, actions } = await this.actions.read(caller, id);
    return growing(session, 'actions', actions);
  }

  @Post('actions')
  @Access({ who: 'any', comparesEpoch: true })
  @Answers(
    'Ask before a call, or report one that ran',
    Action,
    'agent-mismatch',
    'agent-paused',
    'plan-required',
    'policy-blocked',
    'session-closed',
    'session-rolled-back',
    'precapture-mismatch',
    'quota-exceeded',
  )
  log(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Id('id', 'session') id: string,
    @Body() body: LogActionDto,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.actions.log(caller, credential, id, body, key);
  }

  @Patch('actions/:actionId')
  @Access({ who: 'any', comparesEpoch: true })
  @Answers('Say what became of a call', Action, 'agent-mismatch', 'illegal-transition')
  confirm(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Id('id', 'session') id: string,
    @Id('actionId', 'action') actionId: string,
    @Body() body: ConfirmActionDto,
  ) {
    return this.confirmations.confirm(caller, credential, id, actionId, body);
  }

  @Post('actions/precapture')
  @HttpCode(200)
  @Access({ who: 'any', limit: { count: 120, seconds: 60 }, comparesEpoch: true })
  @Answers(
    'Capture what a call will change',
    Precapture,
    'agent-mismatch',
    'agent-paused',
    'session-closed',
    'session-rolled-back',
    'illegal-transition',
    'precapture-mismatch',
    'precapture-limit',
  )
  precapture(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Id('id', 'session') id: string,
    @Body() body: PrecaptureDto,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.precaptures.precapture(caller, credential, id, body, key);
  }
}
