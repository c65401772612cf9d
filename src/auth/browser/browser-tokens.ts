import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';

const ALGORITHM = 'HS256';
const ORIGIN = { issuer: 'backstop', audience: 'backstop-browser' };
const TYPE = 'browser';

/** Tells the credential of a browser from a key and from a token: none of them passes for another. */
const PREFIX = 'web_';

/** A browser's session, as its cookie names it. */
export interface BrowserClaims {
  readonly sessionId: string;
  readonly userId: string;
  readonly organizationId: string;
  /** Of the user when they signed in; an older one has been ended. */
  readonly tokenVersion: number;
  readonly expiresAtSeconds: number;
}

export const isOfBrowser = (credential: string): boolean => credential.startsWith(PREFIX);

/** Signs and checks what the cookie of a browser holds. It is no bearer token, and opens nothing once its row is gone. */
@Injectable()
export class BrowserTokens {
  constructor(private readonly jwt: JwtService) {}

  issue({ sessionId, userId, organizationId, tokenVersion, expiresAtSeconds }: BrowserClaims): string {
    const options = { ...ORIGIN, subject: userId, jwtid: sessionId, algorithm: ALGORITHM } as const;
    const claims = { org: organizationId, ver: tokenVersion, typ: TYPE, exp: expiresAtSeconds };
    return PREFIX + this.jwt.sign(claims, options);
  }

  /** Null for everything that is not ours, whole and in time. */
  read(credential: string): BrowserClaims | null {
    if (!isOfBrowser(credential)) return null;
    try {
      const claims = this.jwt.verify<Record<string, unknown>>(credential.slice(PREFIX.length), {
        ...ORIGIN,
        algorithms: [ALGORITHM],
      });
      const { jti: sessionId, sub: userId, org: organizationId, ver: tokenVersion, exp, typ } = claims;
      if (typ !== TYPE || typeof tokenVersion !== 'number' || typeof exp !== 'number') return null;
      if (typeof sessionId !== 'string' || typeof userId !== 'string' || typeof organizationId !== 'string')
        return null;
      return { sessionId, userId, organizationId, tokenVersion, expiresAtSeconds: exp };
    } catch {
      return null;
    }
  }
}
