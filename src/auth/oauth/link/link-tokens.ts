import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { OAuthProvider } from '../../../config/oauth-client.js';

const ALGORITHM = 'HS256';
const TYPE = 'identity-link';
const ORIGIN = { issuer: 'backstop', audience: 'backstop-login' };
export const LINK_SECONDS = 600;

/** An identity that waits for the owner of its e-mail address to log in. */
export interface Link {
  readonly provider: OAuthProvider;
  readonly subject: string;
  /** The e-mail address that the provider verified. */
  readonly email: string;
  /** The state of the sign-in that issued the link. The link spends it, as a sign-in would. */
  readonly state: string;
}

/** Signs and checks the token that a callback hands to a login; the token alone authorizes nothing. */
@Injectable()
export class LinkTokens {
  constructor(private readonly jwt: JwtService) {}

  issue({ provider, subject, email, state }: Link): string {
    const options = { ...ORIGIN, subject, jwtid: state, expiresIn: LINK_SECONDS, algorithm: ALGORITHM } as const;
    return this.jwt.sign({ provider, email, typ: TYPE }, options);
  }

  /** Null for a text that is not a complete, unexpired link of this service. */
  read(token: string): Link | null {
    try {
      const claims = this.jwt.verify<Record<string, unknown>>(token, { ...ORIGIN, algorithms: [ALGORITHM] });
      const { provider, sub: subject, email, jti: state, typ, exp } = claims;
      if (typ !== TYPE || typeof exp !== 'number') return null;
      if (provider !== 'oauth-a' && provider !== 'oauth-b') return null;
      if (typeof subject !== 'string' || typeof email !== 'string' || typeof state !== 'string') return null;
      return { provider, subject, email, state };
    } catch {
      return null;
    }
  }
}
