import { Controller, HttpCode, Post } from '@nestjs/common';
import { Action } from '../../actions/actions.dto.js';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Id } from '../../platform/http/input/validation.pipe.js';
import { CallErasureService } from './call-erasure.service.js';

@Controller('sessions/:id/actions/:actionId')
export class CallErasureController {
  constructor(private readonly erasures: CallErasureService) {}

  @Post('erase')
  @HttpCode(200)
  @Access({ may: 'erase-calls', plan: 'FREE' })
  @Answers('Erase the arguments and the answer of a call', Action, 'not-erasable', 'rollback-running')
  erase(
    @Caller() caller: Principal,
    @Id('id', 'session') sessionId: string,
    @Id('actionId', 'action') actionId: string,
  ) {
    return this.erasures.erase(caller, sessionId, actionId);
  }
}
