import { Body, Controller, Get, HttpCode, Patch, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Caller, Credential } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { type IdempotencyKey, Once } from '../auth/idempotency.js';
import { Asked, type Asking } from '../auth/waiting/held-lists.js';
import { validationFailed } from '../platform/errors.js';
import { nextLink } from '../platform/http/answers/answer.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Disconnected, type DisconnectSignal } from '../platform/http/answers/disconnected.js';
import { streamJson, streamJsonList } from '../platform/http/answers/stream-json.js';
import { Id } from '../platform/http/input/validation.pipe.js';
import { listOf } from '../platform/http/shape.js';
import { spanned } from '../platform/telemetry/tracing.js';
import {
  Action,
  ActionQuery,
  ActionsQuery,
  ConfirmActionDto,
  LogActionDto,
  LogActionQuery,
  Precapture,
  PrecaptureDto,
  SessionWithActions,
} from './actions.dto.js';
import { ActionsService } from './actions.service.js';
import { BegunCalls } from './begun/begun-calls.service.js';
import { ConfirmationsService } from './confirmations.service.js';
import { ActionStates } from './performing/action-states.js';
import { PerformedAsks } from './performing/performed-asks.service.js';
import { PrecaptureService } from './precapture/precapture.service.js';

@Controller('sessions/:id')
export class ActionsController {
  constructor(
    private readonly actions: ActionsService,
    private readonly confirmations: ConfirmationsService,
    private readonly begun: BegunCalls,
    private readonly precaptures: PrecaptureService,
    private readonly performed: PerformedAsks,
    private readonly states: ActionStates,
  ) {}

  @Get()
  @Access({ who: 'any' })
  @Answers('Read a session with its actions', SessionWithActions, 'agent-mismatch')
  async read(@Caller() caller: Principal, @Id('id', 'session') id: string) {
    const { session, actions } = await this.actions.read(caller, id);
    return streamJson(session, 'actions', actions);
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
    return streamJsonList(actions);
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
    'operation-not-offered',
  )
  log(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Id('id', 'session') id: string,
    @Body() body: LogActionDto,
    @Once(['precaptureId', 'traceparent']) key: IdempotencyKey | null,
    @Query() { wait: waitSeconds }: LogActionQuery,
    @Disconnected() disconnected: DisconnectSignal,
  ) {
    const { apiName, traceparent } = body;
    return spanned(`ask ${apiName}`, { parent: traceparent, attributes: { 'backstop.session_id': id } }, async () => {
      if (body.perform) return this.performed.ask(caller, credential, id, body, key, { waitSeconds, disconnected });
      if (!isTyped(body)) throw validationFailed('operationType', 'is required where the client makes the call');
      return this.actions.log(caller, credential, id, body, key);
    });
  }

  @Get('actions/:actionId')
  @Access({ who: 'any' })
  @Answers('Read an action, or wait until it changes', Action, 'agent-mismatch', 'rate-limited')
  action(
    @Asked() asking: Asking,
    @Id('id', 'session') id: string,
    @Id('actionId', 'action') actionId: string,
    @Query() { wait }: ActionQuery,
  ) {
    return this.states.answer(asking, id, actionId, wait);
  }

  @Patch('actions/:actionId')
  @Access({ who: 'any', comparesEpoch: true })
  @Answers(
    'Begin a call, or report its outcome',
    Action,
    'agent-mismatch',
    'agent-paused',
    'illegal-transition',
    'already-begun',
    'not-approved',
    'payload-changed',
    'session-closed',
    'session-rolled-back',
  )
  confirm(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Id('id', 'session') id: string,
    @Id('actionId', 'action') actionId: string,
    @Body() body: ConfirmActionDto,
  ) {
    const { claim } = body;
    if (claim !== undefined) return this.begun.begin(caller, credential, id, actionId, { ...body, claim });
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

type Typed = LogActionDto & Required<Pick<LogActionDto, 'operationType'>>;

const isTyped = (body: LogActionDto): body is Typed => body.operationType !== undefined;
