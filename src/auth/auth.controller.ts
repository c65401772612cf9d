import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Access, RequestId } from './access/access.decorator.js';
import { LoginDto, RegisterDto, SignedIn, Token, TokenDto } from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { LinkCookie } from './oauth/link/link-cookie.js';
import { Client, type ClientFacts } from './sign-in/client-facts.js';

const QUARTER_HOUR = { count: 20, seconds: 900 };

@Controller('auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly link: LinkCookie,
  ) {}

  @Post('register')
  @Access({ who: 'public', limit: QUARTER_HOUR })
  @Answers('Create an account', SignedIn, 'email-taken')
  register(@Body() body: RegisterDto, @RequestId() requestId: string) {
    return this.auth.register(body, requestId);
  }

  @Post('login')
  @HttpCode(200)
  @Access({ who: 'public', limit: QUARTER_HOUR })
  @Answers('Sign in', SignedIn, 'unauthenticated', 'invalid-link')
  async login(
    @Body() { linkOfBrowser, ...body }: LoginDto,
    @Client() client: ClientFacts,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (!linkOfBrowser) return this.auth.login(body, client);
    const signedIn = await this.auth.login({ ...body, link: this.link.read(client.cookies) }, client);
    reply.header('set-cookie', this.link.forget());
    return signedIn;
  }

  @Post('token')
  @HttpCode(200)
  @Access({ who: 'public', limit: { count: 60, seconds: 60 } })
  @Answers('Exchange an API key for a short-lived token', Token, 'unauthenticated')
  token(@Body() body: TokenDto) {
    return this.auth.exchange(body.apiKey);
  }
}
