import { Controller, Get, Redirect, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OAuthProvider } from '../../config/oauth-client.js';
import { DomainError } from '../../platform/errors.js';
import { Redirects } from '../../platform/http/answers/answers.decorator.js';
import { Access } from '../access/access.decorator.js';
import { BrowserRequests } from '../browser/browser-requests.js';
import { clientFactsOf } from '../sign-in/client-facts.js';
import type { Attempt } from './attempt.js';
import { AttemptCookies } from './attempt-cookie.js';
import { Landing } from './landing.js';
import { OAuthService } from './oauth.service.js';

type Asked = FastifyRequest<{ Querystring: Record<string, unknown> }>;

@Controller('auth')
export class OAuthController {
  constructor(
    private readonly oauth: OAuthService,
    private readonly attempts: AttemptCookies,
    private readonly landing: Landing,
    private readonly requests: BrowserRequests,
  ) {}

  @Get('oauth-a')
  @Redirect()
  @Access({ who: 'public', bare: true })
  @Redirects('Sign in through the first identity provider', 'oauth-not-configured')
  beginA(@Req() request: Asked, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.begin('oauth-a', request, reply);
  }

  @Get('oauth-a/callback')
  @Redirect()
  @Access({ who: 'public', bare: true })
  @Redirects('Finish a sign-in through the first identity provider', 'oauth-not-configured')
  finishA(@Req() request: Asked, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.finish('oauth-a', request, reply);
  }

  @Get('oauth-b')
  @Redirect()
  @Access({ who: 'public', bare: true })
  @Redirects('Sign in through the second identity provider', 'oauth-not-configured')
  beginB(@Req() request: Asked, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.begin('oauth-b', request, reply);
  }

  @Get('oauth-b/callback')
  @Redirect()
  @Access({ who: 'public', bare: true })
  @Redirects('Finish a sign-in through the second identity provider', 'oauth-not-configured')
  finishB(@Req() request: Asked, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.finish('oauth-b', request, reply);
  }

  /** A page of another site cannot begin a sign-in: it is redirected to the page on which the person begins it. */
  private async begin(provider: OAuthProvider, request: Asked, reply: FastifyReply) {
    const { attempt, url } = await this.oauth.begin(provider, request.query.nonce);
    if (!this.landing.isElsewhere && this.requests.isForeign(request)) return { url: this.landing.signInPage };
    reply.header('set-cookie', this.attempts.keep(provider, attempt));
    return { url };
  }

  private async finish(provider: OAuthProvider, request: Asked, reply: FastifyReply) {
    this.oauth.requireConfigured(provider);
    const attempt = this.attempts.read(provider, request.headers.cookie);
    const { url, cookies } = await this.land(provider, attempt, request).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      const refusal = { requestId: request.id, provider, address: clientFactsOf(request).address, outcome: error.code };
      if (error.cause) request.log.warn({ ...refusal, err: error }, 'a provider failed a sign-in');
      else request.log.info(refusal, 'a sign-in through a provider was refused');
      return this.landing.refused(error.code, attempt?.nonce ?? null);
    });
    reply.header('set-cookie', [this.attempts.forget(provider), ...cookies]);
    return { url };
  }

  private async land(provider: OAuthProvider, attempt: Attempt | null, request: Asked) {
    const from = clientFactsOf(request);
    const had = await this.landing.current(from.cookies);
    const by = { signedInAs: had?.userId ?? null, from };
    const signIn = await this.oauth.finish(provider, attempt, request.query, by);
    return this.landing.signedIn(signIn, attempt?.nonce ?? null, had, from);
  }
}
