import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { Access, Caller } from '../auth/access.decorator.js';
import { type IdempotencyKey, Once } from '../auth/idempotency.js';
import type { Principal } from '../auth/principal.js';
import { PageQuery } from '../platform/http/page.dto.js';
import { Id } from '../platform/http/validation.pipe.js';
import { CompleteSessionDto, CreateSessionDto } from './sessions.dto.js';
import { SessionsService } from './sessions.service.js';

@Controller('sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Post()
  @Access({ who: 'any' })
  create(@Caller() caller: Principal, @Body() body: CreateSessionDto, @Once() key: IdempotencyKey | null) {
    return this.sessions.create(caller, body, key);
  }

  @Get()
  @Access({ who: 'operator', plan: 'FREE' })
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.sessions.list(caller, query);
  }

  @Patch(':id')
  @Access({ who: 'any' })
  complete(@Caller() caller: Principal, @Id('id', 'session') id: string, @Body() _body: CompleteSessionDto) {
    return this.sessions.complete(caller, id);
  }
}
