import { Controller, Delete } from '@nestjs/common';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Deleted } from '../platform/http/input/page.dto.js';
import { Id } from '../platform/http/input/validation.pipe.js';
import { PurgeService } from './purge.service.js';

@Controller('sessions/:id')
export class PurgeController {
  constructor(private readonly purges: PurgeService) {}

  @Delete('purge')
  @Access({ may: 'purge-sessions', plan: 'PRO', limit: { count: 5, seconds: 900 } })
  @Answers('Delete a session permanently', Deleted, 'rollback-running', 'calls-open')
  purge(@Caller() caller: Principal, @Id('id', 'session') id: string) {
    return this.purges.purge(caller, id);
  }
}
