import { Controller, Delete, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Deleted, PageQuery } from '../../platform/http/input/page.dto.js';
import { Id } from '../../platform/http/input/validation.pipe.js';
import { describe, flag, id, listOf, named, object, text, time } from '../../platform/http/shape.js';
import { Access, Caller, Credential } from '../access/access.decorator.js';
import type { Principal } from '../access/principal.js';
import { Client, type ClientFacts } from '../sign-in/client-facts.js';
import { BrowserCookie } from './browser-cookie.js';
import { BrowserSessions } from './browser-sessions.service.js';

const OwnSession = named(
  'OwnSession',
  'A browser in which the operator is signed in.',
  object({
    id,
    current: describe('True if this request came from it.', flag),
    address: describe('From where it began.', text('203.0.113.7')),
    userAgent: text('Mozilla/5.0 (X11; Linux x86_64) …'),
    createdAt: time,
    lastSeenAt: describe('Up to five minutes late.', time),
    expiresAt: time,
  }),
);

@Controller('me/sessions')
export class MySessionsController {
  constructor(
    private readonly sessions: BrowserSessions,
    private readonly cookie: BrowserCookie,
  ) {}

  @Get()
  @Access({ may: 'manage-own-account', plan: 'FREE' })
  @Answers('List the browser sessions of the operator', listOf(OwnSession))
  list(@Caller() caller: Principal, @Credential() credential: string, @Query() query: PageQuery) {
    return this.sessions.list(caller, credential, query);
  }

  @Delete(':id')
  @Access({ may: 'manage-own-account', plan: 'FREE' })
  @Answers('Sign out one of these browsers', Deleted)
  async end(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Id('id', 'browser session') id: string,
    @Client() client: ClientFacts,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (await this.sessions.endOne(caller, credential, id, client)) reply.header('set-cookie', this.cookie.forget());
    return { id, deleted: true };
  }
}
