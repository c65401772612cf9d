import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Config } from '../../config/config.js';
import type { OAuthProvider } from '../../config/oauth-client.js';
import { HostCookie } from '../browser/host-cookie.js';
import { ATTEMPT_SECONDS, type Attempt } from './attempt.js';

const ALGORITHM = 'HS256';
const TYPE = 'oauth-attempt';

/** Binds an attempt to the browser that began it: signed, short-lived and of one provider. */
@Injectable()
export class AttemptCookies {
  private readonly cookies: Record<OAuthProvider, HostCookie>;

  constructor(
    private readonly jwt: JwtService,
    { publicUrl }: Config,
  ) {
    this.cookies = {
      'oauth-a': new HostCookie(publicUrl, 'backstop-oauth-a', 'Lax'),
      'oauth-b': new HostCookie(publicUrl, 'backstop-oauth-b', 'Lax'),
    };
  }

  /** The `Set-Cookie` of a sign-in that begins. */
  keep(provider: OAuthProvider, { state, verifier, nonce }: Attempt): string {
    const claims = { state, verifier, nonce, typ: TYPE };
    const options = {
      issuer: 'backstop',
      audience: provider,
      expiresIn: ATTEMPT_SECONDS,
      algorithm: ALGORITHM,
    } as const;
    return this.cookies[provider].keep(this.jwt.sign(claims, options), ATTEMPT_SECONDS);
  }

  /** The `Set-Cookie` of a sign-in that is over, however it ended. */
  forget(provider: OAuthProvider): string {
    return this.cookies[provider].forget();
  }

  /** Null when this browser has no such attempt, or more than one, because an attacker may have planted one. */
  read(provider: OAuthProvider, header: string | undefined): Attempt | null {
    try {
      const options = { issuer: 'backstop', audience: provider, algorithms: [ALGORITHM] as [typeof ALGORITHM] };
      const token = this.cookies[provider].read(header) ?? '';
      const { state, verifier, nonce, typ, exp } = this.jwt.verify<Record<string, unknown>>(token, options);
      if (typ !== TYPE || typeof exp !== 'number') return null;
      if (typeof state !== 'string' || typeof verifier !== 'string') return null;
      return { state, verifier, nonce: typeof nonce === 'string' ? nonce : null };
    } catch {
      return null;
    }
  }
}
