import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Config } from '../../config/config.js';
import type { OAuthProvider } from '../../config/oauth-client.js';
import { ATTEMPT_SECONDS, type Attempt } from './attempt.js';

const ALGORITHM = 'HS256';
const TYPE = 'oauth-attempt';

/** Binds an attempt to the browser that began it: signed, short-lived, of one provider and seen by its routes only. */
@Injectable()
export class AttemptCookies {
  constructor(
    private readonly jwt: JwtService,
    private readonly config: Config,
  ) {}

  /** The `Set-Cookie` of a sign-in that begins. */
  keep(provider: OAuthProvider, { state, verifier }: Attempt): string {
    const claims = { state, verifier, typ: TYPE };
    const options = {
      issuer: 'backstop',
      audience: provider,
      expiresIn: ATTEMPT_SECONDS,
      algorithm: ALGORITHM,
    } as const;
    return this.cookie(provider, this.jwt.sign(claims, options), ATTEMPT_SECONDS);
  }

  /** The `Set-Cookie` of a sign-in that is over, however it ended. */
  forget(provider: OAuthProvider): string {
    return this.cookie(provider, '', 0);
  }

  /** Null when this browser has no such attempt, or more than one: then an attacker may have planted it. */
  read(provider: OAuthProvider, header = ''): Attempt | null {
    const start = `${nameOf(provider)}=`;
    const [found, ...others] = header.split(';').flatMap((pair) => {
      const text = pair.trim();
      return text.startsWith(start) ? text.slice(start.length) : [];
    });
    return found && others.length === 0 ? this.verified(provider, found) : null;
  }

  private verified(provider: OAuthProvider, token: string): Attempt | null {
    try {
      const options = { issuer: 'backstop', audience: provider, algorithms: [ALGORITHM] as [typeof ALGORITHM] };
      const { state, verifier, typ, exp } = this.jwt.verify<Record<string, unknown>>(token, options);
      if (typ !== TYPE || typeof exp !== 'number') return null;
      return typeof state === 'string' && typeof verifier === 'string' ? { state, verifier } : null;
    } catch {
      return null;
    }
  }

  private cookie(provider: OAuthProvider, value: string, seconds: number): string {
    const { protocol, pathname } = new URL(`${this.config.publicUrl}/auth/${provider}`);
    const secure = protocol === 'https:' ? '; Secure' : '';
    return `${nameOf(provider)}=${value}; Max-Age=${seconds}; Path=${pathname}; HttpOnly; SameSite=Lax${secure}`;
  }
}

const nameOf = (provider: OAuthProvider) => `backstop-${provider}`;
