import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import type { OAuthProvider } from '../../config/oauth-client.js';
import { type Attempt, newAttempt, toAnswered } from './attempt.js';
import { Landing } from './landing.js';
import { oauthNotConfigured, providerFailed } from './oauth.errors.js';
import { consentUrl, profileOf, registerStrategy } from './oauth.strategy.js';
import { type Callback, OAuthAccounts, type SignIn } from './oauth-accounts.js';

/** Signing in through an identity provider (docs/contract.md, "Auth"). */
@Injectable()
export class OAuthService {
  constructor(
    private readonly config: Config,
    private readonly accounts: OAuthAccounts,
    private readonly landing: Landing,
  ) {
    for (const provider of ['oauth-a', 'oauth-b'] as const) {
      const client = config.oauth[provider];
      if (client) registerStrategy(provider, client, `${config.publicUrl}/auth/${provider}/callback`);
    }
  }

  /** @throws 503 oauth-not-configured */
  async begin(provider: OAuthProvider, nonce: unknown): Promise<{ attempt: Attempt; url: string }> {
    this.requireConfigured(provider);
    const attempt = newAttempt(nonce);
    return { attempt, url: await consentUrl(provider, attempt) };
  }

  /**
   * @param attempt the attempt that the browser with this answer began, if any
   * @returns the user, or a link for a login
   * @throws DomainError, whose code is passed to the dashboard
   */
  async finish(
    provider: OAuthProvider,
    attempt: Attempt | null,
    query: Readonly<Record<string, unknown>>,
    by: Omit<Callback, 'state'>,
  ): Promise<SignIn> {
    const answered = toAnswered(attempt, this.config.oauth[provider]?.issuer ?? null, query);
    this.landing.requireNonce(answered);
    const profile = await profileOf(provider, answered).catch((cause: unknown) => {
      throw providerFailed(cause);
    });
    return this.accounts.signIn(provider, profile, { ...by, state: answered.state });
  }

  /** @throws 503 oauth-not-configured */
  requireConfigured(provider: OAuthProvider): void {
    if (!this.config.oauth[provider]) throw oauthNotConfigured();
  }
}
