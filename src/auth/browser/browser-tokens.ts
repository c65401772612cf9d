import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';

const ALGORITHM = 'HS256';
const ISSUER = 'backstop';

interface Kind {
  readonly audience: string;
  readonly type: string;
}
const CREDENTIAL: Kind = { audience: 'backstop-browser', type: 'browser' };
const MARK: Kind = { audience: 'backstop-browser-mark', type: 'browser-mark' };

/** Tells the credential of a browser from a key and from a token: none of them passes for another. */
const PREFIX = 'web_';

/** A browser's session, as its cookies name it. */
export interface BrowserClaims {
  readonly sessionId: string;
  readonly userId: string;
  readonly organizationId: string;
  /** The token version of the user at sign-in; a session with an older version has been ended. */
  readonly tokenVersion: number;
  readonly expiresAtSeconds: number;
}

export const isOfBrowser = (credential: string): boolean => credential.startsWith(PREFIX);

/**
 * Signs and checks the contents of a browser's cookies. They are no bearer token, and are void once the session's row
 * is gone.
 */
@Injectable()
export class BrowserTokens {
  constructor(private readonly jwt: JwtService) {}

  issue(claims: BrowserClaims): string {
    return PREFIX + this.sign(CREDENTIAL, claims);
  }

  /** Names the session, and is no credential. */
  issueMark(claims: BrowserClaims): string {
    return this.sign(MARK, claims);
  }

  /** Null for a text that is not a complete, unexpired credential of this service. */
  read(credential: string): BrowserClaims | null {
    return isOfBrowser(credential) ? this.verify(CREDENTIAL, credential.slice(PREFIX.length)) : null;
  }

  /** Reads a mark, by the rules of `read`. */
  readMark(mark: string): BrowserClaims | null {
    return this.verify(MARK, mark);
  }

  private sign({ audience, type }: Kind, claims: BrowserClaims): string {
    const { sessionId, userId, organizationId, tokenVersion, expiresAtSeconds } = claims;
    const options = { issuer: ISSUER, audience, subject: userId, jwtid: sessionId, algorithm: ALGORITHM } as const;
    return this.jwt.sign({ org: organizationId, ver: tokenVersion, typ: type, exp: expiresAtSeconds }, options);
  }

  private verify({ audience, type }: Kind, jwt: string): BrowserClaims | null {
    try {
      const options = { issuer: ISSUER, audience, algorithms: [ALGORITHM] as [typeof ALGORITHM] };
      const claims = this.jwt.verify<Record<string, unknown>>(jwt, options);
      const { jti: sessionId, sub: userId, org: organizationId, ver: tokenVersion, exp, typ } = claims;
      if (typ !== type || typeof tokenVersion !== 'number' || typeof exp !== 'number') return null;
      if (typeof sessionId !== 'string' || typeof userId !== 'string' || typeof organizationId !== 'string')
        return null;
      return { sessionId, userId, organizationId, tokenVersion, expiresAtSeconds: exp };
    } catch {
      return null;
    }
  }
}
