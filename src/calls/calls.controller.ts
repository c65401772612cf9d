import { Controller, HttpCode, Post } from '@nestjs/common';
import { Action } from '../actions/actions.dto.js';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Id } from '../platform/http/input/validation.pipe.js';
import { Cancellation } from './cancellation.service.js';

@Controller('sessions/:id/actions/:actionId')
export class CallsController {
  constructor(private readonly cancellation: Cancellation) {}

  @Post('cancel')
  @HttpCode(200)
  @Access({ who: 'any' })
  @Answers('Cancel a performed call', Action, 'agent-mismatch', 'already-begun')
  cancel(@Caller() caller: Principal, @Id('id', 'session') id: string, @Id('actionId', 'action') actionId: string) {
    return this.cancellation.cancel(caller, id, actionId);
  }
}
