import { Controller, Get, Query } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { PageQuery } from '../../platform/http/input/page.dto.js';
import { Id } from '../../platform/http/input/validation.pipe.js';
import { listOf } from '../../platform/http/shape.js';
import { DirtySession } from '../rollback.dto.js';
import { DirtyService } from './dirty.service.js';

@Controller('sessions')
export class DirtyController {
  constructor(private readonly dirty: DirtyService) {}

  @Get('dirty')
  @Access({ may: 'read-sessions', plan: 'PRO' })
  @Answers('List sessions that need attention', listOf(DirtySession))
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.dirty.list(caller, query);
  }

  @Get(':id/dirty')
  @Access({ may: 'read-sessions', plan: 'FREE' })
  @Answers('Check whether a session needs an operator', DirtySession)
  get(@Caller() caller: Principal, @Id('id', 'session') id: string) {
    return this.dirty.get(caller, id);
  }
}
