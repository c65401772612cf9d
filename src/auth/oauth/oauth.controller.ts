import { Controller, Get, Redirect, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../config/config.js';
import type { OAuthProvider } from '../../config/oauth-client.js';
import { DomainError } from '../../platform/errors.js';
import { Redirects } from '../../platform/http/answers/answers.decorator.js';
import { Access } from '../access/access.decorator.js';
import { AttemptCookies } from './attempt-cookie.js';
import { OAuthService } from './oauth.service.js';

type Callback = FastifyRequest<{ Querystring: Record<string, unknown> }>;

@Controller('auth')
export class OAuthController {
  constructor(
    private readonly oauth: OAuthService,
    private readonly cookies: AttemptCookies,
    private readonly config: Config,
  ) {}

  @Get('oauth-a')
  @Redirect()
  @Access({ who: 'public', bare: true })
  @Redirects('Sign in through the first identity provider', 'oauth-not-configured')
  beginA(@Res({ passthrough: true }) reply: FastifyReply) {
    return this.begin('oauth-a', reply);
  }

  @Get('oauth-a/callback')
  @Redirect()
  @Access({ who: 'public', bare: true })
  @Redirects('Come back from the first identity provider', 'oauth-not-configured')
  finishA(@Req() request: Callback, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.finish('oauth-a', request, reply);
  }

  @Get('oauth-b')
  @Redirect()
  @Access({ who: 'public', bare: true })
  @Redirects('Sign in through the second identity provider', 'oauth-not-configured')
  beginB(@Res({ passthrough: true }) reply: FastifyReply) {
    return this.begin('oauth-b', reply);
  }

  @Get('oauth-b/callback')
  @Redirect()
  @Access({ who: 'public', bare: true })
  @Redirects('Come back from the second identity provider', 'oauth-not-configured')
  finishB(@Req() request: Callback, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.finish('oauth-b', request, reply);
  }

  private async begin(provider: OAuthProvider, reply: FastifyReply) {
    const { attempt, url } = await this.oauth.begin(provider);
    reply.header('set-cookie', this.cookies.keep(provider, attempt));
    return { url };
  }

  /** The dashboard hears of it in the fragment, which no server sees and no referrer carries. */
  private async finish(provider: OAuthProvider, request: Callback, reply: FastifyReply) {
    this.oauth.requireConfigured(provider);
    reply.header('set-cookie', this.cookies.forget(provider));
    try {
      const attempt = this.cookies.read(provider, request.headers.cookie);
      const signIn = await this.oauth.finish(provider, attempt, request.query, request.id);
      return { url: `${this.config.dashboardUrl}#${new URLSearchParams({ ...signIn })}` };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.cause) request.log.warn({ err: error, requestId: request.id, provider }, 'a provider failed a sign-in');
      return { url: `${this.config.dashboardUrl}#error=${error.code}` };
    }
  }
}
