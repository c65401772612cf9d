import { Controller, Delete, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Deleted } from '../../platform/http/input/page.dto.js';
import { id, named, object, time } from '../../platform/http/shape.js';
import { Access, Caller, Credential } from '../access/access.decorator.js';
import type { Principal } from '../access/principal.js';
import { crossOrigin, unauthenticated } from '../auth.errors.js';
import { Client, type ClientFacts } from '../sign-in/client-facts.js';
import { Tokens } from '../tokens.js';
import { BrowserCookie } from './browser-cookie.js';
import { BrowserRequests } from './browser-requests.js';
import { BrowserSessions } from './browser-sessions.service.js';

const BrowserSession = named(
  'BrowserSession',
  'A browser that is signed in; its cookie comes beside this answer.',
  object({ id, expiresAt: time }),
);

@Controller('auth/browser-session')
export class BrowserSessionController {
  constructor(
    private readonly sessions: BrowserSessions,
    private readonly tokens: Tokens,
    private readonly cookie: BrowserCookie,
    private readonly requests: BrowserRequests,
  ) {}

  @Post()
  @HttpCode(200)
  @Access({ may: 'manage-own-account', plan: 'FREE', limit: { count: 60, seconds: 900 }, bearerOnly: true })
  @Answers('Sign in a browser', BrowserSession, 'cross-origin', 'already-signed-in')
  async begin(
    @Caller() { label: email }: Principal,
    @Credential() token: string,
    @Req() request: FastifyRequest,
    @Client() client: ClientFacts,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // A page of another origin may not choose which operator this browser works as.
    if (this.requests.isForeign(request)) throw crossOrigin();
    const claims = this.tokens.verify(token);
    if (claims?.authKind !== 'USER') throw unauthenticated();
    const had = await this.sessions.current(client.cookies);
    const { cookies, view } = await this.sessions.begin({ ...claims, userId: claims.subject, email }, had, client);
    reply.header('set-cookie', cookies);
    return view;
  }

  @Delete()
  @Access({ may: 'manage-own-account', plan: 'FREE' })
  @Answers('Sign out a browser', Deleted, 'not-found')
  async end(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Client() client: ClientFacts,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const ended = await this.sessions.end(caller, credential, client);
    reply.header('set-cookie', this.cookie.forget());
    return ended;
  }
}
