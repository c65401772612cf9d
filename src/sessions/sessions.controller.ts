import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { type IdempotencyKey, Once } from '../auth/idempotency.js';
import { Asked, type Asking } from '../auth/waiting/held-lists.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Id } from '../platform/http/input/validation.pipe.js';
import { listOf } from '../platform/http/shape.js';
import { SessionLists } from './search/session-lists.js';
import { CompleteSessionDto, CreateSessionDto, ListedSession, ListSessionsQuery, Session } from './sessions.dto.js';
import { SessionsService } from './sessions.service.js';

@Controller('sessions')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly lists: SessionLists,
  ) {}

  @Post()
  @Access({ who: 'any' })
  @Answers('Open a session', Session, 'agent-mismatch', 'agent-paused', 'rate-limited')
  create(@Caller() caller: Principal, @Body() body: CreateSessionDto, @Once() key: IdempotencyKey | null) {
    return this.sessions.create(caller, body, key);
  }

  @Get()
  @Access({ may: 'read-sessions', plan: 'FREE' })
  @Answers('List sessions, or wait until the list changes', listOf(ListedSession))
  list(@Asked() asking: Asking, @Query() query: ListSessionsQuery) {
    return this.lists.answer(asking, query);
  }

  @Patch(':id')
  @Access({ who: 'any' })
  @Answers('Complete a session', Session, 'agent-mismatch', 'session-not-open', 'session-rolling-back', 'calls-open')
  complete(@Caller() caller: Principal, @Id('id', 'session') id: string, @Body() _body: CompleteSessionDto) {
    return this.sessions.complete(caller, id);
  }
}
