import { Body, Controller, Get, HttpCode, Patch, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Caller, Credential } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { type IdempotencyKey, Once } from '../auth/idempotency.js';
import { nextLink } from '../platform/http/answers/answer.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { growing, growingList } from '../platform/http/answers/growing.js';
import { Id } from '../platform/http/input/validation.pipe.js';
import { listOf } from '../platform/http/shape.js';
import {
  Action,
  ActionsQuery,
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

  @Get('actions')
  @Access({ who: 'any' })
  @Answers("Read a session's actions in pages", listOf(Action), 'agent-mismatch')
  async page(
    @Caller() caller: Principal,
    @Id('id', 'session') id: string,
    @Query() { cursor, limit }: ActionsQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { actions, next } = await this.actions.readPage(caller, id, cursor, limit);
    if (next !== null) reply.header('link', nextLink(request.url, String(next)));
    return growingList(actions);
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
    'policy-blocked',
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
