import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import OAuth2Strategy from 'passport-oauth2';
import type { OAuthClient, OAuthProvider } from '../../config/oauth-client.js';
import { type Attempt, challengeOf } from './attempt.js';
import type { Profile } from './profile.js';
import { exchangeCode, readProfile } from './provider-client.js';

/**
 * Teaches Passport a provider. Its own state store wants a session and is off; the attempt, which it is called with,
 * has been checked against the browser before. Its own HTTP client knows no time-out and is not used.
 */
export function registerStrategy(provider: OAuthProvider, client: OAuthClient, redirectUri: string): void {
  const getOAuthAccessToken = (
    code: string,
    form: Record<string, string>,
    done: (error: unknown, accessToken?: string) => void,
  ) => {
    exchangeCode(client, { ...form, code }).then((accessToken) => done(null, accessToken), done);
  };
  class ProviderStrategy extends PassportStrategy(OAuth2Strategy, provider) {
    constructor() {
      super({
        authorizationURL: client.authorizeUrl,
        tokenURL: client.tokenUrl,
        clientID: client.clientId,
        clientSecret: client.clientSecret,
        callbackURL: redirectUri,
        scope: client.scope,
      });
      Object.assign(this._oauth2, { getOAuthAccessToken });
    }

    override authorizationParams({ verifier }: Attempt) {
      return { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' };
    }

    override tokenParams({ verifier }: Attempt) {
      return { code_verifier: verifier };
    }

    override userProfile(accessToken: string, done: (error: unknown, profile?: Profile) => void) {
      readProfile(client, accessToken).then((profile) => done(null, profile), done);
    }

    validate(_accessToken: string, _refreshToken: string, profile: Profile) {
      return profile;
    }
  }
  new ProviderStrategy();
}

/** The address of the provider's consent page for this attempt. */
export function consentUrl(provider: OAuthProvider, attempt: Attempt): Promise<string> {
  return new Promise((resolve, reject) => {
    // All that a strategy asks of Node's response; Fastify's reply does not have it.
    const response = {
      setHeader: (name: string, value: string) => {
        if (name === 'Location') resolve(value);
      },
      end: () => undefined,
    };
    passport.authenticate(provider, { session: false, ...attempt }, reject)({ query: {} }, response, reject);
  });
}

/**
 * Exchanges the code for the person's profile.
 * @throws Error of the provider, or of the way to it
 */
export function profileOf(provider: OAuthProvider, { code, ...attempt }: Attempt & { code: string }): Promise<Profile> {
  return new Promise((resolve, reject) => {
    const done = (error: unknown, profile: Profile | false) =>
      error || !profile ? reject(causeOf(error)) : resolve(profile);
    passport.authenticate(provider, { session: false, ...attempt }, done)({ query: { code } }, {}, reject);
  });
}

const causeOf = (error: unknown) => (error instanceof OAuth2Strategy.InternalOAuthError ? error.oauthError : error);
