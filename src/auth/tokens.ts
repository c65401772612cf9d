import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';

const OPERATOR_SECONDS = 12 * 3600;
const AGENT_SECONDS = 15 * 60;
const ALGORITHM = 'HS256';
const ORIGIN = { issuer: 'backstop', audience: 'backstop-api' };
const TYPE = 'access';

interface User {
  readonly id: string;
  readonly organizationId: string;
  readonly tokenVersion: number;
}

export interface TokenClaims {
  readonly subject: string;
  readonly organizationId: string;
  readonly authKind: 'USER' | 'API_KEY';
  /** The token version of a user; a token with an older version has been ended. */
  readonly tokenVersion: number;
  readonly expiresAtSeconds: number;
  /** The time at which the user proved their identity: a token made from another token is no newer proof. */
  readonly signedInAtSeconds: number;
}

/** Signs and checks bearer JWTs: one pinned algorithm, issuer, audience, type and kind (docs/contract.md, "Auth"). */
@Injectable()
export class Tokens {
  constructor(private readonly jwt: JwtService) {}

  /** A session for the browser of a user who has just signed in; it lasts as long as a token of theirs would. */
  newSession({ id: userId, organizationId, tokenVersion, email }: User & { email: string }) {
    const signedInAtSeconds = Math.floor(Date.now() / 1000);
    const expiresAtSeconds = signedInAtSeconds + OPERATOR_SECONDS;
    return { userId, organizationId, tokenVersion, email, signedInAtSeconds, expiresAtSeconds };
  }

  /** @param signedInAtSeconds the time at which the user proved their identity; now when absent */
  forUser(user: User, signedInAtSeconds?: number): string {
    const payload = {
      org: user.organizationId,
      authKind: 'USER',
      ver: user.tokenVersion,
      ...(signedInAtSeconds !== undefined && { auth_time: signedInAtSeconds }),
    };
    return this.sign(payload, user.id, OPERATOR_SECONDS);
  }

  forApiKey(key: { id: string; organizationId: string }): string {
    return this.sign({ org: key.organizationId, authKind: 'API_KEY', ver: 0 }, key.id, AGENT_SECONDS);
  }

  /** Null for a text that is not a complete, unexpired token of this service. */
  verify(token: string): TokenClaims | null {
    try {
      const claims = this.jwt.verify<Record<string, unknown>>(token, { ...ORIGIN, algorithms: [ALGORITHM] });
      const { sub, org, authKind, ver, exp, iat, typ, auth_time: signedInAtSeconds = iat ?? 0 } = claims;
      if (typ !== TYPE) return null;
      if (typeof sub !== 'string' || typeof org !== 'string' || typeof ver !== 'number' || typeof exp !== 'number')
        return null;
      if (typeof signedInAtSeconds !== 'number') return null;
      if (authKind !== 'USER' && authKind !== 'API_KEY') return null;
      return {
        subject: sub,
        organizationId: org,
        authKind,
        tokenVersion: ver,
        expiresAtSeconds: exp,
        signedInAtSeconds,
      };
    } catch {
      return null;
    }
  }

  private sign(payload: object, subject: string, expiresIn: number): string {
    return this.jwt.sign({ ...payload, typ: TYPE }, { ...ORIGIN, subject, expiresIn, algorithm: ALGORITHM });
  }
}
